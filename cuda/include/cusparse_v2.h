// cuSPARSE is not part of what programs find here.
#pragma once
#error "cuSPARSE is not supported"
