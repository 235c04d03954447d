// The public names of PyTorch and NumPy (known_names.def), to tell what is missing here from what is nowhere.
#pragma once

#include <string_view>

namespace tilewright::library {

// Whether a module ("torch.nn") or class ("torch.Tensor") of PyTorch or NumPy has the name.
bool is_name_of_package(std::string_view owner, std::string_view name);

}  // namespace tilewright::library
