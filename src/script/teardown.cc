// The end of an interpreter: everything reachable from its modules is taken apart, so that reference cycles
// (a module's globals hold its functions, which hold the module) do not outlive the run.
#include "script/teardown.h"

#include <unordered_set>

#include "script/objects.h"

namespace tilewright::script {

void Object::give_up(std::vector<Value>&) {}

// A tuple may be a constant of code that other interpreters share; cycles lead through something that changes.
void Tuple::give_up(std::vector<Value>& references) { references.insert(references.end(), items.begin(), items.end()); }

void List::give_up(std::vector<Value>& references) {
  for (Value& item : items) references.push_back(std::move(item));
  items.clear();
}

void Dict::give_up(std::vector<Value>& references) {
  for (Entry& entry : entries_) {
    references.push_back(std::move(entry.key));
    references.push_back(std::move(entry.value));
  }
  clear();
}

void Module::give_up(std::vector<Value>& references) {
  references.emplace_back(globals);
  missing = nullptr;
}

void NativeFunction::give_up(std::vector<Value>&) { body = nullptr; }

void Cell::give_up(std::vector<Value>& references) { references.push_back(std::exchange(value, Value::unbound())); }

void Function::give_up(std::vector<Value>& references) {
  for (Ref<Cell>& cell : closure) references.emplace_back(std::exchange(cell, {}));
  for (Value& value : defaults) references.push_back(std::move(value));
  for (auto& [parameter, value] : keyword_defaults) references.push_back(std::move(value));
  references.push_back(std::exchange(annotations, {}));
  references.emplace_back(std::exchange(attributes, {}));
  references.emplace_back(std::exchange(module, {}));
}

void Class::give_up(std::vector<Value>& references) {
  references.emplace_back(attributes);
  for (Ref<Class>& base : bases) references.emplace_back(base);
  construct = nullptr;
  meta = nullptr;
}

void Instance::give_up(std::vector<Value>& references) {
  references.emplace_back(attributes);
  references.push_back(std::exchange(native, Value::unbound()));
}

void BoundMethod::give_up(std::vector<Value>& references) {
  references.push_back(std::exchange(self, {}));
  references.push_back(std::exchange(function, {}));
}

void Property::give_up(std::vector<Value>& references) {
  for (Value* value : {&getter, &setter, &deleter, &doc}) references.push_back(std::exchange(*value, {}));
}

void StaticMethod::give_up(std::vector<Value>& references) { references.push_back(std::exchange(function, {})); }

void ClassMethod::give_up(std::vector<Value>& references) { references.push_back(std::exchange(function, {})); }

void Super::give_up(std::vector<Value>& references) { references.push_back(std::exchange(self, {})); }

void tear_down(std::vector<Value> roots) {
  // Each object gives up what it holds before its own reference is dropped, so nothing is freed recursively.
  // Classes go last: what an object does when it dies may ask its class. Tuples do so that none is freed and
  // its address met again.
  std::vector<Value> last;
  std::unordered_set<const Object*> tuples;  // they keep their items: each is gone through once
  while (!roots.empty()) {
    Value value = std::move(roots.back());
    roots.pop_back();
    Object* object = value.object();
    if (object == nullptr) continue;
    if (const auto* tuple = dynamic_cast<const Tuple*>(object)) {
      if (!tuples.insert(tuple).second) continue;
      last.push_back(value);
    }
    object->give_up(roots);
    if (dynamic_cast<Class*>(object) != nullptr) last.push_back(std::move(value));
  }
}

}  // namespace tilewright::script
