// The compiled program: loading it, and what lies where in it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::kernels::cuda {

// Opens the shared object in a file descriptor without running its constructors, and registers its variables.
// Null on success, else why it does not load.
const char* load_image(int descriptor);
// Constructors, once the sandbox is closed.
void run_constructors();
void* find_symbol(const char* name);

bool is_read_only_image(uintptr_t address);
// The host variable of the image at an address; null: none.
const char* host_variable(uintptr_t address);
// The hooks that every image has (cuda/include/tilewright/image.S).
bool is_hook(uintptr_t address);
// The start of the function that holds an address of code; 0: none.
uintptr_t function_at(uintptr_t address);

}  // namespace tilewright::kernels::cuda
