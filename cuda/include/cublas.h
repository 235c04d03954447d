// cuBLAS is not part of what programs find here.
#pragma once
#error "cuBLAS is not supported"
