// The pool against workers that misbehave on purpose: a script that speaks the protocol and obeys the
// candidate's text.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "judge/judge.h"

namespace tilewright::judge {
namespace {

using testing::HasSubstr;

constexpr const char* kWorker = R"(#!/usr/bin/env python3
import json, os, signal, struct, sys, time
def answer(text):
    data = text.encode()
    sys.stdout.buffer.write(struct.pack('<I', len(data)) + data)
    sys.stdout.buffer.flush()
while True:
    header = sys.stdin.buffer.read(4)
    if len(header) < 4: break
    text = sys.stdin.buffer.read(struct.unpack('<I', header)[0]).decode()
    if not text.startswith('{'):
        service, order = text.split('\n', 1)
        if order == 'crash': os.kill(os.getpid(), signal.SIGSEGV)
        answer(service + ' did ' + order)
        continue
    request = json.loads(text)
    order = request['candidate_source']
    if order == 'crash':
        sys.stderr.write('about to fall\n'); sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
    if order == 'exit': os._exit(9)
    if order == 'hang': time.sleep(1000)
    if order == 'garbage': answer('{"schema": 1}'); continue
    if order == 'slow': time.sleep(0.05)
    if order == 'grow': grown = bytearray(b'x') * (200 << 20)
    answer(json.dumps({'schema': 1, 'status': 'correct', 'summary': request['id'] + ' ' + str(os.getpid())}))
)";

class PoolTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("tilewright_pool_{}", ::getpid());
    std::filesystem::create_directories(folder_);
    script_ = folder_ / "worker";
    std::ofstream(script_) << kWorker;
    std::filesystem::permissions(script_, std::filesystem::perms::owner_all);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  JudgePool pool(int workers = 2, double limit = 20) { return JudgePool({workers, script_.string(), limit}); }

  static std::vector<Request> requests(const std::vector<std::string>& orders) {
    std::vector<Request> all;
    for (size_t i = 0; i < orders.size(); ++i) {
      Request request;
      request.id = std::to_string(i);
      request.task_source = std::to_string(i / 4);
      request.candidate_name = "candidate.py";
      request.candidate_source = orders[i];
      all.push_back(request);
    }
    return all;
  }

  std::filesystem::path folder_, script_;
};

TEST_F(PoolTest, ResultsComeInSubmissionOrder) {
  std::vector<std::string> orders(40, "ok");
  for (size_t i = 0; i < orders.size(); i += 3) orders[i] = "slow";
  JudgePool judges = pool();
  size_t last = 0;
  std::vector<Verdict> verdicts = judges.judge(requests(orders), [&](size_t done) { last = done; });
  ASSERT_EQ(verdicts.size(), orders.size());
  EXPECT_EQ(last, orders.size());
  for (size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_EQ(verdicts[i].status, Status::Correct);
    EXPECT_TRUE(verdicts[i].summary.starts_with(std::to_string(i) + " ")) << verdicts[i].summary;
  }
}

TEST_F(PoolTest, ACrashIsAVerdictAndTheRestIsJudged) {
  JudgePool judges = pool();
  std::vector<Verdict> verdicts = judges.judge(requests({"ok", "crash", "ok", "ok", "exit", "ok"}));
  EXPECT_EQ(verdicts[0].status, Status::Correct);
  ASSERT_EQ(verdicts[1].status, Status::Unsupported);
  ASSERT_EQ(verdicts[1].diagnostics.size(), 1u);
  EXPECT_EQ(verdicts[1].diagnostics[0].kind, "worker-crash");
  EXPECT_THAT(verdicts[1].diagnostics[0].message, HasSubstr("signal 11"));
  EXPECT_THAT(verdicts[1].diagnostics[0].notes.at(0).message, HasSubstr("about to fall"));
  EXPECT_EQ(verdicts[2].status, Status::Correct);
  EXPECT_EQ(verdicts[3].status, Status::Correct);
  EXPECT_THAT(verdicts[4].summary, HasSubstr("exit code 9"));
  EXPECT_EQ(verdicts[5].status, Status::Correct);
}

