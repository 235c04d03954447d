// Part of CUB.
#pragma once
#include "tilewright_device.cuh"
