#include "stack/names.h"

namespace tilewright::stack {

std::string NameSet::fresh(const std::string& hint) {
  std::string name = hint;
  for (int i = 1; taken.contains(name); ++i) name = hint + std::to_string(i);
  taken.insert(name);
  return name;
}

NameSet name_set(int naming, const std::vector<std::string>& arguments) {
  NameSet names;
  switch (naming % kNameSets) {
    case 0:
      names = {"out", "i", "row", "cols", "mask", "BLOCK", "t", "start", {}, {}};
      break;
    case 1:
      names = {"o", "offs", "pid", "cols", "mask", "BLOCK_SIZE", "tmp", "start", {}, {}};
      break;
    default:
      names = {"res", "idx", "r", "c", "valid", "B", "u", "k", {}, {}};
      break;
  }
  for (const std::string* word :
       {&names.index, &names.row, &names.columns, &names.mask, &names.block, &names.start}) {
    names.taken.insert(*word);
  }
  for (const char* word :
       {"n", "num_rows", "inner", "mid", "outer", "part", "count", "M", "N", "K", "tl", "k"})
    names.taken.insert(word);
  names.arguments.insert(arguments.begin(), arguments.end());
  return names;
}

}  // namespace tilewright::stack
