// AT_DISPATCH_*: one instance of a lambda for each element type that is asked for, chosen when the program runs; inside,
// scalar_t is the type.
#pragma once

#include "tensor_types.h"

namespace tilewright {
inline c10::ScalarType scalar_type_of(c10::ScalarType type) { return type; }
inline c10::ScalarType scalar_type_of(caffe2::TypeMeta type) { return type.toScalarType(); }
template <class T>
c10::ScalarType scalar_type_of(const T& type) {
  return type.scalarType();
}
[[noreturn]] void fail_dispatch(const char* name, c10::ScalarType type);
}  // namespace tilewright

#define AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, hint, ...)                \
  case enum_type: {                                                          \
    using hint [[maybe_unused]] = typename ::c10::ScalarTypeToCppType<enum_type>::type; \
    return __VA_ARGS__();                                                    \
  }
#define AT_DISPATCH_CASE(enum_type, ...) AT_PRIVATE_CASE_TYPE_USING_HINT(enum_type, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_SWITCH(type, name, ...)                                  \
  [&] {                                                                      \
    const ::c10::ScalarType tilewright_type = ::tilewright::scalar_type_of(type); \
    switch (tilewright_type) {                                               \
      __VA_ARGS__                                                            \
      default:                                                               \
        ::tilewright::fail_dispatch(name, tilewright_type);                  \
    }                                                                        \
  }()

#define AT_DISPATCH_CASE_FLOATING_TYPES(...)             \
  AT_DISPATCH_CASE(::c10::ScalarType::Double, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)     \
  AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__) \
  AT_DISPATCH_CASE(::c10::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)              \
  AT_DISPATCH_CASE(::c10::ScalarType::Byte, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::c10::ScalarType::Char, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::c10::ScalarType::Int, __VA_ARGS__)   \
  AT_DISPATCH_CASE(::c10::ScalarType::Long, __VA_ARGS__)  \
  AT_DISPATCH_CASE(::c10::ScalarType::Short, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__) \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
// A type of AT_DISPATCH_..._AND(type, ...) is named at::ScalarType::X or at::kX.
#define AT_DISPATCH_FLOATING_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(type, name, ...)                      \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)     \
                     AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__))
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(__VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND(t1, type, name, ...)                       \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)     \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND2(t1, t2, type, name, ...)                  \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)     \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__) AT_DISPATCH_CASE(t2, __VA_ARGS__))
#define AT_DISPATCH_FLOATING_TYPES_AND3(t1, t2, t3, type, name, ...)              \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)     \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__) AT_DISPATCH_CASE(t2, __VA_ARGS__) \
                     AT_DISPATCH_CASE(t3, __VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES(type, name, ...) \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_INTEGRAL_TYPES_AND(t1, type, name, ...)                       \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)     \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES(type, name, ...) AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND(t1, type, name, ...)                            \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__) AT_DISPATCH_CASE(t1, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND2(t1, t2, type, name, ...)                       \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)          \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__) AT_DISPATCH_CASE(t2, __VA_ARGS__))
#define AT_DISPATCH_ALL_TYPES_AND3(t1, t2, t3, type, name, ...)                   \
  AT_DISPATCH_SWITCH(type, name, AT_DISPATCH_CASE_ALL_TYPES(__VA_ARGS__)          \
                     AT_DISPATCH_CASE(t1, __VA_ARGS__) AT_DISPATCH_CASE(t2, __VA_ARGS__) \
                     AT_DISPATCH_CASE(t3, __VA_ARGS__))
#define AT_DISPATCH_INDEX_TYPES(type, name, ...)                                                        \
  AT_DISPATCH_SWITCH(type, name,                                                                        \
                     AT_PRIVATE_CASE_TYPE_USING_HINT(::c10::ScalarType::Int, index_t, __VA_ARGS__)      \
                     AT_PRIVATE_CASE_TYPE_USING_HINT(::c10::ScalarType::Long, index_t, __VA_ARGS__))
