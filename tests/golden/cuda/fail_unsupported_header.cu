// RUN: tilewright run %s
#include <cublas_v2.h>

int main() { return 0; }
// EXPECT stderr
//| fail_unsupported_header.cu:2:1: error: "cuBLAS is not supported" [unsupported]
//|   #include <cublas_v2.h>
//|   ^~~~~~~~~~~~~~~~~~~~~~
// EXPECT exit 3
