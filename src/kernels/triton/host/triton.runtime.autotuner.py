# triton.runtime.autotuner
import triton._autotuner
from triton._host import Autotuner, Config, Heuristics
from triton.runtime import autotune, heuristics
from triton.errors import OutOfResources
