// Reading JSON written by others: every surprise is a diagnostic that names the file and the key.
// Included by .cc files of this room only (nlohmann is heavy).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tilewright::model {

// Syntax errors and other top-level values are BadFormat.
Result<nlohmann::json> parse_json_object(std::string_view text, std::string_view name);

class JsonReader {
 public:
  explicit JsonReader(std::string_view file_name) : name_(file_name) {}
  const std::string& name() const { return name_; }

  // With a fallback a missing or null key is allowed; a value of another kind never is.
  Result<int64_t> integer(const nlohmann::json& object, const char* key,
                          std::optional<int64_t> fallback = {}) const;
  Result<double> number(const nlohmann::json& object, const char* key,
                        std::optional<double> fallback = {}) const;
  Result<bool> boolean(const nlohmann::json& object, const char* key, bool fallback) const;
  Result<std::string> text(const nlohmann::json& object, const char* key,
                           std::optional<std::string> fallback = {}) const;
  tl::unexpected<Diagnostic> wrong(const char* key, const char* wanted) const;

 private:
  std::string name_;
};

}  // namespace tilewright::model
