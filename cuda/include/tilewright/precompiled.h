// What is read once and kept precompiled: the core and the standard headers that CUDA programs include most.
#pragma once

#include "core.h"

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>
