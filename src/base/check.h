// TW_CHECK: our own bugs. A failed check names the file, the line and the condition and
// ends the process; a user's mistake is a Diagnostic, never a check.
#pragma once

#include <fmt/core.h>

#include <string_view>

namespace tilewright {

[[noreturn]] void check_failed(const char* file, int line, const char* condition, std::string_view message);

}  // namespace tilewright

#define TW_CHECK(condition, ...)                                                                           \
  do {                                                                                                     \
    if (!(condition)) [[unlikely]] {                                                                       \
      ::tilewright::check_failed(__FILE__, __LINE__, #condition, ::tilewright::detail::text(__VA_ARGS__)); \
    }                                                                                                      \
  } while (false)

namespace tilewright::detail {
inline std::string text() { return {}; }
template <class... Arguments>
std::string text(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return fmt::format(format, std::forward<Arguments>(arguments)...);
}
}  // namespace tilewright::detail
