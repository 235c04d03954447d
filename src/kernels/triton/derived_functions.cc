#include "kernels/triton/derived_functions.h"

namespace tilewright::kernels::triton {
namespace {

using script::Interpreter;
using script::Value;

constexpr std::string_view kLibdevice = R"PY(
import triton
import triton.language as tl
from triton.language.extra import libdevice as _d

def _rounding(function, dtype):
    if function is None:
        @triton.jit
        def convert(x): return x.to(dtype)
    else:
        @triton.jit
        def convert(x): return function(x).to(dtype)
    return convert

def _bits(dtype):
    @triton.jit
    def convert(x): return x.to(dtype, bitcast=True)
    return convert

for _source in ('float', 'double'):
    for _target, _dtype in (('int', tl.int32), ('uint', tl.uint32), ('ll', tl.int64), ('ull', tl.uint64)):
        for _mode, _function in (('rn', _d.rint), ('rz', None), ('rd', _d.floor), ('ru', _d.ceil)):
            globals()[f'{_source}2{_target}_{_mode}'] = _rounding(_function, _dtype)
for _source in ('int', 'uint', 'll', 'ull'):
    globals()[f'{_source}2float_rn'] = _rounding(None, tl.float32)
    globals()[f'{_source}2double_rn'] = _rounding(None, tl.float64)
double2float_rn = _rounding(None, tl.float32)
int_as_float, uint_as_float, longlong_as_double = _bits(tl.float32), _bits(tl.float32), _bits(tl.float64)
float_as_int, float_as_uint, double_as_longlong = _bits(tl.int32), _bits(tl.uint32), _bits(tl.int64)

@triton.jit
def saturatef(x): return tl.where(x > 0, tl.where(x < 1, x, 1.0), 0.0)
@triton.jit
def fdim(x, y): return tl.where(x > y, x - y, 0.0)
@triton.jit
def remainder(x, y): return x - y * _d.rint(x / y)
@triton.jit
def rhypot(x, y): return 1.0 / _d.hypot(x, y)
@triton.jit
def rcbrt(x): return 1.0 / _d.cbrt(x)
@triton.jit
def norm3d(x, y, z): return tl.sqrt(x * x + y * y + z * z)
@triton.jit
def rnorm3d(x, y, z): return 1.0 / tl.sqrt(x * x + y * y + z * z)
@triton.jit
def norm4d(x, y, z, w): return tl.sqrt(x * x + y * y + z * z + w * w)
@triton.jit
def rnorm4d(x, y, z, w): return 1.0 / tl.sqrt(x * x + y * y + z * z + w * w)
@triton.jit
def sinpi(x): return tl.sin((x - 2 * _d.rint(0.5 * x)) * 3.141592653589793)
@triton.jit
def cospi(x): return tl.cos((x - 2 * _d.rint(0.5 * x)) * 3.141592653589793)
@triton.jit
def erfcinv(x): return _d.erfinv(1.0 - x)
@triton.jit
def erfcx(x): return tl.exp(x * x) * _d.erfc(x)
@triton.jit
def normcdf(x): return 0.5 * _d.erfc(-0.7071067811865476 * x)
@triton.jit
def normcdfinv(x): return 1.4142135623730951 * _d.erfinv(2.0 * x - 1.0)
@triton.jit
def logb(x): return tl.floor(tl.log2(tl.abs(x)))
@triton.jit
def ilogb(x): return logb(x).to(tl.int32)
@triton.jit
def mul24(x, y): return ((x << 8) >> 8) * ((y << 8) >> 8)
@triton.jit
def hadd(x, y): return ((x.to(tl.int64) + y) >> 1).to(x.dtype)
@triton.jit
def rhadd(x, y): return ((x.to(tl.int64) + y + 1) >> 1).to(x.dtype)
@triton.jit
def sad(x, y, z): return tl.abs(x - y) + z
@triton.jit
def ffs(x): return tl.where(x == 0, 0, _d.popc((x & -x) - 1) + 1)
@triton.jit
def brev(x):
    v = x.to(tl.uint32, bitcast=True)
    v = ((v >> 1) & 0x55555555) | ((v & 0x55555555) << 1)
    v = ((v >> 2) & 0x33333333) | ((v & 0x33333333) << 2)
    v = ((v >> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4)
    v = ((v >> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8)
    return ((v >> 16) | (v << 16)).to(x.dtype, bitcast=True)
@triton.jit
def byte_perm(x, y, s):
    return tl.inline_asm_elementwise('prmt.b32 $0, $1, $2, $3;', '=r,r,r,r', [x, y, s], dtype=tl.int32, is_pure=True,
                                     pack=1)
fast_tanf, fast_exp10f, fast_log10f, rsqrt_rn = _d.tan, _d.exp10, _d.log10, _d.rsqrt
scalbn, fma_rn = _d.ldexp, _d.fma
)PY";

constexpr std::string_view kLanguage = R"PY(
import triton
import triton.language as tl
from triton import _host

class _Target:
    backend, arch, warp_size = 'cuda', _host.chip_figures()['capability'], 32

def current_target():
    return _Target()

@triton.constexpr_function
def is_cuda():
    return True

@triton.constexpr_function
def is_hip():
    return False

is_hip_cdna3 = is_hip_cdna4 = is_xpu = is_hip

@triton.constexpr_function
def cuda_capability_geq(major, minor=0):
    return _Target.arch >= major * 10 + minor

@triton.constexpr_function
def get_int_dtype(bitwidth, signed):
    return getattr(tl, ('int' if signed else 'uint') + str(bitwidth)) if bitwidth > 1 else tl.int1

@triton.constexpr_function
def _log2(i):
    return i.bit_length() - 1 if i > 0 else 0

@triton.constexpr_function
def _is_power_of_two(i):
    return i > 0 and (i & (i - 1)) == 0

@triton.jit
def bitonic_merge(x, dim: tl.constexpr = None, descending: tl.constexpr = False):
    return tl.sort(x, dim, descending)

# What TorchInductor's kernels import beside triton.language.
@triton.jit
def promote_to_tensor(x):
    return x + tl.zeros((1,), tl.int1)

@triton.jit
def maximum(a, b):
    return tl.where((a > b) | (a != a), a, b)

@triton.jit
def minimum(a, b):
    return tl.where((a < b) | (a != a), a, b)

@triton.jit
def max2(a, dim):
    return tl.reduce(a, dim, maximum)

@triton.jit
def min2(a, dim):
    return tl.reduce(a, dim, minimum)

@triton.jit
def any(a, dim):
    return tl.max(a.to(tl.int32), dim) != 0

@triton.jit
def welford_reduce(value, mean, m2, weight, first_iteration=False):
    delta = value - mean
    new_weight = weight + 1
    new_mean = mean + delta / new_weight
    return new_mean, m2 + delta * (value - new_mean), new_weight

@triton.jit
def welford_combine(mean_1, m2_1, weight_1, mean_2, m2_2, weight_2):
    delta = mean_2 - mean_1
    weight = weight_1 + weight_2
    part = tl.where(weight == 0.0, 0.0, weight_2 / weight)
    return mean_1 + delta * part, m2_1 + m2_2 + delta * delta * weight_1 * part, weight

@triton.jit
def welford(mean, m2, weight, dim):
    return tl.reduce((mean, m2, weight), dim, welford_combine)

@triton.jit
def vnni_decode(x):
    # Rows hold groups of 32 bits that lie below each other in the matrix.
    FACTOR: tl.constexpr = 32 // x.dtype.primitive_bitwidth
    groups = tl.reshape(x, (x.shape[0], x.shape[1] // FACTOR, FACTOR))
    return tl.reshape(tl.permute(groups, (0, 2, 1)), (x.shape[0] * FACTOR, x.shape[1] // FACTOR))
)PY";

std::optional<Value> find(Interpreter& interpreter, std::string_view name, const std::string& module_name,
                          std::string_view source) {
  std::shared_ptr<void>& kept = interpreter.extension(module_name);
  if (!kept) {
    // Names asked for while the source itself runs are not there.
    kept = std::make_shared<script::Ref<script::Module>>();
    *static_cast<script::Ref<script::Module>*>(kept.get()) =
        interpreter.run_built_in(script::built_in_source("<" + module_name + ">", source), module_name);
  }
  auto& module = *static_cast<script::Ref<script::Module>*>(interpreter.extension(module_name).get());
  if (!module || name.starts_with("__")) return std::nullopt;
  std::optional<Value> found = module->globals->find(name);
  bool is_function = found && found->is_object() && !found->as<script::Module>();
  return is_function ? found : std::nullopt;
}

}  // namespace

std::optional<Value> find_derived_libdevice(Interpreter& interpreter, std::string_view name) {
  return find(interpreter, name, "triton.language.extra.libdevice.derived", kLibdevice);
}

std::optional<Value> find_derived_language(Interpreter& interpreter, std::string_view name) {
  return find(interpreter, name, "triton.language.derived", kLanguage);
}

}  // namespace tilewright::kernels::triton
