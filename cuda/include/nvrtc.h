// NVRTC is not part of what programs find here.
#pragma once
#error "NVRTC is not supported"
