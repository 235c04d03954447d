// Tasks through the text that crosses processes: the same as worked in place, reasons included.
#include "teach/work_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tilewright::teach {
namespace {

// The worker's side, called at once.
ServiceFunctions in_place(std::vector<Result<std::string>>& answers) {
  return {[&answers](std::vector<judge::ServiceCall> calls) {
            for (const judge::ServiceCall& call : calls) {
              EXPECT_EQ(call.service, work_service().name);
              answers.push_back(work_service().serve(call.text));
            }
          },
          [&answers] { return std::exchange(answers, {}); }};
}

TaskRecord task_of(const std::string& name, const std::string& body) {
  TaskRecord task;
  task.name = name;
  task.family = "activation";
  task.is_unseen = true;
  task.source =
      "import torch\nimport torch.nn as nn\n\n\nclass Model(nn.Module):\n    def forward(self, x):\n        "
      "return " +
      body + "\n\n\nn = 4096\n\n\ndef get_inputs():\n    return [torch.randn(n)]\n";
  return task;
}

TEST(Workshop, AnswersAreThoseOfWorkingInPlace) {
  WorkOptions options{.max_elements = 1024, .seed = 3, .styles = 2};
  TaskRecord good = task_of("good", "torch.relu(x * 1.5)");
  std::vector<Result<std::string>> answers;
  Workshop workshop(in_place(answers));
  workshop.start({good, task_of("bad", "torch.reluu(x)"), task_of("broken", "(")}, options);
  std::vector<Result<WorkedTask>> worked = workshop.finish();
  ASSERT_EQ(worked.size(), 3u);

  Result<WorkedTask> expected = work_task(good, options);
  ASSERT_TRUE(expected.has_value() && worked[0].has_value());
  EXPECT_EQ(to_json(worked[0]->record), to_json(expected->record));
  EXPECT_FALSE(worked[0]->record.prompt.empty());
  EXPECT_EQ(worked[0]->chosen, expected->chosen);
  ASSERT_EQ(worked[0]->examples.size(), expected->examples.size());
  for (size_t i = 0; i < expected->examples.size(); ++i)
    EXPECT_EQ(to_json(worked[0]->examples[i]), to_json(expected->examples[i]));

  ASSERT_FALSE(worked[1].has_value());
  EXPECT_THAT(worked[1].error().message, testing::HasSubstr("not captured: AttributeError"));
  ASSERT_FALSE(worked[2].has_value());
  EXPECT_EQ(worked[2].error().kind, DiagnosticKind::SyntaxError);
  EXPECT_TRUE(workshop.finish().empty());
}

TEST(Workshop, AWorkerThatEndedIsAReasonAndTextThatIsNoRequestAnError) {
  Workshop workshop({[](std::vector<judge::ServiceCall>) {},
                     [] {
                       return std::vector<Result<std::string>>{fail(DiagnosticKind::WorkerCrash, "signal 11"),
                                                               std::string("{")};
                     }});
  std::vector<Result<WorkedTask>> worked = workshop.finish();
  EXPECT_THAT(worked[0].error().message, testing::HasSubstr("signal 11"));
  EXPECT_EQ(worked[1].error().kind, DiagnosticKind::BadFormat);
  EXPECT_THAT(work_service().serve("nonsense"), testing::HasSubstr("error"));
}

}  // namespace
}  // namespace tilewright::teach
