// cuDNN is not part of what programs find here.
#pragma once
#error "cuDNN is not supported"
