#include "script/placeholder.h"

namespace tilewright::script {
namespace {

class NoItems final : public Iterator {
 public:
  std::optional<Value> next(Interpreter&) override { return std::nullopt; }
};

class Placeholder final : public Object {
 public:
  explicit Placeholder(std::string path) : path_(std::move(path)) {}

  std::string_view type_name() const override { return "placeholder"; }
  std::string repr(Interpreter&) override { return "<" + path_ + " of a package that is not there>"; }

  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (name == "__mro_entries__") {  // a class that derives from it derives from object
      return make_function("__mro_entries__", [](Interpreter&, CallArguments&) { return make_tuple({}); });
    }
    if (name == "__name__" || name == "__module__") return make_string(path_);
    bool is_special = name.starts_with("__") && name != "__enter__" && name != "__exit__";
    if (is_special) return std::nullopt;
    return Value(make<Placeholder>(path_ + "." + std::string(name)));
  }
  void set_attribute(Interpreter&, std::string_view, Value) override {}

  bool is_callable() const override { return true; }
  Value call(Interpreter&, CallArguments& arguments) override {
    bool decorates = arguments.positional.size() == 1 && arguments.keywords.empty() &&
                     arguments.positional[0].is_object() && arguments.positional[0].object()->is_callable();
    if (decorates) return arguments.positional[0];
    return Value(make<Placeholder>(path_ + "()"));
  }
  Value get_item(Interpreter&, const Value&) override { return Value(make<Placeholder>(path_ + "[]")); }
  void set_item(Interpreter&, const Value&, Value) override {}

  bool truthy(Interpreter&) override { return false; }
  std::optional<int64_t> length(Interpreter&) override { return 0; }
  std::unique_ptr<Iterator> iterate(Interpreter&) override { return std::make_unique<NoItems>(); }
  std::optional<bool> contains(Interpreter&, const Value&) override { return false; }
  std::optional<Value> compare(Interpreter&, Comparison op, const Value& other) override {
    const std::string* text = as_string(other);
    bool is_device = text != nullptr && *text == "cuda";
    switch (op) {
      case Comparison::Eq: return Value(is_device);
      case Comparison::NotEq: return Value(!is_device);
      case Comparison::Gt:
      case Comparison::GtE: return Value(true);
      case Comparison::Lt:
      case Comparison::LtE: return Value(false);
    }
    return std::nullopt;
  }

 private:
  std::string path_;
};

}  // namespace

Ref<Module> make_placeholder_module(std::string dotted_name) {
  Ref<Module> module = make<Module>(dotted_name);
  module->set("__name__", make_string(dotted_name));
  module->set("__path__", make_list({}));
  module->missing = [dotted_name](Interpreter&, std::string_view name) -> std::optional<Value> {
    if (name.starts_with("__")) return std::nullopt;
    return Value(make<Placeholder>(dotted_name + "." + std::string(name)));
  };
  return module;
}

}  // namespace tilewright::script
