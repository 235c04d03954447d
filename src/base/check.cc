#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tilewright {

void check_failed(const char* file, int line, const char* condition, std::string_view message) {
  fmt::print(stderr, "tilewright: internal check failed at {}:{}: {}{}{}\nThis is a bug in tilewright.\n",
             file, line, condition, message.empty() ? "" : ": ", message);
  std::fflush(stderr);
  std::abort();
}

}  // namespace tilewright
