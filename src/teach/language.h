// The languages that kernels are taught in: one row each (language.cc). A new one is a row here, an emitter
// in the stack (stack/targets.def) and a way to judge it.
#pragma once

#include <string>
#include <string_view>

#include "judge/verdict.h"
#include "stack/target.h"

namespace tilewright::teach {

struct TeachOptions;

struct Language {
  stack::Target target;
  judge::CandidateLanguage candidate;
  // The first line of prompts, with its line end; empty for the language that is meant when nothing is said.
  std::string_view prompt_head;
  // Changes the options that suit another language less well (a verdict may cost more).
  void (*set_defaults)(TeachOptions& options);
  // Sources go through a compiler that says where it fails: a reward tells how far a source came (reward.h).
  bool is_compiled = false;
};
const Language& language_of(stack::Target target);

// An option --lang; BadOption for a name that is none.
Result<const Language*> language_named(std::string_view name);

// A candidate of the task as a request to the judge: names and language are set.
judge::Request candidate_request(const Language& language, const std::string& task_name,
                                 const std::string& task_source, const std::string& candidate);

}  // namespace tilewright::teach
