# triton.runtime.errors
from triton.errors import *
