import no_such_module_anywhere
import triton
import triton.language as tl


@no_such_module_anywhere.decorate
@triton.jit
def fill_kernel(x_ptr, n):
    tl.store(x_ptr + tl.program_id(0), 1.0, mask=tl.program_id(0) < n)
