"""Small kernels, good and bad, for tests/triton/test_front_end.py: name -> body of the kernel.

Parameters of every kernel: pointers x (fp32), h (fp16), b (bf16), d (fp64), i (int32), l (int64), s (int16), c (int8),
u (uint32), uc (uint8) and m (int1); scalars n (int32), k (int64), f (fp32), t (int1); B = 16 and NONE = None are tl.constexpr. What
tl.static_print says must be equal, too. Text before a line `---` stands at the top of the file."""

LOADS = """
o = tl.arange(0, B)
vx = tl.load(x + o)
vh = tl.load(h + o)
vb = tl.load(b + o)
vd = tl.load(d + o)
vi = tl.load(i + o)
vl = tl.load(l + o)
vs = tl.load(s + o)
vc = tl.load(c + o)
vu = tl.load(u + o)
vuc = tl.load(uc + o)
vm = tl.load(m + o)
"""

# One case each: the type of the expression, or a refusal.
EXPRESSIONS = """
vx + vh ; vh + vb ; vb + vi ; vh + 1 ; vh + 1.0 ; vi + 1.5 ; vi + vu ; vc + vuc ; vs + vuc ; vu + vl ; vl + vi
vd + vx ; vc + 1 ; vc + 300 ; vuc + 1 ; vuc + -1 ; vu - 1 ; vi + 5000000000 ; vm + vm ; vm + 1 ; vm * vx ; n + 1 ; k + n
f + n ; n + 1.5 ; vh * f ; vh * n ; vb * 2.0 ; vb + vh ; vx / vh ; vh / vh ; vi / vi ; vi / 2 ; vb / vb ; vd / vi ; vh / 2
vi // vi ; vi // 2 ; vx // 2 ; vi // vu ; vi % vu ; vi % 3 ; vx % vx ; vh % vh ; vu // 2 ; vc // vc ; vm // vm
vi ** 2 ; 2 ** 3 ; B ** 2 ; vi << 2 ; vi >> vi ; vu >> 1 ; vx << 1 ; vi & vm ; vi ; vu & 1 ; vx & vx ; vm & vm
vm ^ 1 ; ~vi ; ~vm ; ~vx ; -vi ; -vu ; -vm ; -vx ; +vx ; not t ; not vm ; not n ; not vi ; vi & 255 ; vi ^ vl ; vh & 1
vx > vh ; vh > 0.5 ; vi == 1.5 ; vu > -1 ; vm == 1 ; vx == NONE ; vi is None ; NONE is None ; n is not None ; 1 < 2
0 < vi < 3 ; vi in (1, 2) ; 1 in (1, 2) ; vm and vm ; t and n > 3 ; B > 3 and n > 3 ; vi or vm ; B or n
tl.maximum(vh, 0.0) ; tl.maximum(vh, vx) ; tl.maximum(vi, 0) ; tl.minimum(vi, vu) ; tl.maximum(vb, vb) ; tl.maximum(vi, 1.5)
tl.clamp(vx, 0.0, 1.0) ; tl.clamp(vi, 0, 1) ; tl.clamp(vh, 0.0, 1.0) ; tl.where(vm, vx, 0.0) ; tl.where(vm, vh, 0.0)
tl.where(vi, vx, vx) ; tl.where(vm, vi, vu) ; tl.where(vm, 1, 0) ; tl.where(vm, 1.0, 0) ; tl.where(vm, vi, 1.5) ; tl.where(True, vx, vh)
tl.where(vm, x, x) ; tl.where(vm, x + o, x + o) ; tl.where(t, n, f) ; tl.where(vm[:, None], vx[None, :], 0.0)
tl.exp(vx) ; tl.exp(vh) ; tl.exp(vi) ; tl.exp(1.0) ; tl.exp(n) ; tl.sqrt(vd) ; tl.rsqrt(vb) ; tl.erf(vx) ; tl.floor(vx) ; tl.floor(vi)
tl.abs(vx) ; tl.abs(vi) ; tl.abs(vu) ; tl.abs(vb) ; tl.abs(vm) ; tl.sigmoid(vx) ; tl.sigmoid(vh) ; tl.softmax(vx) ; tl.log(vb)
tl.fma(vx, vx, vx) ; tl.fma(vh, vx, vx) ; tl.fma(vx, 2.0, 1.0) ; tl.fdiv(vx, vx) ; tl.fdiv(vi, vi) ; tl.fdiv(vh, vh) ; tl.div_rn(vx, vx) ; tl.div_rn(vd, vd)
tl.sqrt_rn(vx) ; tl.sqrt_rn(vd) ; tl.umulhi(vi, vi) ; tl.umulhi(vi, vu) ; tl.umulhi(vl, vl) ; tl.umulhi(vx, vx) ; tl.cdiv(n, 16) ; tl.cdiv(B, 3) ; tl.cdiv(vi, 3)
tl.sum(vx) ; tl.sum(vx, 0) ; tl.sum(vx, 1) ; tl.sum(vh) ; tl.sum(vb) ; tl.sum(vc) ; tl.sum(vuc) ; tl.sum(vm) ; tl.sum(vs) ; tl.sum(vl) ; tl.sum(vu)
tl.sum(vh, dtype=tl.float32) ; tl.sum(vi, dtype=tl.int64) ; tl.sum(vx, axis=0, keep_dims=True) ; tl.sum(n) ; tl.sum(vx, axis=-1)
tl.max(vh) ; tl.max(vb) ; tl.max(vc) ; tl.max(vuc) ; tl.max(vm) ; tl.max(vl) ; tl.max(vd) ; tl.min(vs) ; tl.max(vx, 0, return_indices=True)[1] ; tl.max(vh, 0, return_indices=True)[0]
tl.argmax(vx, 0) ; tl.argmin(vh, 0) ; tl.argmax(vi, axis=0, keep_dims=True) ; tl.argmax(vx) ; tl.xor_sum(vi) ; tl.xor_sum(vx) ; tl.xor_sum(vc)
tl.reduce_or(vi, 0) ; tl.reduce_or(vm, 0) ; tl.reduce_or(vx, 0) ; tl.cumsum(vx) ; tl.cumsum(vh) ; tl.cumsum(vb) ; tl.cumsum(vc) ; tl.cumsum(vm) ; tl.cumprod(vi) ; tl.cumprod(vb) ; tl.cumsum(vi, dtype=tl.int64)
tl.sort(vx) ; tl.sort(vi, descending=True) ; tl.sort(vh) ; tl.topk(vx, 4) ; tl.topk(vi, 3) ; tl.flip(vx) ; tl.flip(vx, 0) ; tl.histogram(vi, 16) ; tl.histogram(vl, 16) ; tl.histogram(vx, 16) ; tl.histogram(vi, 12)
tl.gather(vx, vi, 0) ; tl.gather(vx, vx, 0) ; tl.gather(vx, vl, 0) ; tl.gather(vx, vi, 1) ; tl.join(vx, vx) ; tl.join(vx, vh) ; tl.interleave(vx, vx) ; tl.split(tl.join(vx, vx))[0] ; tl.split(vx)
tl.cat(vx, vx) ; tl.cat(vx, vx, can_reorder=True) ; tl.cat(vx, vh, can_reorder=True) ; tl.ravel(vx[:, None]) ; tl.reshape(vx, (4, 4)) ; tl.reshape(vx, 4, 4) ; tl.reshape(vx, (4, 8)) ; tl.reshape(vx, [4, 4]) ; vx.reshape(2, 8)
tl.view(vx, (4, 4)) ; tl.trans(vx) ; tl.trans(vx[:, None]) ; tl.permute(vx[:, None], (1, 0)) ; tl.permute(vx[:, None], 1, 0) ; tl.permute(vx[:, None], (0, 0)) ; tl.expand_dims(vx, 1) ; tl.expand_dims(vx, (0, 1)) ; tl.expand_dims(vx, 2) ; vx.T ; vx[:, None].T
tl.broadcast_to(vx, (4, 16)) ; tl.broadcast_to(vx[None, :], (4, 16)) ; tl.broadcast_to(vx[None, :], 4, 16) ; tl.broadcast_to(n, (4, 16)) ; tl.broadcast(vx, vh)[0] ; tl.broadcast_to(vx, (8,))
vx[0] ; vx[None] ; vx[:, None, None] ; vx[:] ; vx[0:4] ; vx[..., None] ; vx[:, :] ; n[None] ; vx[None, :] + vx[:, None] ; vx + tl.arange(0, 8) ; vx[:, None] + tl.arange(0, 8)[None, :]
tl.arange(0, 12) ; tl.arange(0, n) ; tl.arange(1, 17) ; tl.arange(4, 4) ; tl.arange(-8, 8) ; tl.arange(B) ; tl.arange(0, B).to(tl.int64) ; tl.arange(0, 16.0) ; tl.arange(0, B // 4) ; tl.arange(0, B / 4)
tl.zeros((4,), tl.float32) ; tl.zeros((4,), dtype=tl.bfloat16) ; tl.zeros([4, 3], tl.float32) ; tl.zeros(4, tl.float32) ; tl.zeros((4,)) ; tl.zeros((n,), tl.float32) ; tl.zeros((), tl.float32) ; tl.full((4,), 1, tl.int8) ; tl.full((4,), n, tl.float16) ; tl.full((4,), 1.5, tl.int32) ; tl.full((4,), 1) ; tl.zeros_like(vh) ; tl.full((4,), float("-inf"), tl.float32)
vx.to(tl.float16) ; vx.to(tl.int8) ; vx.to(tl.float8e5) ; vx.to(tl.float8e4nv) ; vx.to(tl.float8e4b15) ; vi.to(tl.float32, bitcast=True) ; vi.to(tl.float16, bitcast=True) ; vh.to(tl.int16, bitcast=True) ; vx.to(tl.float16, fp_downcast_rounding="rtz") ; vx.to(tl.float16, "rtz") ; vh.to(tl.float32, fp_downcast_rounding="rtz") ; vx.to(tl.int1) ; vi.to(tl.int1) ; vx.to(x.dtype.element_ty) ; vx.to(vh.dtype) ; vi.cast(tl.float32) ; tl.cast(vi, tl.float32) ; tl.cast(n, tl.float32) ; vx.to("float16") ; x.to(tl.int64) ; vl.to(tl.pointer_type(tl.float32)) ; vi.to(tl.pointer_type(tl.float32)) ; n.to(tl.int64) ; B.to(tl.int64) ; vx.to(tl.uint8).to(tl.float8e5, bitcast=True)
x + o ; x + 1.5 ; x + x ; x - o ; x - x ; 1 + x ; o + x ; -x ; x * 2 ; x == x ; x + vl ; x + vu ; x + vm ; x > x ; x + n ; tl.float32(1.0) ; tl.int64(n) ; x[o] ; x.dtype ; (x + o).dtype.element_ty ; x.type ; vx.type ; o.shape ; o.numel ; vx.shape[0] ; len(vx.shape) ; vx.dtype.is_floating() ; vx.dtype.primitive_bitwidth ; vi.dtype.is_int() ; vi.dtype.int_bitwidth ; vx.dtype == tl.float32 ; x.dtype.is_ptr() ; vx.itemsize ; vx.ndim ; vx.device
tl.dot(vx[:, None], vx[None, :]) ; tl.dot(vx[:, None] + vx[None, :], vx[:, None] + vx[None, :]) ; tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :]) ; tl.dot(vh[:, None] + vh[None, :], vb[:, None] + vb[None, :]) ; tl.dot(vb[:, None] + vb[None, :], vb[:, None] + vb[None, :]) ; tl.dot(vd[:, None] + vd[None, :], vd[:, None] + vd[None, :]) ; tl.dot(vi[:, None] + vi[None, :], vi[:, None] + vi[None, :]) ; tl.dot(vx, vx)
tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :], out_dtype=tl.float16) ; tl.dot(vb[:, None] + vb[None, :], vb[:, None] + vb[None, :], out_dtype=tl.bfloat16) ; tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :], acc=vx[:, None] + vx[None, :]) ; tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :], acc=vh[:, None] + vh[None, :]) ; tl.dot(vx[:, None] + vx[None, :], vx[:, None] + vx[None, :], allow_tf32=False) ; tl.dot(vx[:, None] + vx[None, :], vx[:, None] + vx[None, :], allow_tf32=False, input_precision="ieee") ; tl.dot(vx[:, None] + vx[None, :], vx[:, None] + vx[None, :], input_precision="tf32x3") ; tl.dot(vx[:, None] + vx[None, :], vx[:, None] + vx[None, :], input_precision="fast") ; tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :], trans_b=True)
tl.atomic_add(x + o, 1.0) ; tl.atomic_add(i + o, 1) ; tl.atomic_add(h + o, vh) ; tl.atomic_add(b + o, vb) ; tl.atomic_add(c + o, vc) ; tl.atomic_add(s + o, vs) ; tl.atomic_max(x + o, vx) ; tl.atomic_max(h + o, vh) ; tl.atomic_max(u + o, vu) ; tl.atomic_and(x + o, 1) ; tl.atomic_xchg(x + o, vx) ; tl.atomic_xchg(c + o, vc) ; tl.atomic_cas(i, 0, 1) ; tl.atomic_cas(i + o, vi, vi) ; tl.atomic_cas(x, 0.0, 1.0) ; tl.atomic_add(i, 1, sem="relaxed") ; tl.atomic_add(i, 1, sem="seq_cst") ; tl.atomic_add(i, 1, scope="cta") ; tl.atomic_add(i, 1, scope="block") ; tl.atomic_add(d + o, vd) ; tl.atomic_add(l, 1) ; tl.atomic_min(d + o, vd) ; tl.atomic_xor(i, n) ; tl.atomic_or(i, f) ; tl.atomic_add(x, vx) ; tl.atomic_add(i + o, 1, vm) ; tl.atomic_add(n, 1)
tl.load(x) ; tl.load(x + o, vm) ; tl.load(x + o, mask=o < n, other=0) ; tl.load(x + o, other=0.0) ; tl.load(x, mask=vm) ; tl.load(x + o, mask=t) ; tl.load(x + o[:, None], mask=vm[None, :]) ; tl.load(x + o, mask=vi) ; tl.load(m + o) ; tl.load(x + o, cache_modifier=".ca") ; tl.load(x + o, cache_modifier=".wb") ; tl.load(x + o, eviction_policy="evict_first") ; tl.load(x + o, eviction_policy="evict_normal") ; tl.load(x + o, volatile=True) ; tl.load(o) ; tl.load(n) ; tl.load(x + o, boundary_check=(0,)) ; tl.load(x + o, mask=vm, other=vh) ; tl.load(x + o, dtype=tl.float16) ; tl.load(x + o, mask=True) ; tl.load(x + o, mask=NONE, other=NONE)
tl.store(x + o, vx) ; tl.store(x + o, 1) ; tl.store(x + o, vh) ; tl.store(x, vx) ; tl.store(x, 1.0) ; tl.store(x + o, vx[:, None]) ; tl.store(x + o[:, None], vx) ; tl.store(x + o, vx, mask=vm) ; tl.store(x + o, vx, mask=vi) ; tl.store(x + o, vx, mask=t) ; tl.store(o, vx) ; tl.store(x + o, vx, cache_modifier=".wb") ; tl.store(x + o, vx, cache_modifier=".ca") ; tl.store(m + o, vm) ; tl.store(x + o, x) ; tl.store(c + o, vx) ; tl.store(x + o, True)
tl.program_id(0) ; tl.program_id(3) ; tl.program_id(axis=1) ; tl.num_programs(0) ; tl.program_id(n) ; tl.num_programs(-1) ; tl.multiple_of(o, 4) ; tl.multiple_of(o, [4]) ; tl.multiple_of(o, [4, 4]) ; tl.max_contiguous(o, 4) ; tl.max_constancy(o, [4]) ; tl.multiple_of(n, 8) ; tl.multiple_of(o, n) ; tl.assume(n > 0) ; tl.debug_barrier() ; tl.static_assert(B == 16) ; tl.static_assert(B == 17) ; tl.static_assert(n == 7) ; tl.static_assert(True, "text") ; tl.device_assert(n > 0) ; tl.device_assert(vm, "text") ; tl.device_print("a", n) ; tl.device_print(n) ; tl.device_print("a", vx, vi) ; print("a", n)
tl.rand(n, o) ; tl.randn(n, o) ; tl.randint(n, o) ; tl.rand(n, vx) ; tl.rand(f, o) ; tl.rand(n, vl) ; tl.randint4x(n, o)[2] ; tl.rand4x(n, o)[0] ; tl.philox(n, o, o, o, o)[0] ; tl.rand(0, o) ; tl.rand(k, o) ; tl.uint_to_uniform_float(vi) ; tl.swizzle2d(n, n, 4, 4, 2)[0] ; tl.squeeze(vx[None], 0) ; tl.unsqueeze(vx, 0)
min(1, 2) ; max(n, 3) ; min(vx, vh) ; max(B, 3) ; abs(n) ; float(3) ; int(3.5) ; int(n) ; float(n) ; len((1, 2)) ; isinstance(B, tl.constexpr) ; isinstance(n, tl.tensor) ; sum((1, 2)) ; round(1.5) ; range(4) ; list((1, 2))[0] ; getattr(vx, "dtype") ; hasattr(vx, "dtype") ; pow(2, 3) ; str(B) ; bool(B) ; tuple((1, 2)) ; sorted((2, 1)) ; (1, 2)[0] ; (1, n)[1] ; (1, 2) + (3,) ; (1, 2) * 2 ; (1, 2) == (1, 2) ; [1, 2][0] ; [1, 2] ; [j for j in (1, 2)] ; [j for j in range(2)] ; [j + n for j in (1, 2)] ; [j for j in (1, 2, 3) if j > 1] ; [j for j, jj in ((1, 2), (3, 4))] ; [a for a in [1, 2]] ; (j for j in (1, 2)) ; {j for j in (1, 2)} ; {1: 2} ; {1, 2} ; lambda a: a ; f"{B}" ; f"{n}" ; "a" + "b" ; "a" == "a" ; "a" "b" ; 1 if B > 3 else 2 ; 1 if n > 3 else 2 ; 1 if n > 3 else 2.5 ; vx if n > 3 else vh ; vx if vm else vx ; vx if t else -vx ; NONE if n > 3 else NONE ; 1_000 ; 0x10 ; 1e3 ; 1j ; 10000000000 ; 18446744073709551615 ; 18446744073709551616 ; -9223372036854775808 ; float("inf") ; float("nan") ; True ; None ; ... ; b"a" ; (z := n + 1) ; *(1, 2), 3 ; tl.constexpr(3) ; tl.constexpr(B) + 1 ; B.value ; n.value ; tl.float32 ; tl.tensor ; tl.math.exp(vx) ; tl.math.sqrt(2.0) ; tl.tanh(vx) ; tl.pow(vx, 2) ; tl.math.pow(vx, 2.0) ; tl.libdevice.exp(vx) ; tl.extra.cuda.libdevice.tanh(vx) ; tl.extra.libdevice.tanh(vx) ; tl.extra.libdevice.tanh(vh) ; tl.math.log2(8) ; tl.mean(vx) ; tl.transpose(vx) ; tl.any(vm) ; tl.ones((4,), tl.float32) ; vx.sum() ; vx.sum(0) ; vx.max(axis=0) ; vx.exp() ; vx.abs() ; vx.sqrt() ; vx.mean() ; vx.item() ; vx.reshape(16, 1) ; vx.trans() ; vx.permute(0) ; vx.split() ; vx.store(1) ; vx.logical_and(vm) ; vm.logical_and(vm) ; vx.to(dtype=tl.float16) ; vx.atomic_add(1) ; vx.associative_scan ; vx.__add__(vx) ; x.load() ; (vx, vh)[1] ; n.dtype ; f.dtype ; t.dtype ; k.dtype ; (n + k).dtype ; (n > 1).dtype
"""

