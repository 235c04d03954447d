"""`run --on gpu` without nvcc and without a GPU: NVRTC compiles the kernels, and a driver that only records (fake_driver.c)
sees what the host's half launches, in which order and with which arguments."""
import csv
import glob
import json
import os
import pathlib
import re
import shutil
import subprocess
import sysconfig

import pytest

import material

ROOT = pathlib.Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build/tilewright"))
NVRTC = glob.glob(sysconfig.get_paths()["purelib"] + "/nvidia/cu13/lib/libnvrtc.so.13")
# What the halves cannot do without nvcc: found here, and what an H200 could not run.
WITHOUT_NVCC_UNSUPPORTED = {"device_lambdas", "launch_syntax", "managed_memory"} | {
    row["kernel"]
    for row in csv.DictReader(open(ROOT / "tests/cuda/data/gpu_worker_nvrtc.csv", encoding="utf-8", newline=""))
    if "unsupported" in row["faults"]
}
needs_nvrtc = pytest.mark.skipif(not NVRTC, reason="NVRTC is not installed (pip install nvidia-cuda-nvrtc)")
PROGRAM = """
#include <cstdio>
#include <vector>
__constant__ float scales[4];
template <class T>
__global__ void axpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i] * (T)scales[0];
}
namespace inner {
__global__ void fill(unsigned* x) {
  extern __shared__ unsigned staged[];
  staged[threadIdx.x] = threadIdx.x;
  x[threadIdx.x] = staged[threadIdx.x];
}
}
int main() {
  std::vector<float> host(100, 1.0f);
  float *x, *y;
  cudaMalloc(&x, 400);
  cudaMalloc(&y, 400);
  cudaMemcpy(x, host.data(), 400, cudaMemcpyHostToDevice);
  float scale = 2.0f;
  cudaMemcpyToSymbol(scales, &scale, sizeof scale);
  axpy<<<4, 32>>>(0.5f, x, y, 100);
  axpy<double><<<dim3(1, 2, 3), dim3(8, 4)>>>(0.0, nullptr, nullptr, 7);
  inner::fill<<<1, 64, 256>>>((unsigned*)y);
  printf("error %d\\n", (int)cudaDeviceSynchronize());
  cudaFree(x);
  cudaFree(y);
}
"""


@pytest.fixture(scope="module")
def fake_driver(tmp_path_factory):
    folder = tmp_path_factory.mktemp("driver")
    source = pathlib.Path(__file__).parent / "fake_driver.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "libcuda.so.1", source], check=True)
    return folder


def run(fake_driver, path, cache, **environment):
    """The verdict and what the driver recorded."""
    log = cache / "log"
    log.unlink(missing_ok=True)
    result = subprocess.run(
        [TILEWRIGHT, "run", str(path), "--on", "gpu", "--gpu-compiler", "nvrtc", "--json", "--cache", str(cache)],
        capture_output=True, text=True, timeout=300,
        env={**os.environ, "LD_LIBRARY_PATH": str(fake_driver), "FAKE_DRIVER_LOG": str(log), **environment})
    return json.loads(result.stdout.splitlines()[-1]), log.read_text().splitlines() if log.exists() else []


@needs_nvrtc
def test_launches_reach_the_driver(fake_driver, tmp_path):
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    verdict, log = run(fake_driver, path, tmp_path)
    assert verdict["gpu"]["device"] == "Fake GPU" and verdict["gpu"]["builder"] == "nvrtc"
    assert verdict["gpu"]["output"] == "error 0\n"
    launches = [line for line in log if line.startswith("launch")]
    half, seven = int.from_bytes(b"\x00\x00\x00\x3f", "little"), 7
    assert re.fullmatch(rf"launch _Z4axpyIfEvT_PKS0_PS0_i \(4, 1, 1\) \(32, 1, 1\) 0: {half} \d+ \d+ 100", launches[0])
    assert launches[1] == f"launch _Z4axpyIdEvT_PKS0_PS0_i (1, 2, 3) (8, 4, 1) 0: 0 0 0 {seven}"
    assert re.fullmatch(r"launch _ZN5inner4fillEPj \(1, 1, 1\) \(64, 1, 1\) 256: \d+", launches[2])
    order = [line.split()[0] for line in log]
    assert order.index("module") < order.index("variable") < order.index("launch") < order.index("synchronize")
    assert "variable scales" in log and log[-1] == "synchronize"


