#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "base/sandbox.h"
#include "base/subprocess.h"

namespace tilewright {
namespace {

std::string read_all(int descriptor) {
  std::string text;
  char buffer[256];
  pollfd wait{descriptor, POLLIN, 0};
  while (::poll(&wait, 1, 5000) > 0) {
    ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<size_t>(count));
  }
  return text;
}

TEST(Subprocess, EchoesThroughPipes) {
  Result<Subprocess> child = Subprocess::start({{"cat"}, {}});
  ASSERT_TRUE(child.has_value());
  ASSERT_EQ(::write(child->input(), "hello", 5), 5);
  child->close_input();
  EXPECT_EQ(read_all(child->output()), "hello");
  EXPECT_EQ(child->wait(), "exit code 0");
}

TEST(Subprocess, EnvironmentIsAdded) {
  Result<Subprocess> child =
      Subprocess::start({{"sh", "-c", "printf %s \"$TILEWRIGHT_TEST\""}, {{"TILEWRIGHT_TEST", "yes"}}});
  ASSERT_TRUE(child.has_value());
  EXPECT_EQ(read_all(child->output()), "yes");
}

TEST(Subprocess, TheEndIsToldInWords) {
  Result<Subprocess> exits = Subprocess::start({{"sh", "-c", "exit 3"}, {}});
  EXPECT_EQ(exits->wait(), "exit code 3");
  Result<Subprocess> crashes = Subprocess::start({{"sh", "-c", "kill -SEGV $$"}, {}});
  EXPECT_EQ(crashes->wait(), "signal 11 (Segmentation fault)");
}

TEST(Subprocess, AMissingProgramIsADiagnostic) {
  Result<Subprocess> child = Subprocess::start({{"/no/such/program"}, {}});
  ASSERT_FALSE(child.has_value());
  EXPECT_EQ(child.error().message, "cannot start /no/such/program: No such file or directory");
}

// Runs `body` in a child inside the sandbox; its result is the exit code.
template <class Body>
int in_sandbox(Body body) {
  pid_t id = ::fork();
  if (id == 0) {
    if (!enter_sandbox()) ::_exit(100);
    ::_exit(body());
  }
  int status = 0;
  ::waitpid(id, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

TEST(Sandbox, ReadingStaysAllowedAndWritingIsRefused) {
  EXPECT_EQ(in_sandbox([] { return ::open("/proc/self/status", O_RDONLY) >= 0 ? 0 : 1; }), 0);
  EXPECT_EQ(
      in_sandbox([] {
        return ::open("/tmp/tilewright_sandbox_test", O_WRONLY | O_CREAT, 0600) < 0 && errno == EPERM ? 0 : 1;
      }),
      0);
}

TEST(Sandbox, ProgramsProcessesAndSocketsAreRefused) {
  EXPECT_EQ(in_sandbox([] {
              char name[] = "/bin/true";
              char* arguments[] = {name, nullptr};
              ::execv(name, arguments);
              return errno == EPERM ? 0 : 1;
            }),
            0);
  EXPECT_EQ(in_sandbox([] { return ::fork() < 0 && errno == EPERM ? 0 : 1; }), 0);
  EXPECT_EQ(in_sandbox([] { return ::socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM ? 0 : 1; }), 0);
}

TEST(Sandbox, ThreadsStillStart) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer needs more address space for a thread than the sandbox gives";
#endif
  EXPECT_EQ(in_sandbox([] {
              int value = 1;
              std::thread([&] { value = 0; }).join();
              return value;
            }),
            0);
}

}  // namespace
}  // namespace tilewright
