#include "teach/grader.h"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "base/check.h"

namespace tilewright::teach {

Grader::Grader(JudgeFunction judge, const TeachOptions& options)
    : judge_(std::move(judge)), language_(*language_named(options.lang).value()) {
  options_.chip = options.chip;
  options_.seed = options.seed;
  options_.max_elements = options.max_elements;
}

std::vector<judge::Verdict> Grader::grade(const std::vector<Submission>& submissions,
                                          const std::function<void(size_t done, size_t total)>& progress) {
  std::vector<judge::Request> requests;
  std::vector<size_t> place(submissions.size());
  std::map<std::pair<const TaskRecord*, std::string>, size_t> known;
  for (size_t i = 0; i < submissions.size(); ++i) {
    const Submission& submission = submissions[i];
    auto [found, is_new] = known.try_emplace({submission.task, submission.text}, requests.size());
    place[i] = found->second;
    if (!is_new) continue;
    judge::Request request =
        candidate_request(language_, submission.task->name, submission.task->source, submission.text);
    request.id = std::to_string(requests.size());
    request.options = options_;
    requests.push_back(std::move(request));
  }
  auto began = std::chrono::steady_clock::now();
  std::vector<judge::Verdict> verdicts = judge_(requests, [&](size_t done) {
    if (progress) progress(done, requests.size());
  });
  TW_CHECK(verdicts.size() == requests.size(), "{} verdicts for {} requests", verdicts.size(),
           requests.size());
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  verdicts_ += static_cast<int64_t>(requests.size());
  std::vector<judge::Verdict> result;
  result.reserve(submissions.size());
  for (size_t index : place) result.push_back(verdicts[index]);
  return result;
}

}  // namespace tilewright::teach