# Whole bodies, separated by blank lines; the first line names them.
STATEMENTS = '''
# carried in a for loop
acc = tl.zeros((B,), tl.float32)
for j in range(n):
    acc += vx
tl.static_print(acc)

# dtype changes in a loop
acc = 0
for j in range(n):
    acc += vx
tl.static_print(acc)

# int carried becomes float
acc = 0
for j in range(n):
    acc += 1.5

# half carried becomes float
acc = vh
for j in range(n):
    acc = acc * f

# half carried, python float
acc = vh
for j in range(n):
    acc = acc * 2.0
tl.static_print(acc)

# the loop variable afterwards
for j in range(n):
    tl.store(x + j, 1.0)
tl.store(x + j, 2.0)

# defined in a loop, used after
for j in range(n):
    y = j + 1
tl.store(i, y)

# defined before and in a loop
y = 0
for j in range(n):
    y = j + 1
tl.static_print(y)

# the loop variable assigned
for j in range(n):
    j = j + 1
    tl.store(i + j, j)

# loop variable of int64
for j in range(k):
    tl.static_print(j)

# loop over a constant range
for j in range(0, B, 4):
    tl.static_print(j)

# static_range
for j in tl.static_range(3):
    tl.static_print(j)

# static_range of a runtime bound
for j in tl.static_range(n):
    tl.static_print(j)

# static_range carries a type change
acc = 0
for j in tl.static_range(3):
    acc += 0.5
tl.static_print(acc)

# static_range, variable afterwards
for j in tl.static_range(3):
    pass
tl.static_print(j)

# tl.range with options
for j in tl.range(0, n, num_stages=2):
    tl.static_print(j)

# tl.range with unknown options
for j in tl.range(0, n, stages=2):
    tl.static_print(j)

# range with an option
for j in range(B, flatten=True):
    tl.static_print(j)

# range with an option and a bound
for j in range(0, n, num_stages=2):
    tl.static_print(j)

# range with a keyword
for j in range(0, n, step=2):
    tl.static_print(j)

# loop over a tuple
for j in (1, 2, 3):
    tl.static_print(j)

# loop over a list
for j in [1, 2]:
    tl.static_print(j)

# loop over a block
for j in vx:
    tl.static_print(j)

# loop with float bounds
for j in range(f):
    tl.static_print(j)

# loop with a block bound
for j in range(vi):
    tl.static_print(j)

# loop backwards
for j in range(10, 0, -1):
    tl.static_print(j)

# loop backwards at run time
for j in range(n, 0, -n):
    tl.static_print(j)

# for else
for j in range(n):
    pass
else:
    pass

# break
for j in range(n):
    break

# continue
for j in range(n):
    continue

# break in while
while n > 0:
    break

# enumerate
for a, j in enumerate((1, 2)):
    pass

# zip
for a, j in zip((1, 2), (3, 4)):
    pass

# while
j = 0
while j < n:
    j += 1
tl.static_print(j)

# while of a constant
while True:
    tl.store(x, 1.0)

# while of a constexpr comparison
while B > 20:
    tl.store(x, 1.0)

# while changes types
j = 0
while j < n:
    j += 1.5

# while of a block
while vm:
    tl.store(x, 1.0)

# while and
j = 0
while j < n and j < 5:
    j += 1
tl.static_print(j)

# while of an int
j = n
while j:
    j -= 1
tl.static_print(j)

# if of a block
if vm:
    tl.store(x, 1.0)

# if of a block of one element
if tl.sum(vx, axis=0, keep_dims=True) > 0:
    tl.store(x, 1.0)

# if of an int
if n:
    tl.store(x, 1.0)

# if of a float
if f:
    tl.store(x, 1.0)

# if of a pointer
if x:
    tl.store(x, 1.0)

# if of None
if NONE:
    tl.store(x, 1.0)

# if of a text
if "a":
    tl.store(x, 1.0)

# if of an empty tuple
if ():
    tl.store(x, 1.0)

# if of a dtype
if tl.float32:
    tl.store(x, 1.0)

# one branch sets a name
if n > 3:
    y = 1
tl.store(i, y)

# both branches set a name
if n > 3:
    y = 1
else:
    y = 2
tl.static_print(y)

# branches disagree on the type
if n > 3:
    y = 1
else:
    y = 2.0

# branches disagree on the shape
if n > 3:
    y = vx
else:
    y = vx[:, None]

# a branch changes the type of a name
y = 1
if n > 3:
    y = 2.0

# a branch changes the type of a name that nothing reads
y = vx
if n > 3:
    y = vh

# constexpr branch: the dead side is not compiled
if B > 20:
    y = tl.nothing(1)
else:
    y = 2
tl.static_print(y)

# constexpr branches of two types
if B > 3:
    y = 1
else:
    y = 2.0
tl.static_print(y)

# a constant reassigned in a branch
y: tl.constexpr = 3
if n > 3:
    y = 4

# constexpr declared twice
y: tl.constexpr = 3
y: tl.constexpr = 4

# constexpr assigned again
y: tl.constexpr = 3
y = 4
tl.static_print(y)

# constexpr from a run-time value
y: tl.constexpr = n
tl.static_print(y)

# constexpr arithmetic
y: tl.constexpr = B * 2 + 1
tl.static_print(y, y // 2, y / 2, y % 5)

# a name assigned is no constexpr
y = 16
z = tl.arange(0, y)

# annotated
y: tl.int32 = 3
tl.static_print(y)

# annotated by python's type
y: int = 3
tl.static_print(y)

# bare annotation
y: tl.int32
tl.static_print(B)

# early return
if n > 3:
    return
tl.store(x, 1.0)

# return in a loop
for j in range(n):
    return

# return in a constexpr branch in a loop
for j in range(n):
    if B > 3:
        return

# return a value
return 1

# return a block
return vx

# return None
return None

# statements after return
return
tl.nothing()

# elif
if n > 3:
    y = 1
elif n > 2:
    y = 2
else:
    y = 3
tl.static_print(y)

# chained assignment
y = z = 1

# tuple assignment
y, z = 1, vx
tl.static_print(y, z)

# swap
y, z = 1, 2
y, z = z, y
tl.static_print(y, z)

# swap in a loop
y, z = vx, vx + 1
for j in range(n):
    y, z = z, y
tl.static_print(y, z)

# nested unpacking
(y, z), w = (1, 2), 3
tl.static_print(y, z, w)

# starred unpacking
y, *z = 1, 2, 3

# unpacking too many
y, z = 1, 2, 3

# unpacking too few
y, z, w = 1, 2

# unpacking to a list
[y, z] = 1, 2

# unpacking a block
y, z = vx

# subscript store
vx[0] = 1.0

# attribute store
vx.a = 1.0

# augmented subscript
vx[0] += 1.0

# augmented matmul
vx @= vx

# matmul
y = vx @ vx

# augmented operators
y = n
y += 1
y -= 1
y *= 2
y //= 2
y %= 5
y <<= 1
y >>= 1
y &= 3
y |= 4
y ^= 1
tl.static_print(y)

# augmented true division
y = n
y /= 2
tl.static_print(y)

# augmented power
y = n
y **= 2

# walrus
if (y := n) > 3:
    tl.store(i, y)

# walrus in a loop
y = 0
while (y := y + 1) < n:
    pass

# delete
y = 1
del y

# pass
pass

# docstring
"""text"""

# a number as a statement
3

# global
global y

# nested function
def inner(a):
    return a

# class
class A:
    pass

# lambda assigned
y = lambda a: a

# try
try:
    y = 1
except:
    y = 2

# raise
raise ValueError()

# with
with open("a"):
    pass

# import
import math

# yield
yield 1

# assert
assert n > 0

# assert with a text
assert n > 0, "text"

# assert of a constant
assert B == 16

# assert of a false constant
assert B == 17

# assert of a block
assert vx > 0

# static assert of a type
tl.static_assert(vx.dtype == tl.float32)

# static assert, wrong
tl.static_assert(vx.dtype == tl.float16, "text")

# static assert with a keyword
tl.static_assert(B == 16, msg="text")

# static assert of an int
tl.static_assert(1)

# static assert of a shape
tl.static_assert(vx.shape[0] == B)

# match
match n:
    case 1:
        pass

# unused result
tl.sum(vx)

# unused load
tl.load(x)

# unused where
tl.where(vm, vx, vx)

# comparison as a statement
vx > 1

# a tuple carried in a loop
y = (vx, vh)
for j in range(n):
    y = (y[0] + 1, y[1])
tl.static_print(y[0], y[1])

# None carried
y = None
for j in range(n):
    if y is None:
        y = 1

# None in a branch
y = None
if n > 3:
    y = 1

# None in both branches
if n > 3:
    y = None
else:
    y = None
tl.static_print(y is None)

# None against a value
if n > 3:
    y = None
else:
    y = 1

# dtype in a name
dt = tl.float16
tl.static_print(vx.to(dt))

# dtype in a name, changed in a branch
dt = tl.float16
if n > 3:
    dt = tl.float32

# function in a name
fn = tl.exp
tl.static_print(fn(vx))

# a text in a name
y = "relu"
if y == "relu":
    tl.store(x, 1.0)

# a bool in a name
y = True
if y:
    tl.store(x, 1.0)
tl.static_print(y)

# float min
y = float("-inf")
y = tl.maximum(y, tl.max(vx, 0))
tl.static_print(y)

# large number
y = 10000000000
tl.static_print(y)

# larger number
y = 10000000000000000000
tl.static_print(y)

# very small float
y = 1e-300
tl.static_print(y)

# very large float
y = 1e300
tl.static_print(y)

# a name of the host
tl.store(i, HOST)
---
HOST = 3

# a constexpr of the host
tl.static_print(HOST + 1)
---
HOST = tl.constexpr(3)

# annotated constexpr of the host
tl.static_print(HOST + 1)
---
HOST: tl.constexpr = 3

# a dtype of the host
tl.static_print(vx.to(HOST))
---
HOST = tl.float16

# a torch dtype of the host
tl.static_print(vx.to(HOST))
---
import torch
HOST = torch.float16

# a module of the host
tl.static_print(math.pi)
---
import math

# a function of a module
tl.static_print(math.log2(B))
---
import math

# a function of a module on a block
tl.static_print(math.exp(vx))
---
import math

# a function of a module on a scalar
tl.static_print(math.sqrt(f))
---
import math

# numpy on a block
tl.static_print(np.exp(vx))
---
import numpy as np

# torch on a block
tl.static_print(torch.exp(vx))
---
import torch

# a tuple of the host
tl.static_print(HOST[0])
---
HOST = (1, 2)

# a constexpr tuple of the host
tl.static_print(HOST[0])
---
HOST = tl.constexpr((1, 2))

# a plain function
tl.static_print(helper(n))
---
def helper(a):
    return a + 1

# a plain function on a constant
tl.static_print(helper(B))
---
def helper(a):
    return a + 1

# a constexpr function
tl.static_print(helper(B))
---
@triton.constexpr_function
def helper(a):
    return a + 1

# a constexpr function on a run-time value
tl.static_print(helper(n))
---
@triton.constexpr_function
def helper(a):
    return a + 1

# triton.cdiv
tl.static_print(triton.cdiv(B, 3))

# triton.cdiv at run time
tl.static_print(triton.cdiv(n, 3))

# triton.next_power_of_2
tl.static_print(triton.next_power_of_2(B + 1))

# a jit function
tl.static_print(helper(n, 2))
---
@triton.jit
def helper(a, b):
    return a + b

# a jit function, keyword and default
tl.static_print(helper(n, b=vx))
---
@triton.jit
def helper(a, b, c=1):
    return a + b + c

# a jit function without an argument
tl.static_print(helper(n))
---
@triton.jit
def helper(a, b):
    return a + b

# a jit function with one argument too many
tl.static_print(helper(n, 1, 2))
---
@triton.jit
def helper(a, b):
    return a + b

# a jit function that returns nothing
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    pass

# a jit function that returns two
y, z = helper(n)
tl.static_print(y, z)
---
@triton.jit
def helper(a):
    return a, a + 1.5

# returns of two types
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    if a > 3:
        return 1
    return 2.0

# returns on some paths
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    if a > 3:
        return 1

# returns in both branches
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    if a > 3:
        return 1
    else:
        return 2

# return in a loop of a helper
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    for j in range(a):
        return j
    return 0

# constexpr returned
tl.static_print(helper(B))
---
@triton.jit
def helper(a: tl.constexpr):
    return a * 2

# constexpr parameter given a run-time value
tl.static_print(helper(n))
---
@triton.jit
def helper(a: tl.constexpr):
    return a * 2

# block shape from a parameter without annotation
tl.static_print(helper(B))
---
@triton.jit
def helper(a):
    return tl.arange(0, a)

# block shape from a literal argument
tl.static_print(helper(8))
---
@triton.jit
def helper(a):
    return tl.arange(0, a)

# recursion
tl.static_print(helper(n))
---
@triton.jit
def helper(a):
    return helper(a)

# a jit function as an argument
tl.static_print(helper(vx, inner))
---
@triton.jit
def inner(a):
    return a * 2

@triton.jit
def helper(a, fn: tl.constexpr):
    return fn(a)

# a jit function launched
inner[(1,)](x)
---
@triton.jit
def inner(a):
    tl.store(a, 1.0)

# star arguments
tl.static_print(helper(1, n, vx))
---
@triton.jit
def helper(*args):
    return args[1] + args[2]

# star call
y = (n, vx)
tl.static_print(helper(*y))
---
@triton.jit
def helper(a, b):
    return a + b

# double star call
tl.static_print(helper(**{"a": n}))
---
@triton.jit
def helper(a):
    return a

# reduce with a function
tl.static_print(tl.reduce(vx, 0, combine))
---
@triton.jit
def combine(a, b):
    return a + b

# reduce with a function of another type
tl.static_print(tl.reduce(vh, 0, combine))
---
@triton.jit
def combine(a, b):
    return a + b * 1.5

# reduce with a wrong type
tl.static_print(tl.reduce(vi, 0, combine))
---
@triton.jit
def combine(a, b):
    return a + b * 1.5

# reduce of a tuple
y, z = tl.reduce((vx, vi), 0, combine)
tl.static_print(y, z)
---
@triton.jit
def combine(a, ai, b, bi):
    return tl.where(a > b, a, b), tl.where(a > b, ai, bi)

# reduce of a tuple of two shapes
y, z = tl.reduce((vx, vx[:, None]), 0, combine)
---
@triton.jit
def combine(a, ai, b, bi):
    return a, ai

# reduce with a lambda
tl.static_print(tl.reduce(vx, 0, lambda a, b: a + b))

# reduce with a builtin
tl.static_print(tl.reduce(vx, 0, tl.maximum))

# scan with a function
tl.static_print(tl.associative_scan(vx, 0, combine))
---
@triton.jit
def combine(a, b):
    return a + b

# scan of a tuple, reversed
y, z = tl.associative_scan((vx, vh), 0, combine, reverse=True)
tl.static_print(y, z)
---
@triton.jit
def combine(a, b, c, d):
    return a + c, b + d

# map_elementwise
tl.static_print(tl.map_elementwise(fn, vx))
---
@triton.jit
def fn(a):
    return a * 2

# inline assembly
tl.static_print(tl.inline_asm_elementwise("add.s32 $0, $1, $2;", "=r,r,r", [vi, vi], tl.int32, True, 1))

# inline assembly of two results
y, z = tl.inline_asm_elementwise("mov.b32 $0, $2; mov.b32 $1, $2;", "=r,=r,r", [vi], (tl.int32, tl.int32), True, 1)
tl.static_print(y, z)

# a block pointer
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.static_print(tl.load(p, boundary_check=(0, 1)))

# a block pointer with a mask
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.static_print(tl.load(p, mask=True))

# a block pointer with padding
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.static_print(tl.load(p, boundary_check=(0,), padding_option="nan"))

# a block pointer with unknown padding
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.static_print(tl.load(p, boundary_check=(0,), padding_option="one"))

# a block pointer checked on an axis it does not have
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.static_print(tl.load(p, boundary_check=(2,)))

# a block pointer advanced in a loop
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
acc = tl.zeros((4, 4), tl.float32)
for j in range(n):
    acc += tl.load(p)
    p = tl.advance(p, (0, 4))
tl.static_print(acc)

# a block pointer stored
p = tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.store(p, tl.zeros((4, 4), tl.float32))

# a block pointer stored with another shape
p = tl.make_block_ptr(h, (n, n), (n, 1), (0, 0), (4, 4), (1, 0))
tl.store(p, tl.zeros((4, 8), tl.float16))

# a block pointer of a wrong rank
p = tl.make_block_ptr(x, (n, n), (n,), (0, 0), (4, 4), (1, 0))

# a block pointer of a wrong order
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 4), (1, 1))

# a block pointer whose block is no power of two
p = tl.make_block_ptr(x, (n, n), (n, 1), (0, 0), (4, 6), (1, 0))

# a descriptor
p = tl.make_tensor_descriptor(x, [n, n], [n, 1], [4, 16])
tl.static_print(p.load([0, 0]))

# a descriptor whose last stride is not one
p = tl.make_tensor_descriptor(x, [n, n], [1, n], [4, 16])
tl.static_print(p.load([0, 0]))

# a descriptor with a short last extent
p = tl.make_tensor_descriptor(h, [n, n], [n, 1], [4, 4])
tl.static_print(p.load([0, 0]))

# a descriptor stored
p = tl.make_tensor_descriptor(h, [n, n], [n, 1], [4, 16])
p.store([0, 0], tl.zeros((4, 16), tl.float32))

# a descriptor with one offset
p = tl.make_tensor_descriptor(x, [n, n], [n, 1], [4, 16])
tl.static_print(p.load([0]))

# a descriptor's attributes
p = tl.make_tensor_descriptor(x, [n, n], [n, 1], [4, 16])
tl.static_print(p.block_shape, p.dtype)

# dot_scaled
y = tl.dot_scaled(tl.zeros((16, 32), tl.uint8), tl.zeros((16, 2), tl.uint8), "e2m1", tl.zeros((32, 16), tl.uint8), tl.zeros((16, 2), tl.uint8), "e2m1")
tl.static_print(y)

# dot_scaled of an unknown format
y = tl.dot_scaled(tl.zeros((16, 64), tl.uint8), tl.zeros((16, 2), tl.uint8), "e3m2", tl.zeros((64, 16), tl.uint8), tl.zeros((16, 2), tl.uint8), "e4m3")

# dot_scaled without scales
y = tl.dot_scaled(tl.zeros((16, 64), tl.bfloat16), None, "bf16", tl.zeros((64, 16), tl.uint8), tl.zeros((16, 2), tl.uint8), "e4m3")
tl.static_print(y)

# dot of eight bits
y = tl.dot(tl.zeros((16, 32), tl.int8), tl.zeros((32, 16), tl.int8))
tl.static_print(y)

# dot of eight bits, short
y = tl.dot(tl.zeros((16, 16), tl.int8), tl.zeros((16, 16), tl.int8))
tl.static_print(y)

# dot of unsigned bytes
y = tl.dot(tl.zeros((16, 32), tl.uint8), tl.zeros((32, 16), tl.uint8))
tl.static_print(y)

# dot of fp8
y = tl.dot(tl.zeros((16, 32), tl.float8e5), tl.zeros((32, 16), tl.float8e4nv))
tl.static_print(y)

# dot of few rows
y = tl.dot(tl.zeros((2, 16), tl.float16), tl.zeros((16, 4), tl.float16))
tl.static_print(y)

# dot of few columns of K
y = tl.dot(tl.zeros((16, 8), tl.float16), tl.zeros((8, 16), tl.float16))
tl.static_print(y)

# dot of fp32, K of 8
y = tl.dot(tl.zeros((16, 8), tl.float32), tl.zeros((8, 16), tl.float32))
tl.static_print(y)

# dot of two K
y = tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((32, 16), tl.float16))

# dot in three dimensions
y = tl.dot(tl.zeros((2, 16, 16), tl.float16), tl.zeros((2, 16, 16), tl.float16))
tl.static_print(y)

# dot of batches that differ
y = tl.dot(tl.zeros((2, 16, 16), tl.float16), tl.zeros((4, 16, 16), tl.float16))

# dot with an acc of another shape
y = tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16), tl.zeros((16, 32), tl.float32))

# dot accumulated in a loop
acc = tl.zeros((16, 16), tl.float32)
for j in range(n):
    acc = tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16), acc)
tl.static_print(acc)

# dot of half accumulated by +=
acc = tl.zeros((16, 16), tl.float16)
for j in range(n):
    acc += tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16))

# bit operations that need parentheses
tl.static_print(vi | vu, vi | 1, vm | (vi > 3), n | 1)

# a block that is too large
y = tl.zeros((1024, 2048), tl.float32)

# a block of two extents
y = tl.zeros((8, 16), tl.float32)
tl.static_print(y.shape, tl.sum(y, 0), tl.sum(y, 1), tl.sum(y), tl.max(y, axis=-1))

# a sort of rows
y = tl.zeros((8, 16), tl.float32)
tl.static_print(tl.sort(y), tl.sort(y, 1), tl.flip(y, 1), tl.cumsum(y, 1))

# a sort of columns
y = tl.zeros((8, 16), tl.float32)
tl.static_print(tl.sort(y, 0))

# constexpr methods
tl.static_print(B.bit_length())

# getattr of a module
fn = getattr(tl, "exp")
tl.static_print(fn(vx))

# if inside a conditional expression
y = (1 if B > 3 else 2) if n > 3 else 3
tl.static_print(y)

# unreachable after both branches return
if n > 3:
    return
else:
    return
tl.store(x, 1.0)

# nested loops
acc = tl.zeros((B,), tl.float32)
for j in range(n):
    for q in range(j):
        acc += q
tl.static_print(acc)

# a loop inside a branch
acc = 0.0
if n > 3:
    for j in range(n):
        acc += 1.0
tl.static_print(acc)

# a constexpr changed in a loop
y: tl.constexpr = 1
for j in range(n):
    y = 2

# an argument changed in a loop
for j in range(n):
    n += 1
tl.static_print(n)

# an argument that is a constexpr changed
B = 32
tl.static_print(B)

# a pointer carried in a loop
p = x
for j in range(n):
    p += 16
tl.static_print(p)

# a block of pointers carried
p = x + o
for j in range(n):
    p += n
tl.static_print(p)

# a pointer carried becomes a block
p = x
for j in range(n):
    p += o

# a static print of nothing
tl.static_print()

# a static print of an f-string
tl.static_print(f"{B} and {B + 1}")

# condition of while
j = 0
while tl.condition(j < n):
    j += 1

# a tuple with a name
y = (n, vx)
tl.static_print(len(y), y[1], y[-1], y[0:1][0])

# index of a tuple at run time
y = (n, vx)
tl.static_print(y[n])

# a comparison of types
if vx.dtype == tl.float32:
    y = 1
else:
    y = tl.nothing()
tl.static_print(y)

# is of types
if x.dtype.element_ty is tl.float32:
    y = 1
else:
    y = 2.0
tl.static_print(y)

# numel
tl.static_print(vx.numel, vx[:, None].shape)

# f-string with a format
tl.static_print(f"{B:4}")

# not in
tl.static_print(B not in (1, 2))
'''

