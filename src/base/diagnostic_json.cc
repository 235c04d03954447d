#include "base/diagnostic_json.h"

#include "base/json_reader.h"

namespace tilewright {

nlohmann::json diagnostic_to_json(const ResolvedDiagnostic& diagnostic) {
  nlohmann::json value = {
      {"kind", diagnostic.kind}, {"severity", diagnostic.severity}, {"message", diagnostic.message}};
  if (diagnostic.line != 0) {
    value["file"] = diagnostic.file;
    value["line"] = diagnostic.line;
    value["column"] = diagnostic.column;
    value["end_column"] = diagnostic.end_column;
    value["source_line"] = diagnostic.source_line;
  }
  for (const ResolvedDiagnostic& note : diagnostic.notes) value["notes"].push_back(diagnostic_to_json(note));
  return value;
}

Result<ResolvedDiagnostic> diagnostic_from_json(const nlohmann::json& value) {
  ResolvedDiagnostic diagnostic;
  JsonReader reader(value, "diagnostic");
  reader.read("kind", diagnostic.kind, true);
  reader.read("severity", diagnostic.severity, true);
  reader.read("message", diagnostic.message, true);
  reader.read("file", diagnostic.file);
  reader.read("line", diagnostic.line);
  reader.read("column", diagnostic.column);
  reader.read("end_column", diagnostic.end_column);
  reader.read("source_line", diagnostic.source_line);
  if (const nlohmann::json* notes = reader.find_array("notes", 1000)) {
    for (const nlohmann::json& item : *notes) {
      Result<ResolvedDiagnostic> note = diagnostic_from_json(item);
      if (!note) return note;
      diagnostic.notes.push_back(std::move(*note));
    }
  }
  if (Result<void> read = reader.result(); !read) return fail(read.error());
  return diagnostic;
}

}  // namespace tilewright
