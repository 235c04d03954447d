// The primitives of cuda_pipeline.h.
#pragma once
#include "tilewright/device.h"

TW_INLINE void __pipeline_memcpy_async(void* destination, const void* source, size_t bytes, size_t zero_fill = 0) {
  tw_copy_async(destination, source, bytes, bytes - zero_fill);
}
TW_INLINE void __pipeline_commit() { tw_copy_commit(); }
TW_INLINE void __pipeline_wait_prior(size_t groups) { tw_copy_wait((int)groups); }
