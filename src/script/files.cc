// Files of scripts: whole-text objects; what may be read says may_read(), writing needs may_write_files.
#include "script/files.h"

#include <fmt/format.h>

#include "base/file.h"
#include "script/arguments.h"
#include "script/bytes.h"
#include "script/exceptions.h"
#include "script/implementation.h"
#include "script/objects.h"

namespace tilewright::script {

namespace {

class File final : public Object {
 public:
  std::string path, text;
  size_t at = 0;
  bool is_binary = false, is_writing = false, is_closed = false;
  std::string_view type_name() const override { return is_binary ? "BufferedReader" : "TextIOWrapper"; }

  Value piece(std::string bytes) const { return is_binary ? Value(make<Bytes>(std::move(bytes))) : make_string(std::move(bytes)); }
  std::optional<Value> line() {
    if (at >= text.size()) return std::nullopt;
    size_t end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end + 1;
    Value result = piece(text.substr(at, end - at));
    at = end;
    return result;
  }
  void close(Interpreter& interpreter) {
    if (is_closed) return;
    is_closed = true;
    if (!is_writing) return;
    if (auto written = write_file_atomically(path, text); !written) interpreter.raise("OSError", written.error().message);
  }
  std::unique_ptr<Iterator> iterate(Interpreter&) override {
    Ref<File> self(this);
    return std::make_unique<FunctionIterator>([self](Interpreter&) { return self->line(); });
  }
  std::optional<Value> find_attribute(Interpreter&, std::string_view name) override {
    Ref<File> self(this);
    auto method = [&](auto body) { return Value(make_function(std::string(name), body)); };
    if (name == "read") {
      return method([self](Interpreter& i, CallArguments& arguments) {
        size_t count = std::string::npos;
        if (!arguments.positional.empty() && !arguments.positional[0].is_none()) {
          int64_t given = i.to_int(arguments.positional[0], "");
          if (given >= 0) count = static_cast<size_t>(given);
        }
        std::string bytes = self->text.substr(std::min(self->at, self->text.size()), count);
        self->at += bytes.size();
        return self->piece(std::move(bytes));
      });
    }
    if (name == "readline") return method([self](Interpreter&, CallArguments&) { return self->line().value_or(self->piece("")); });
    if (name == "readlines") {
      return method([self](Interpreter&, CallArguments&) {
        std::vector<Value> lines;
        while (auto line = self->line()) lines.push_back(*line);
        return make_list(std::move(lines));
      });
    }
    if (name == "write") {
      return method([self](Interpreter& i, CallArguments& arguments) -> Value {
        if (!self->is_writing) i.raise("OSError", "not writable");
        const std::string* bytes = as_string(arguments.positional.at(0));
        if (auto* binary = arguments.positional[0].as<Bytes>()) bytes = &binary->bytes;
        if (bytes == nullptr) i.raise("TypeError", fmt::format("write() argument must be str, not {}", i.type_name(arguments.positional[0])));
        i.check_memory(static_cast<int64_t>(self->text.size() + bytes->size()));
        self->text += *bytes;
        return static_cast<int64_t>(bytes->size());
      });
    }
    if (name == "close" || name == "__exit__") {
      return method([self](Interpreter& i, CallArguments&) {
        self->close(i);
        return Value();
      });
    }
    if (name == "__enter__") return method([self](Interpreter&, CallArguments&) { return Value(self); });
    if (name == "flush") return method([](Interpreter&, CallArguments&) { return Value(); });
    if (name == "name") return make_string(path);
    if (name == "closed") return Value(is_closed);
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
  const std::string* path = as_string(path_value);
  const std::string* mode = as_string(mode_value);
  if (path == nullptr) interpreter.raise("TypeError", fmt::format("expected str, bytes or os.PathLike object, not {}", interpreter.type_name(path_value)));
  if (mode == nullptr) interpreter.raise("TypeError", "open() argument 'mode' must be str");
  bool writes = mode->find_first_of("wax+") != std::string::npos;
  const Capabilities& capabilities = interpreter.capabilities();
  if (writes ? !capabilities.may_write_files : !may_read(interpreter, *path)) {
    interpreter.abort(DiagnosticKind::CapabilityDenied,
                      fmt::format("open({}): this script may not {} files", interpreter.repr(path_value), writes ? "write" : "read"));
  }
  Ref<File> file = make<File>();
  file->path = *path;
  file->is_binary = mode->find('b') != std::string::npos;
  file->is_writing = writes;
  if (!writes || mode->find('a') != std::string::npos) {
    Result<std::string> text = read_file(*path);
    if (!text && !writes) {
      Ref<ExceptionObject> error = make<ExceptionObject>(interpreter.builtin_class("FileNotFoundError"));
      error->args = {Value(2), make_string("No such file or directory"), path_value};
      throw_exception(error);
    }
    if (text) {
      interpreter.check_memory(static_cast<int64_t>(text->size()));
      file->text = std::move(*text);
    }
  }
  return file;
}

}  // namespace tilewright::script
