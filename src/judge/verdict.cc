#include "judge/verdict.h"

#include <array>

namespace tilewright::judge {
namespace {

struct StatusRow {
  std::string_view spelling;
  int exit_code;
};

constexpr std::array kStatuses = {
#define TW_STATUS(identifier, spelling, exit_code, doc) StatusRow{spelling, exit_code},
#include "judge/statuses.def"
#undef TW_STATUS
};

}  // namespace

std::string_view spelling(Status status) { return kStatuses[static_cast<size_t>(status)].spelling; }

int exit_code(Status status) { return kStatuses[static_cast<size_t>(status)].exit_code; }

std::optional<Status> status_from_spelling(std::string_view text) {
  for (size_t i = 0; i < kStatuses.size(); ++i) {
    if (kStatuses[i].spelling == text) return static_cast<Status>(i);
  }
  return std::nullopt;
}

}  // namespace tilewright::judge
