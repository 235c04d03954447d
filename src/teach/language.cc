#include "teach/language.h"

#include "teach/options.h"

namespace tilewright::teach {
namespace {

void keep(TeachOptions&) {}

// A new source takes a compiler's run, fifty times what a Triton file costs to judge.
void set_compiled(TeachOptions& options) {
  options.lang = "cuda";
  options.training_tasks = 8000;
  options.judged_share = 0.1;
  options.rl_tasks = 240;
  options.evaluation_samples = 4;
  options.rl_steps = 30;
  options.rl_prompts = 8;
  options.continued_steps = 40;
}

constexpr Language kLanguages[] = {
    {stack::Target::Triton, judge::CandidateLanguage::Triton, "", keep, false},
    {stack::Target::Cuda, judge::CandidateLanguage::Cuda, "# cuda\n", set_compiled, true},
};

}  // namespace

const Language& language_of(stack::Target target) { return kLanguages[static_cast<size_t>(target)]; }

Result<const Language*> language_named(std::string_view name) {
  Result<stack::Target> target = stack::target_named(name);
  if (!target) return tl::unexpected(target.error());
  return &language_of(*target);
}

judge::Request candidate_request(const Language& language, const std::string& task_name,
                                 const std::string& task_source, const std::string& candidate) {
  judge::Request request;
  request.task_name = task_name;
  request.task_source = task_source;
  request.candidate_name = task_name + "_candidate" + std::string(stack::info(language.target).ending);
  request.candidate_source = candidate;
  request.language = language.candidate;
  return request;
}

}  // namespace tilewright::teach
