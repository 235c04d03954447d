__global__ void fill(float* values) { values[threadIdx.x] = undeclared_name; }
