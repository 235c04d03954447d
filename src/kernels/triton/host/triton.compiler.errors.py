# triton.compiler.errors
from triton.errors import *
