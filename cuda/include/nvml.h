// NVML is not part of what programs find here.
#pragma once
#error "NVML is not supported"
