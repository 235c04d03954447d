// cuSOLVER is not part of what programs find here.
#pragma once
#error "cuSOLVER is not supported"
