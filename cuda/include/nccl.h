// NCCL is not part of what programs find here.
#pragma once
#error "NCCL is not supported"
