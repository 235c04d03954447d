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
      // No name here is a likely argument of forward: what a model must copy and what it knows by heart stay apart.
      names = {{"x0", "x1", "x2", "x3", "x4"},
               {"w", "b", "c", "d"},
               "out",
               "i",
               "row",
               "cols",
               "mask",
               "BLOCK",
               "t",
               "start",
               {},
               {}};
      break;
    case 1:
      names = {{"a", "b", "c", "d", "e"},
               {"w", "bias", "p", "q"},
               "o",
               "offs",
               "pid",
               "cols",
               "mask",
               "BLOCK_SIZE",
               "v",
               "start",
               {},
               {}};
      break;
    default:
      names = {{"x", "y", "z", "u", "v"},
               {"w0", "w1", "w2", "w3"},
               "res",
               "idx",
               "r",
               "c",
               "valid",
               "B",
               "t",
               "k",
               {},
               {}};
      break;
  }
  for (const std::string* word :
       {&names.index, &names.row, &names.columns, &names.mask, &names.block, &names.start}) {
    names.taken.insert(*word);
  }
  for (const char* word : {"n", "num_rows", "inner", "mid", "part", "count", "M", "N", "K", "tl", "k"})
    names.taken.insert(word);
  names.arguments.insert(arguments.begin(), arguments.end());
  return names;
}

}  // namespace tilewright::stack
