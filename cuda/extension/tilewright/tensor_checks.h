// TORCH_CHECK and its kin: a condition that does not hold throws c10::Error with the place.
#pragma once

#include "tensor_types.h"

namespace tilewright {

[[noreturn]] void fail_check(const char* condition, const std::string& message, const char* file, unsigned line);
[[noreturn]] void fail_cuda(int error, const char* file, unsigned line);
template <class Kind>
[[noreturn]] void throw_kind(const std::string& message, const char* file, unsigned line) {
  throw Kind(message, file, line);
}

}  // namespace tilewright

#define TORCH_CHECK(condition, ...)                                                                \
  do {                                                                                             \
    if (__builtin_expect(!(condition), 0))                                                         \
      ::tilewright::fail_check(#condition, ::c10::str(__VA_ARGS__), __FILE__, __LINE__);           \
  } while (false)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define TORCH_CHECK_WITH(kind, condition, ...)                                                     \
  do {                                                                                             \
    if (__builtin_expect(!(condition), 0))                                                         \
      ::tilewright::throw_kind<::c10::kind>(::c10::str(__VA_ARGS__), __FILE__, __LINE__);          \
  } while (false)
#define TORCH_CHECK_INDEX(condition, ...) TORCH_CHECK_WITH(IndexError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) TORCH_CHECK_WITH(ValueError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) TORCH_CHECK_WITH(TypeError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) TORCH_CHECK_WITH(NotImplementedError, condition, ##__VA_ARGS__)
#define TORCH_CHECK_EQ(a, b) TORCH_CHECK((a) == (b))
#define TORCH_CHECK_NE(a, b) TORCH_CHECK((a) != (b))
#define TORCH_CHECK_LT(a, b) TORCH_CHECK((a) < (b))
#define TORCH_CHECK_LE(a, b) TORCH_CHECK((a) <= (b))
#define TORCH_CHECK_GT(a, b) TORCH_CHECK((a) > (b))
#define TORCH_CHECK_GE(a, b) TORCH_CHECK((a) >= (b))
#define STD_TORCH_CHECK(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ASSERT(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ASSERTM(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_CHECK(condition, ...) TORCH_CHECK(condition, ##__VA_ARGS__)
#define AT_ERROR(...) ::tilewright::fail_check(nullptr, ::c10::str(__VA_ARGS__), __FILE__, __LINE__)
#define C10_THROW_ERROR(kind, message) throw ::c10::kind(message, __FILE__, __LINE__)
#define TORCH_WARN(...) ((void)::fprintf(stderr, "warning: %s\n", ::c10::str(__VA_ARGS__).c_str()))
#define TORCH_WARN_ONCE(...) TORCH_WARN(__VA_ARGS__)

#define C10_CUDA_CHECK(expression)                                                                 \
  do {                                                                                             \
    const auto tilewright_error = (expression);                                                    \
    if (__builtin_expect(tilewright_error != cudaSuccess, 0))                                      \
      ::tilewright::fail_cuda(static_cast<int>(tilewright_error), __FILE__, __LINE__);             \
  } while (false)
#define AT_CUDA_CHECK(expression) C10_CUDA_CHECK(expression)
#define C10_CUDA_ERROR_HANDLED(expression) (expression)
#define C10_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())
#define TORCH_CUDA_KERNEL_LAUNCH_CHECK() C10_CUDA_CHECK(cudaGetLastError())

#define C10_LIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 1))
#define C10_UNLIKELY(condition) (__builtin_expect(static_cast<bool>(condition), 0))
#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_ALWAYS_INLINE inline __attribute__((always_inline))
#define C10_RESTRICT __restrict__
#define C10_UNUSED __attribute__((unused))
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_WARP_SIZE 32
#define TORCH_API
#define TORCH_CUDA_CU_API
