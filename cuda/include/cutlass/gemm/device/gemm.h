// CUTLASS is not part of what programs find here.
#pragma once
#error "CUTLASS is not supported"
