// Reading JSON that somebody else wrote: every wrong type, missing field or absurd size becomes a
// diagnostic that names the field, never an exception. For .cc files only (it includes nlohmann's header).
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tilewright {

// The text as JSON; nesting is limited, since readers recurse. A syntax error names the byte.
Result<nlohmann::json> parse_json(std::string_view text, std::string_view what, int most_nesting = 32);
// Numbers keep infinities and NaN as the strings "inf", "-inf", "nan". Invalid UTF-8 is replaced.
std::string dump_json(const nlohmann::json& value);
nlohmann::json number_to_json(double value);

// Reads the fields of one object. The first mistake sticks; readers after it do nothing.
class JsonReader {
 public:
  // `path` names the object in messages: "verdict", "verdict.time".
  JsonReader(const nlohmann::json& object, std::string path);

  // Absent fields keep the value that is there, unless required.
  void read(std::string_view name, std::string& value, bool is_required = false);
  void read(std::string_view name, bool& value, bool is_required = false);
  void read(std::string_view name, double& value, bool is_required = false);
  void read(std::string_view name, std::vector<double>& value);
  void read(std::string_view name, std::vector<int64_t>& value);
  template <class Integer>
  requires(std::is_integral_v<Integer> &&
           !std::is_same_v<Integer, bool>) void read(std::string_view name, Integer& value,
                                                     bool is_required = false) {
    const nlohmann::json* field = find(name, is_required);
    if (field == nullptr) return;
    if (field->is_number_unsigned()) {
      auto number = field->get<uint64_t>();
      if (number <= static_cast<uint64_t>(std::numeric_limits<Integer>::max())) {
        value = static_cast<Integer>(number);
        return;
      }
    } else if (field->is_number_integer()) {
      auto number = field->get<int64_t>();
      if (std::is_signed_v<Integer> && number >= static_cast<int64_t>(std::numeric_limits<Integer>::min())) {
        value = static_cast<Integer>(number);
        return;
      }
    }
    wrong(name, "an integer in range");
  }
  // The field, or null when it is absent (a mistake only if required) or an earlier mistake was made.
  const nlohmann::json* find(std::string_view name, bool is_required = false);
  const nlohmann::json* find_array(std::string_view name, size_t most = 100'000);
  const nlohmann::json* find_object(std::string_view name);

  std::string path_of(std::string_view name) const { return path_ + "." + std::string(name); }
  void wrong(std::string_view name, std::string_view expected);
  void adopt(const Diagnostic& mistake);
  bool is_good() const { return mistake_.empty(); }
  Result<void> result() const;

 private:
  const nlohmann::json* object_;
  std::string path_;
  std::string mistake_;
};

}  // namespace tilewright