# What tilewright says otherwise than Triton 3.6, and why.
WRONG_THERE = "stricter: the compiler drops or mistakes what was written without a word"
LATER = "later versions take it"
NO_VALUE = "a Python object that no kernel computes with"
DIFFERENT = {
    "tl.div_rn(vd, vd)": "libdevice's function of that name takes fp64",
    "tl.sqrt_rn(vd)": "libdevice's function of that name takes fp64",
    "tl.topk(vi, 3)": WRONG_THERE,
    "tl.flip(vx)": "the documented default, over which 3.6 stumbles",
    "tl.histogram(vl, 16)": "stricter: only 32-bit integers are documented",
    "tl.cat(vx, vx)": LATER,
    "vx.to(tl.float8e4b15)": "a type of chips before sm_89 that no other target has",
    "tl.dot(vh[:, None] + vh[None, :], vh[:, None] + vh[None, :], acc=vh[:, None] + vh[None, :])": LATER,
    "tl.atomic_and(x + o, 1)": "stricter: bits of floats",
    "tl.rand(n, vx)": WRONG_THERE,
    "tl.squeeze(vx[None], 0)": LATER,
    "tl.unsqueeze(vx, 0)": LATER,
    "range(4)": NO_VALUE,
    "[j for j in (1, 2, 3) if j > 1]": LATER + "; 3.6 leaves the condition out",
    "1j": NO_VALUE,
    "18446744073709551615": "prints as the block value that it becomes",
    "18446744073709551616": NO_VALUE,
    "...": NO_VALUE,
    'b"a"': NO_VALUE,
    "(z := n + 1)": LATER,
    "walrus": LATER,
    "walrus in a loop": LATER,
    "tl.tensor": NO_VALUE,
    "vx.associative_scan": NO_VALUE,
    "vx.__add__(vx)": NO_VALUE,
    "the loop variable afterwards": WRONG_THERE,
    "range with a keyword": WRONG_THERE,
    "return a value": WRONG_THERE,
    "return a block": WRONG_THERE,
    "unpacking too many": WRONG_THERE,
    "assert of a false constant": "assertions are checked without a debug mode",
    "static assert with a keyword": LATER,
    "None in a branch": WRONG_THERE,
    "None in both branches": "changes nothing",
    "dtype in a name, changed in a branch": WRONG_THERE,
    "returns on some paths": WRONG_THERE,
    "star arguments": LATER,
    "*(1, 2), 3": "only calls of tl.static_print itself are refused",
    "dot of fp32, K of 8": LATER,
}