@needs_nvrtc
def test_an_error_of_the_driver_is_the_runtimes(fake_driver, tmp_path):
    path = tmp_path / "program.cu"
    path.write_text(PROGRAM)
    verdict, _ = run(fake_driver, path, tmp_path, FAKE_DRIVER_FAIL="cuCtxSynchronize:700")
    assert verdict["gpu"]["output"] == "error 700\n"


@needs_nvrtc
def test_what_nvrtc_cannot_do_is_unsupported_by_name(fake_driver, tmp_path):
    (tmp_path / "helper.cuh").write_text("__device__ int one() { return 1; }\n")
    path = tmp_path / "program.cu"
    path.write_text('#include "helper.cuh"\n__global__ void k(int* x) { *x = one(); }\nint main() { return 0; }\n')
    verdict, _ = run(fake_driver, path, tmp_path)
    assert verdict["status"] == "unsupported" and "helper.cuh" in json.dumps(verdict)


@needs_nvrtc
def test_what_the_worker_lacks_is_unsupported_by_name(fake_driver, tmp_path):
    path = tmp_path / "program.cu"
    path.write_text("__global__ void k(int* x) { *x = 1; }\nint main() { cudaGraph_t g; return cudaGraphCreate(&g, 0); }\n")
    verdict, log = run(fake_driver, path, tmp_path)
    assert verdict["status"] == "unsupported" and "cudaGraphCreate, without nvcc" in json.dumps(verdict)


@needs_nvrtc
def test_kernels_launched_by_their_address(fake_driver, tmp_path):
    path = tmp_path / "program.cu"
    path.write_text("""__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }
        int main() {
          int* x; int value = 7;
          cudaMalloc(&x, 128);
          void* arguments[] = {&x, &value, nullptr};  // the recording driver looks for the end
          cudaLaunchKernel((void*)fill, dim3(1), dim3(32), arguments, 0, 0);
          cudaLaunchCooperativeKernel((void*)fill, dim3(1), dim3(32), arguments, 0, 0);
          return cudaFree(x);
        }""")
    _, log = run(fake_driver, path, tmp_path)
    launches = [line for line in log if line.startswith(("launch", "cooperative"))]
    assert [line.split()[:2] for line in launches] == [["launch", "_Z4fillPii"], ["cooperative", "_Z4fillPii"]], log


@needs_nvrtc
@pytest.mark.parametrize("path", material.KERNELS[::12], ids=lambda path: path.stem)
def test_kernels_compile_without_nvcc(fake_driver, tmp_path, path):
    verdict, log = run(fake_driver, path, tmp_path)
    assert verdict.get("gpu", {}).get("builder") == "nvrtc", verdict
    if path.stem in WITHOUT_NVCC_UNSUPPORTED:
        assert verdict["gpu"]["faults"][0]["kind"] == "unsupported"
    else:
        assert any(line.startswith(("launch", "cooperative")) for line in log), verdict["gpu"]


def test_without_a_driver_the_verdict_says_so():
    if shutil.which("nvidia-smi"):
        pytest.skip("this machine has a GPU")
    path = material.KERNELS[0]
    result = subprocess.run([TILEWRIGHT, "run", str(path), "--on", "gpu", "--json"], capture_output=True, text=True, timeout=300)
    verdict = json.loads(result.stdout.splitlines()[-1])
    assert verdict["status"] == "unsupported" and "no GPU driver found" in verdict["summary"]
    assert result.returncode == 3
