// Files of scripts: whole-text objects; what may be read says may_read(), writing (in memory) needs may_write_files.
#include "script/files.h"

#include <fmt/format.h>

#include "script/arguments.h"
#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/objects.h"
#include "script/written_files.h"

namespace tilewright::script {

namespace {

class File final : public Object {
 public:
  std::string path;
  WrittenFiles::Text text = std::make_shared<std::string>();  // of a file that is written: what others see at once
  size_t at = 0;
  bool is_binary = false, is_readable = true, is_writable = false, appends = false, is_closed = false;
  std::string_view type_name() const override {
    return !is_binary ? "TextIOWrapper" : is_writable ? "BufferedRandom" : "BufferedReader";
  }

  Value piece(std::string bytes) const { return is_binary ? Value(make<Bytes>(std::move(bytes))) : make_string(std::move(bytes)); }
  std::optional<Value> line() {
    if (at >= text->size()) return std::nullopt;
    size_t end = text->find('\n', at);
    end = end == std::string::npos ? text->size() : end + 1;
    Value result = piece(text->substr(at, end - at));
    at = end;
    return result;
  }
  Value read(Interpreter& interpreter, CallArguments& arguments) {
    size_t count = std::string::npos;
    if (!arguments.positional.empty() && !arguments.positional[0].is_none()) {
      int64_t given = interpreter.to_int(arguments.positional[0], "");
      if (given >= 0) count = static_cast<size_t>(given);
    }
    std::string bytes = at < text->size() ? text->substr(at, count) : std::string();
    at += bytes.size();
    return piece(std::move(bytes));
  }
  Value write(Interpreter& interpreter, const Value& value) {
    const std::string* bytes = is_binary ? nullptr : as_string(value);
    if (auto* binary = value.as<Bytes>(); binary != nullptr && is_binary) bytes = &binary->bytes;
    if (bytes == nullptr) {
      std::string type = interpreter.type_name(value);
      interpreter.raise("TypeError", is_binary ? fmt::format("a bytes-like object is required, not '{}'", type)
                                               : fmt::format("write() argument must be str, not {}", type));
    }
    if (appends) at = text->size();
    if (at > text->size()) text->resize(at);
    interpreter.charge_memory(static_cast<int64_t>(bytes->size()));  // for good: a file outlives the object
    text->replace(at, bytes->size(), *bytes);
    at += bytes->size();
    return static_cast<int64_t>(bytes->size());
  }
  Value seek(Interpreter& interpreter, CallArguments& arguments) {
    int64_t offset = interpreter.to_int(arguments.positional.at(0), "");
    int64_t whence = arguments.positional.size() > 1 ? interpreter.to_int(arguments.positional[1], "") : 0;
    auto base = static_cast<int64_t>(whence == 0 ? 0 : whence == 1 ? at : text->size());
    if (offset < -base) interpreter.raise("ValueError", "negative seek position");
    if (base + offset > static_cast<int64_t>(text->size())) interpreter.unsupported("seeking beyond the end of a file");
    at = static_cast<size_t>(base + offset);
    return static_cast<int64_t>(at);
  }
  std::unique_ptr<Iterator> iterate(Interpreter&) override {
    Ref<File> self(this);
    return std::make_unique<FunctionIterator>([self](Interpreter&) { return self->line(); });
  }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    if (auto method = find_method(name)) return method;
    if (name == "name") return make_string(path);
    if (name == "closed") return Value(is_closed);
    return std::nullopt;
  }

 private:
  void require(Interpreter& interpreter, bool is_allowed, const char* what) const {
    if (is_closed) interpreter.raise("ValueError", "I/O operation on closed file.");
    if (!is_allowed) interpreter.raise("OSError", what);
  }

  std::optional<Value> find_method(std::string_view name) {
    Ref<File> self(this);
    auto method = [&](auto body) { return Value(make_function(std::string(name), body)); };
    if (name == "read") {
      return method([self](Interpreter& i, CallArguments& arguments) {
        self->require(i, self->is_readable, "not readable");
        return self->read(i, arguments);
      });
    }
    if (name == "readline") {
      return method([self](Interpreter& i, CallArguments&) {
        self->require(i, self->is_readable, "not readable");
        return self->line().value_or(self->piece(""));
      });
    }
    if (name == "readlines") {
      return method([self](Interpreter& i, CallArguments&) {
        self->require(i, self->is_readable, "not readable");
        std::vector<Value> lines;
        while (auto line = self->line()) lines.push_back(*line);
        return make_list(std::move(lines));
      });
    }
    if (name == "write") {
      return method([self](Interpreter& i, CallArguments& arguments) {
        self->require(i, self->is_writable, "not writable");
        return self->write(i, arguments.positional.at(0));
      });
    }
    if (name == "writelines") {
      return method([self](Interpreter& i, CallArguments& arguments) {
        self->require(i, self->is_writable, "not writable");
        i.for_each(arguments.positional.at(0), [&](const Value& line) { return self->write(i, line), true; });
        return Value();
      });
    }
    if (name == "seek") return method([self](Interpreter& i, CallArguments& arguments) { return self->seek(i, arguments); });
    if (name == "tell") return method([self](Interpreter&, CallArguments&) { return Value(static_cast<int64_t>(self->at)); });
    if (name == "close" || name == "__exit__") return method([self](Interpreter&, CallArguments&) { return self->is_closed = true, Value(); });
    if (name == "__enter__") return method([self](Interpreter&, CallArguments&) { return Value(self); });
    if (name == "flush") return method([](Interpreter&, CallArguments&) { return Value(); });
    if (name == "readable") return method([self](Interpreter&, CallArguments&) { return Value(self->is_readable); });
    if (name == "writable") return method([self](Interpreter&, CallArguments&) { return Value(self->is_writable); });
    return std::nullopt;
  }
};

class Stream final : public Object {
 public:
  explicit Stream(bool is_error) : is_error_(is_error) {}
  std::string_view type_name() const override { return "TextIOWrapper"; }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    bool is_error = is_error_;
    if (name == "write") {
      return Value(make_function("write", [is_error](Interpreter& i, CallArguments& arguments) -> Value {
        const std::string* text = as_string(arguments.positional.at(0));
        if (text == nullptr) i.raise("TypeError", fmt::format("write() argument must be str, not {}", i.type_name(arguments.positional[0])));
        spend_output(i, *text);
        write_output(i, *text, is_error);
        return static_cast<Value>(static_cast<int64_t>(text->size()));
      }));
    }
    if (name == "flush") return Value(make_function("flush", [](Interpreter&, CallArguments&) { return Value(); }));
    if (name == "isatty") return Value(make_function("isatty", [](Interpreter&, CallArguments&) { return Value(false); }));
    if (name == "encoding") return make_string("utf-8");
    return std::nullopt;
  }

