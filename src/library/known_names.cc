#include "library/known_names.h"

namespace tilewright::library {
namespace {

struct OwnedNames {
  std::string_view owner, names;  // each name ends with a space
};

constexpr OwnedNames kOwners[] = {
#define TW_KNOWN_NAMES(owner, names) {owner, names},
#include "library/known_names.def"
#undef TW_KNOWN_NAMES
    {"triton.language.core", "_aggregate "},
};

bool holds(std::string_view names, std::string_view name) {
  for (size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1)) {
    size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && end < names.size() && names[end] == ' ') return true;
  }
  return false;
}

}  // namespace

bool is_name_of_package(std::string_view owner, std::string_view name) {
  if (name.empty()) return false;
  for (const OwnedNames& owned : kOwners) {
    if (owned.owner == owner) return holds(owned.names, name);
  }
  return false;
}

}  // namespace tilewright::library
