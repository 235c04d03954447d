// Names the evaluator itself looks up, with their hashes.
#pragma once

#include "script/value.h"

namespace tilewright::script::names {

#define TW_SCRIPT_NAMES(X)                                                                                    \
  X(init) X(new) X(call) X(repr) X(str) X(format) X(hash) X(bool) X(len) X(iter) X(next) X(contains)          \
  X(getitem) X(setitem) X(delitem) X(getattr) X(getattribute) X(setattr) X(delattr) X(enter) X(exit)          \
  X(index) X(int) X(float) X(get) X(set) X(delete) X(set_name) X(init_subclass) X(class_getitem) X(missing)   \
  X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(neg) X(pos) X(invert) X(abs) X(round) X(reversed) X(name) X(module)   \
  X(qualname) X(doc) X(dict) X(class) X(bases) X(mro) X(annotations) X(all) X(path) X(file) X(main)           \
  X(match_args) X(trunc) X(floor) X(ceil) X(dir) X(instancecheck) X(subclasscheck) X(abstractmethods)         \
  X(post_init) X(divmod) X(bytes) X(copy) X(deepcopy) X(length_hint) X(defaults) X(wrapped) X(self)
#define TW_SCRIPT_NAME(identifier) inline constexpr HashedName dunder_##identifier = hashed("__" #identifier "__");
TW_SCRIPT_NAMES(TW_SCRIPT_NAME)
#undef TW_SCRIPT_NAME
#undef TW_SCRIPT_NAMES

}  // namespace tilewright::script::names