 private:
  bool is_error_;
};

}  // namespace

void spend_output(Interpreter& interpreter, std::string_view text) { interpreter.spend(64 + text.size()); }

void write_output(Interpreter& interpreter, std::string_view text, bool is_error) {
  const Capabilities& capabilities = interpreter.capabilities();
  const auto& sink = is_error ? capabilities.standard_error : capabilities.standard_output;
  if (sink) sink(text);
}

std::optional<Value> replaced_output(Interpreter& interpreter) {
  auto loaded = interpreter.implementation().modules->find("sys");
  auto* sys = loaded ? loaded->as<Module>() : nullptr;
  std::optional<Value> stream = sys != nullptr ? sys->globals->find("stdout") : std::nullopt;
  if (!stream || dynamic_cast<Stream*>(stream->object()) != nullptr) return std::nullopt;
  return stream;
}

Value make_stream(bool is_error) { return make<Stream>(is_error); }

bool may_read(const Interpreter& interpreter, const std::filesystem::path& path) {
  const Capabilities& capabilities = interpreter.capabilities();
  if (capabilities.may_read_files) return true;
  std::error_code error;
  std::filesystem::path wanted = std::filesystem::weakly_canonical(path, error);
  if (error) return false;
  for (const std::filesystem::path& folder : capabilities.import_folders) {
    std::filesystem::path root = std::filesystem::weakly_canonical(folder, error);
    if (error) continue;
    std::filesystem::path inside = wanted.lexically_relative(root);
    if (!inside.empty() && *inside.begin() != "..") return true;
  }
  return false;
}

Value open_file(Interpreter& interpreter, CallArguments& arguments) {
  ArgumentReader reader(interpreter, "open", arguments);
  Value path_value = reader.required("file");
  Value mode_value = reader.optional("mode").value_or(make_string("r"));
  std::string path = path_text(interpreter, path_value);
  const std::string* mode = as_string(mode_value);
  if (mode == nullptr) interpreter.raise("TypeError", "open() argument 'mode' must be str");
  auto has = [&](const char* letters) { return mode->find_first_of(letters) != std::string::npos; };
  const Capabilities& capabilities = interpreter.capabilities();
  if (!has("rwax")) interpreter.raise("ValueError", "Must have exactly one of create/read/write/append mode and at most one plus");
  bool writes = has("wax+");
  std::string key = path_key(interpreter, path);
  WrittenFiles::Text written = written_files(interpreter).find(key);
  if (writes ? !capabilities.may_write_files : !written && !may_read(interpreter, path)) {
    interpreter.abort(DiagnosticKind::CapabilityDenied,
                      fmt::format("open({}): this script may not {} files", interpreter.repr(path_value), writes ? "write" : "read"));
  }
  auto fail_with = [&](std::string_view class_name, int number, std::string_view message) {
    Ref<ExceptionObject> error = make<ExceptionObject>(interpreter.builtin_class(class_name));
    error->args = {Value(number), make_string(std::string(message)), path_value};
    throw_exception(error);
  };
  if (is_folder(interpreter, path)) fail_with("IsADirectoryError", 21, "Is a directory");
  bool is_there = written || is_file(interpreter, path);
  if (!is_there && has("r")) fail_with("FileNotFoundError", 2, "No such file or directory");
  if (is_there && has("x")) fail_with("FileExistsError", 17, "File exists");
  std::string parent = std::filesystem::path(key).parent_path().string();
  if (writes && !is_there && parent != "/" && !is_folder(interpreter, parent)) fail_with("FileNotFoundError", 2, "No such file or directory");
  Ref<File> file = make<File>();
  file->path = path;
  file->is_binary = has("b");
  file->is_readable = has("r+");
  file->is_writable = writes;
  file->appends = has("a");
  if (!writes && written) file->text = written;
  else if (!writes) *file->text = file_bytes(interpreter, path).value_or("");
  if (writes) {
    std::string before = is_there && has("ra") ? file_bytes(interpreter, path).value_or("") : "";
    interpreter.charge_memory(static_cast<int64_t>(before.size() + key.size()) + 128);
    file->text = written && has("ra") ? written : written_files(interpreter).create(key);
    if (file->text != written) *file->text = std::move(before);
  }
  interpreter.check_memory(static_cast<int64_t>(file->text->size()));
  return file;
}

}  // namespace tilewright::script
