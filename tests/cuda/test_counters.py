"""Operations by type and products of tensor units, against what a program does by its text; estimates of candidates at their task's
written sizes."""
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))

PROGRAM = r"""
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>
#include <cstdio>

__global__ void in_float(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = expf(x[i] * 2.0f - 1.0f) / (x[i] + 3.0f);     // 3 (two of them one fma), 2 special
}
__global__ void in_double(const double* x, double* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (int k = 0; k < 16; ++k) sum += x[(i + k) % 512];            // 16
    y[i] = sqrt(x[i]) + sum;                                         // 1, 1 special
}
__global__ void in_half(const __half* x, __half* y) {
    int i = threadIdx.x;
    y[i] = __hfma(x[i], x[i], x[i]) + x[i];                          // 3
}
__global__ void in_bfloat(const __nv_bfloat16* x, __nv_bfloat16* y) {
    int i = threadIdx.x;
    y[i] = x[i] * x[i] / __float2bfloat16(3.0f);                     // 1, 1 special
}
__global__ void product(const __half* a, const __half* b, float* c) {
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < 4; ++k) {
        wmma::load_matrix_sync(fa, a, 16);
        wmma::load_matrix_sync(fb, b, 16);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
int main() {
    float *x, *y;
    cudaMalloc(&x, 4096 * 4), cudaMalloc(&y, 4096 * 4);
    cudaMemset(x, 0, 4096 * 4), cudaMemset(y, 0, 4096 * 4);
    in_float<<<16, 256>>>(x, y, 4096);
    in_double<<<4, 128>>>((const double*)x, (double*)y);
    in_half<<<1, 64>>>((const __half*)x, (__half*)y);
    in_bfloat<<<1, 64>>>((const __nv_bfloat16*)x, (__nv_bfloat16*)y);
    product<<<1, 32>>>((const __half*)x, (const __half*)x, y);
    cudaDeviceSynchronize();
    cudaFree(x), cudaFree(y);
}
"""

SOFTMAX = r"""
#include <torch/extension.h>

__global__ void kernel(const float* x, float* out, int n) {
    int row = blockIdx.x;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) sum += x[row * n + i];
    for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffff, sum, o);
    for (int i = threadIdx.x; i < n; i += 32) out[row * n + i] = expf(x[row * n + i]) - sum / n;
}
torch::Tensor forward(torch::Tensor x) {
    auto out = torch::empty_like(x);
    int n = x.size(-1);
    kernel<<<x.numel() / n, 32>>>(x.data_ptr<float>(), out.data_ptr<float>(), n);
    return out;
}
"""

TASK = """
import torch

ROWS = 4096
COLUMNS = 2048

class Model(torch.nn.Module):
    def forward(self, x):
        return x.exp() - x.mean(dim=-1, keepdim=True)

def get_inputs():
    return [torch.randn(ROWS, COLUMNS)]

def get_init_inputs():
    return []
"""


def verdict(*arguments):
    run = subprocess.run([TILEWRIGHT, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=300)
    return json.loads(run.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="module")
def launches(tmp_path_factory):
    file = tmp_path_factory.mktemp("counters") / "program.cu"
    file.write_text(PROGRAM)
    return {launch["kernel"]: launch for launch in verdict("run", file, "--counters")["launches"]}


@pytest.mark.parametrize("kernel, dtype, arithmetic, special", [
    ("in_float", "float32", 3 * 4096, 2 * 4096),
    ("in_double", "float64", 17 * 512, 512),
    ("in_half", "float16", 3 * 64, 0),
    ("in_bfloat", "bfloat16", 64, 64),
])
def test_operations_by_type(launches, kernel, dtype, arithmetic, special):
    [operations] = [each for each in launches[kernel]["operations"] if each["dtype"] == dtype]
    assert (operations["arithmetic"], operations["special"]) == (arithmetic, special)


def test_products(launches):
    [dot] = launches["product"]["dots"]
    assert (dot["m"], dot["n"], dot["k"], dot["count"], dot["dtype"]) == (16, 16, 16, 4, "float16")


def test_candidates_are_timed_at_the_written_sizes(tmp_path):
    (tmp_path / "mean.cu").write_text(SOFTMAX)
    (tmp_path / "task.py").write_text(TASK)
    result = verdict("check", tmp_path / "mean.cu", "--task", tmp_path / "task.py")
    assert result["status"] == "correct"
    assert result["timed_sizes"] == {"ROWS": 4096, "COLUMNS": 2048}
    [launch] = result["launches"]
    elements = 4096 * 2048
    assert launch["grid"] == [4096, 1, 1]
    loaded = {tensor["tensor"]: tensor["bytes_loaded"] for tensor in launch["tensors"]}
    assert loaded["x"] == 2 * 4 * elements
    # A sum, a difference; five steps of the shuffle for each of 32 lanes of a row.
    assert launch["float_operations"] == pytest.approx(2 * elements + 5 * 32 * 4096, rel=0.05)
    assert launch["special_operations"] == pytest.approx(elements, rel=0.05)
