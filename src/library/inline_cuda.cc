#include "library/inline_cuda.h"

#include <algorithm>

#include <fmt/format.h>
#include <xxhash.h>

#include "base/file.h"
#include "library/context.h"
#include "library/inline_cuda_values.h"
#include "script/files.h"

namespace tilewright::library {
namespace {

using kernels::cuda::CallRun;
using kernels::cuda::Extension;
using script::CallArguments;
using script::Interpreter;
using script::Value;

constexpr std::string_view kPrefix = "#include <torch/extension.h>\n";

// What a call gave. Each call has a process of its own, so the same arguments give the same again.
struct KnownCall {
  std::string key;
  std::shared_ptr<const CallRun> run;
};

constexpr size_t kMostKnownCalls = 8;
constexpr size_t kMostKnownBytes = 64 << 20;  // of one call's results

// A call with hashes in place of its bytes.
std::string key_of(kernels::cuda::Call call) {
  std::vector<std::string> hashes;
  hashes.reserve(2 * call.storages.size());
  auto hashed = [&](std::string_view bytes) -> std::string_view {
    if (bytes.empty()) return bytes;
    XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return hashes.emplace_back(reinterpret_cast<const char*>(&hash), sizeof hash);
  };
  for (kernels::cuda::CallStorage& storage : call.storages) {
    storage.bytes = hashed(storage.bytes);
    storage.unwritten = hashed(storage.unwritten);
  }
  return kernels::cuda::encode({std::move(call)});
}

size_t bytes_of(const CallRun& run) {
  size_t total = 0;
  for (const kernels::cuda::CallResult& result : run.results) {
    total += result.value.tensor.data.size();
    for (const kernels::cuda::ResultValue& item : result.value.items) total += item.tensor.data.size();
    for (const kernels::cuda::ReturnedStorage& storage : result.storages) total += storage.bytes.size();
  }
  return total;
}

// A compiled extension with its text as a source of the interpreter, so that places lead into the script's strings.
struct LoadedExtension {
  Extension extension;
  SourceId source;
  std::string name;  // of the source
  std::vector<KnownCall> known;  // the last ones, in the order in which they ran
};

CudaSession& session_of(Interpreter& interpreter) {
  std::shared_ptr<CudaSession>& session = context_of(interpreter).session.cuda;
  if (session == nullptr) session = std::make_shared<CudaSession>();
  return *session;
}

kernels::cuda::Room& room_of(Interpreter& interpreter) {
  CudaSession& session = session_of(interpreter);
  if (!session.room) interpreter.unsupported("CUDA extensions (torch.utils.cpp_extension) here");
  Result<kernels::cuda::Room*> room = session.room();
  if (!room) throw script::AbortRun{room.error()};
  return **room;
}

DiagnosticKind kind_of(std::string_view spelled) {
#define TW_KIND(identifier, text, severity) \
  if (spelled == text) return DiagnosticKind::identifier;
#include "base/kinds.def"
#undef TW_KIND
  return DiagnosticKind::Unsupported;
}

// A place in the extension's text; empty where it is in no line of it.
Span span_of(Interpreter& interpreter, const LoadedExtension& loaded, const ResolvedDiagnostic& place) {
  if (place.line == 0 || place.file != loaded.name) return {};
  const SourceFile& file = interpreter.sources().file(loaded.source);
  if (place.line > file.line_count()) return {};
  uint32_t begin = file.line_start(place.line);
  auto length = static_cast<uint32_t>(file.line(place.line).size());
  uint32_t first = std::min(place.column == 0 ? 0 : place.column - 1, length);
  uint32_t last = std::min(place.end_column == 0 ? length : place.end_column - 1, length);
  return {loaded.source, begin + first, begin + std::max(first, last)};
}

[[noreturn]] void fail_with(Interpreter& interpreter, const LoadedExtension& loaded,
                            const ResolvedDiagnostic& fault, Span call) {
  Diagnostic diagnostic{kind_of(fault.kind), fault.message, span_of(interpreter, loaded, fault), {}};
  for (const ResolvedDiagnostic& note : fault.notes)
    diagnostic.notes.push_back({note.message, span_of(interpreter, loaded, note)});
  if (!diagnostic.span) {
    diagnostic.span = call;
  } else {
    diagnostic.notes.push_back({"called from here", call});
  }
  throw script::AbortRun{std::move(diagnostic)};
}

// Runs a call, or finds what it gave before.
std::shared_ptr<const CallRun> run_call(Interpreter& interpreter, LoadedExtension& loaded, const kernels::cuda::Call& call) {
  CudaSession& session = session_of(interpreter);
  std::string key = session.keeps_results ? key_of(call) : std::string();
  for (const KnownCall& known : loaded.known) {
    if (session.keeps_results && known.key == key) return known.run;
  }
  kernels::cuda::RunPlan plan{.is_reversed = session.is_reversed, .skips_kernels = session.skips_kernels, .first_call = 0, .calls = 1};
  Result<std::vector<CallRun>> runs = room_of(interpreter).run(loaded.extension, {call}, {plan}, session.settings);
  if (!runs) throw script::AbortRun{runs.error()};
  auto run = std::make_shared<const CallRun>(std::move(runs->at(0)));
  // What a kernel prints it prints each time.
  bool is_kept = session.keeps_results && run->faults.empty() && run->output.empty() && bytes_of(*run) <= kMostKnownBytes;
  if (is_kept) {
    if (loaded.known.size() == kMostKnownCalls) loaded.known.erase(loaded.known.begin());
    loaded.known.push_back({std::move(key), run});
  }
  return run;
}

Value call_function(Interpreter& interpreter, LoadedExtension& loaded, const std::string& function,
                    CallArguments& arguments) {
  Span place = arguments.span ? arguments.span : interpreter.current_span();
  InlineCall call(interpreter, function);
  for (const Value& value : arguments.positional) call.add(value, {});
  for (const auto& [name, value] : arguments.keywords) call.add(value, name);
  CudaSession& session = session_of(interpreter);
  std::shared_ptr<const CallRun> known = run_call(interpreter, loaded, call.call());
  const CallRun& run = *known;
  session.launches.insert(session.launches.end(), run.launches.begin(), run.launches.end());
  if (interpreter.capabilities().standard_output) interpreter.capabilities().standard_output(run.output);
  if (!run.faults.empty()) fail_with(interpreter, loaded, run.faults[0], place);
  if (run.results.empty())
    throw script::AbortRun{{DiagnosticKind::HostCrash, "the extension did not return", place, {}}};
  const kernels::cuda::CallResult& result = run.results[0];
  context_of(interpreter).session.bytes_to_host += result.bytes_to_host;
  if (result.has_failed) {
    bool is_type_error = result.message.starts_with("argument ") || result.message.starts_with(function + "(): ");
    interpreter.raise(is_type_error ? "TypeError" : "RuntimeError", result.message, place);
  }
  return call.finish(result);
}

// Strings of an argument that is one or a list of them.
std::vector<std::string> strings_of(Interpreter& interpreter, const std::optional<Value>& value,
                                    std::string_view what) {
  std::vector<std::string> strings;
  if (!value || value->is_none()) return strings;
  if (const std::string* text = script::as_string(*value)) return {*text};
  for (const Value& item : interpreter.to_vector(*value)) {
    const std::string* text = script::as_string(item);
    if (text == nullptr) interpreter.raise("TypeError", std::string(what) + " must be a string or a list of strings");
    strings.push_back(*text);
  }
  return strings;
}

size_t line_of(std::string_view text, size_t offset) {
  return static_cast<size_t>(std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n'));
}

// Where a string of the script stands in its file: as it is, or, where escapes changed it, line by line from a line that
// occurs once. `begin`: its first byte in the extension's text.
void add_pieces(const SourceFile& file, SourceId id, const std::string& text, uint32_t begin,
                std::vector<SourcePiece>& pieces) {
  std::string_view script = file.text();
  if (size_t at = script.find(text); at != std::string_view::npos) {
    pieces.push_back({begin, {id, static_cast<uint32_t>(at), static_cast<uint32_t>(at + text.size())}, true});
    return;
  }
  size_t number = 0;
  for (size_t at = 0; at < text.size(); ++number) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    size_t found = line.size() < 12 ? std::string_view::npos : script.find(line);
    if (found != std::string_view::npos && script.find(line, found + 1) == std::string_view::npos) {
      int64_t first = static_cast<int64_t>(line_of(script, found)) - static_cast<int64_t>(number);
      uint32_t offset = begin;
      for (int64_t k = first + 1; k <= file.line_count() && offset < begin + text.size(); ++k) {
        if (k >= 1) {
          uint32_t start = file.line_start(static_cast<uint32_t>(k));
          auto length = static_cast<uint32_t>(file.line(static_cast<uint32_t>(k)).size());
          pieces.push_back({offset, {id, start, start + length}, false});
        }
        size_t next = text.find('\n', offset - begin);
        if (next == std::string::npos) return;
        offset = begin + static_cast<uint32_t>(next) + 1;
      }
      return;
    }
    at = end + 1;
  }
}

Value module_of(std::shared_ptr<LoadedExtension> loaded, const std::string& name,
                const std::vector<std::string>& functions) {
  auto module = script::make<script::Module>(name);
  auto make = [loaded](const std::string& function) -> Value {
    return script::make_function(function, [loaded, function](Interpreter& in, CallArguments& arguments) {
      return call_function(in, *loaded, function, arguments);
    });
  };
  for (const std::string& function : functions) module->set(function, make(function));
  // Functions that the sources register themselves are known by name when they are called.
  bool registers = loaded->extension.texts.begin()->second.find("PYBIND11_MODULE") != std::string::npos ||
                   loaded->extension.texts.begin()->second.find("TORCH_LIBRARY") != std::string::npos;
  if (registers) {
    std::string text = loaded->extension.texts.begin()->second;
    module->missing = [make, text](Interpreter&, std::string_view attribute) -> std::optional<Value> {
      bool is_named = text.find(attribute) != std::string::npos;
      return is_named ? std::optional<Value>(make(std::string(attribute))) : std::nullopt;
    };
  }
  return Value(module);
}

// What of a build's options matters here: -D and -I.
struct BuildFlags {
  std::string definitions;  // as #define lines
  std::vector<std::filesystem::path> include_folders;
};

void take_flag(std::string_view flag, BuildFlags& flags) {
  if (flag.starts_with("-I")) flags.include_folders.emplace_back(flag.substr(2));
  if (!flag.starts_with("-D") || flag.size() == 2) return;
  std::string definition(flag.substr(2));
  size_t equals = definition.find('=');
  if (equals != std::string::npos) definition[equals] = ' ';
  flags.definitions += "#define " + definition + (equals == std::string::npos ? " 1\n" : "\n");
}

BuildFlags take_flags(Interpreter& interpreter, CallArguments& arguments) {
  BuildFlags flags;
  for (const char* keyword : {"extra_cflags", "extra_cuda_cflags"}) {
    for (const std::string& flag : strings_of(interpreter, arguments.take_keyword(keyword), keyword))
      take_flag(flag, flags);
  }
  for (const std::string& folder :
       strings_of(interpreter, arguments.take_keyword("extra_include_paths"), "extra_include_paths"))
    flags.include_folders.emplace_back(folder);
  return flags;
}

// Compiles texts as one file.
Value load_texts(Interpreter& interpreter, const std::string& name, const std::vector<std::string>& texts,
                 const std::vector<std::string>& functions, const BuildFlags& flags) {
  Span call = interpreter.current_span();
  kernels::cuda::ExtensionSource source;
  source.name = name + ".cu";
  source.text = flags.definitions + std::string(kPrefix);
  source.functions = functions;
  source.include_folders = flags.include_folders;
  std::vector<SourcePiece> pieces;
  if (call) pieces.push_back({0, call, false});
  for (const std::string& text : texts) {
    if (call)
      add_pieces(interpreter.sources().file(call.source), call.source, text,
                 static_cast<uint32_t>(source.text.size()), pieces);
    source.text += text + "\n";
  }
  auto loaded = std::make_shared<LoadedExtension>();
  loaded->name = source.name;
  // Without a place of their own in the script the texts are a source of their own.
  if (pieces.size() < 1 + texts.size()) pieces.clear();
  loaded->source = interpreter.sources().add(source.name, source.text, std::move(pieces));
  Result<Extension> extension = room_of(interpreter).compile(source);
  if (!extension) throw script::AbortRun{extension.error()};
  loaded->extension = std::move(*extension);
  if (!loaded->extension.refused.empty()) fail_with(interpreter, *loaded, loaded->extension.refused[0], call);
  return module_of(loaded, name, functions);
}

std::optional<Value> take(CallArguments& arguments, size_t position, std::string_view keyword) {
  if (position < arguments.positional.size()) return arguments.positional[position];
  return arguments.take_keyword(keyword);
}

Value load_inline(Interpreter& interpreter, CallArguments& arguments) {
  std::optional<Value> name = take(arguments, 0, "name");
  const std::string* name_text = name ? script::as_string(*name) : nullptr;
  if (name_text == nullptr) interpreter.raise("TypeError", "load_inline() needs a name");
  std::vector<std::string> cpp = strings_of(interpreter, take(arguments, 1, "cpp_sources"), "cpp_sources");
  std::vector<std::string> cuda = strings_of(interpreter, take(arguments, 2, "cuda_sources"), "cuda_sources");
  std::optional<Value> listed = take(arguments, 3, "functions");
  std::vector<std::string> functions;
  if (listed && listed->as<script::Dict>() != nullptr)
    interpreter.for_each(*listed, [&](Value key) {
      if (const std::string* text = script::as_string(key)) functions.push_back(*text);
      return true;
    });
  else
    functions = strings_of(interpreter, listed, "functions");
  cuda.insert(cuda.end(), cpp.begin(), cpp.end());
  return load_texts(interpreter, *name_text, cuda, functions, take_flags(interpreter, arguments));
}

// A source of load(): as it is named, or beside the file that names it or the script, where builds are mostly started.
std::filesystem::path path_of(Interpreter& interpreter, const std::string& file) {
  std::filesystem::path path = file;
  std::error_code error;
  if (path.is_absolute() || std::filesystem::exists(path, error)) return path;
  std::vector<std::filesystem::path> scripts;
  if (Span call = interpreter.current_span()) scripts.emplace_back(interpreter.sources().file(call.source).name());
  const std::vector<std::string>& arguments = interpreter.capabilities().arguments;
  if (!arguments.empty()) scripts.emplace_back(arguments[0]);
  for (const std::filesystem::path& script : scripts) {
    if (std::filesystem::exists(script.parent_path() / path, error)) return script.parent_path() / path;
  }
  return path;
}

Value load(Interpreter& interpreter, CallArguments& arguments) {
  std::optional<Value> name = take(arguments, 0, "name");
  const std::string* name_text = name ? script::as_string(*name) : nullptr;
  if (name_text == nullptr) interpreter.raise("TypeError", "load() needs a name");
  std::vector<std::string> texts;
  BuildFlags flags = take_flags(interpreter, arguments);
  for (const std::string& file : strings_of(interpreter, take(arguments, 1, "sources"), "sources")) {
    std::filesystem::path path = path_of(interpreter, file);
    if (!script::may_read(interpreter, path))
      interpreter.abort(DiagnosticKind::CapabilityDenied,
                        fmt::format("load({}): this script may not read files", file));
    Result<std::string> text = read_file(path);
    if (!text) interpreter.raise("FileNotFoundError", text.error().message);
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
    texts.push_back(std::move(*text));
    flags.include_folders.push_back(path.has_parent_path() ? path.parent_path() : ".");
  }
  return load_texts(interpreter, *name_text, texts, {}, flags);
}

}  // namespace

void add_cpp_extension(Interpreter& interpreter) {
  interpreter.add_module("torch.utils.cpp_extension", [](Interpreter&) {
    auto module = script::make<script::Module>("torch.utils.cpp_extension");
    module->set("load_inline", script::make_function("load_inline", load_inline));
    module->set("load", script::make_function("load", load));
    module->set("CUDA_HOME", Value());
    module->is_frozen = true;
    return module;
  });
}

}  // namespace tilewright::library