TEST_F(PoolTest, AHangingWorkerIsReplaced) {
  JudgePool judges = pool(1, 3);
  std::vector<Verdict> verdicts = judges.judge(requests({"ok", "hang", "ok"}));
  EXPECT_EQ(verdicts[0].status, Status::Correct);
  EXPECT_EQ(verdicts[1].status, Status::Unsupported);
  EXPECT_THAT(verdicts[1].summary, HasSubstr("without a verdict"));
  EXPECT_EQ(verdicts[2].status, Status::Correct);
}

TEST_F(PoolTest, AWorkerThatKeepsTooMuchMemoryIsReplaced) {
  JudgePool judges({.workers = 1, .executable = script_.string(), .most_worker_bytes = 100 << 20});
  std::vector<Verdict> verdicts = judges.judge(requests({"ok", "ok", "grow", "ok", "ok", "ok"}));
  std::vector<std::string> processes;
  for (const Verdict& verdict : verdicts) {
    EXPECT_EQ(verdict.status, Status::Correct);
    processes.push_back(verdict.summary.substr(verdict.summary.find(' ') + 1));
  }
  EXPECT_EQ(processes[0], processes[2]);
  EXPECT_NE(processes[0], processes[5]);
  EXPECT_EQ(processes[4], processes[5]);
}

TEST_F(PoolTest, AnAnswerThatIsNoVerdictIsACrash) {
  JudgePool judges = pool(1);
  std::vector<Verdict> verdicts = judges.judge(requests({"garbage", "ok"}));
  EXPECT_EQ(verdicts[0].status, Status::Unsupported);
  EXPECT_EQ(verdicts[1].status, Status::Correct);
}

TEST_F(PoolTest, WorkersThatNeverRunEndTheCallAndNotTheProgram) {
  JudgePool missing({2, (folder_ / "nothing").string(), 5});
  std::vector<Verdict> verdicts = missing.judge(requests(std::vector<std::string>(20, "ok")));
  ASSERT_EQ(verdicts.size(), 20u);
  for (const Verdict& verdict : verdicts) EXPECT_EQ(verdict.status, Status::Unsupported);
  EXPECT_THAT(verdicts[19].diagnostics.at(0).notes.at(0).message, HasSubstr("No such file"));
}

TEST_F(PoolTest, CallsOfServicesRunBesideRequestsAndCrashAlone) {
  JudgePool judges = pool(2);
  for (int round = 0; round < 2; ++round) {
    std::vector<ServiceCall> calls;
    for (int i = 0; i < 30; ++i) calls.push_back({"count", i == 11 ? "crash" : std::to_string(i), "call"});
    judges.start(calls);
    for (const Verdict& verdict : judges.judge(requests({"ok", "slow", "ok", "slow"})))
      EXPECT_EQ(verdict.status, Status::Correct);
    judges.start({{"more", "a\nb", "another"}});
    std::vector<Result<std::string>> answers = judges.finish();
    ASSERT_EQ(answers.size(), 31u);
    for (size_t i = 0; i < 30; ++i) {
      if (i == 11) continue;
      ASSERT_TRUE(answers[i].has_value()) << answers[i].error().message;
      EXPECT_EQ(*answers[i], "count did " + std::to_string(i));
    }
    ASSERT_FALSE(answers[11].has_value());
    EXPECT_EQ(answers[11].error().kind, DiagnosticKind::WorkerCrash);
    EXPECT_THAT(answers[11].error().message, HasSubstr("work on call"));
    EXPECT_EQ(*answers[30], "more did a\nb");
  }
  EXPECT_TRUE(judges.finish().empty());
}

TEST_F(PoolTest, ThePoolCanBeUsedAgain) {
  JudgePool judges = pool(2);
  EXPECT_EQ(judges.judge({}).size(), 0u);
  for (int round = 0; round < 3; ++round) {
    std::vector<Verdict> verdicts = judges.judge(requests({"ok", "ok", "crash"}));
    EXPECT_EQ(verdicts[1].status, Status::Correct);
    EXPECT_EQ(verdicts[2].status, Status::Unsupported);
  }
}

}  // namespace
}  // namespace tilewright::judge
