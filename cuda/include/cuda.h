// Programs include it beside the runtime API; the driver API's functions are not here.
#pragma once
#include "tilewright/core.h"
typedef int CUdevice;
typedef struct CUctx_st* CUcontext;
typedef unsigned long long CUdeviceptr;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
