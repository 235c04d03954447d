# triton.compiler.compiler
from triton.compiler import *
