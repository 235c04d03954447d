// the CUDA driver API is not part of what programs find here.
#pragma once
#error "the CUDA driver API is not supported"
