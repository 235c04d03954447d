// CUB's device-wide interface is not part of what programs find here.
#pragma once
#error "CUB's device-wide interface is not supported"
