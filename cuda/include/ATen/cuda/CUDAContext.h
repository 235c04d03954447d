// torch/extension.h in a program with its own main is not part of what programs find here.
#pragma once
#error "torch/extension.h in a program with its own main is not supported"
