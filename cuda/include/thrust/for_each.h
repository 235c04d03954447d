// Part of Thrust.
#pragma once
#include "../tilewright/thrust_algorithms.h"
