// cuFFT is not part of what programs find here.
#pragma once
#error "cuFFT is not supported"
