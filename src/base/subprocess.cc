#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace tilewright {
namespace {

struct Pipe {
  int read = -1, write = -1;
};

bool open_pipe(Pipe& pipe) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {ends[0], ends[1]};
  return true;
}

void close_all(std::initializer_list<int> descriptors) {
  for (int descriptor : descriptors) {
    if (descriptor >= 0) ::close(descriptor);
  }
}

void set_non_blocking(int descriptor) {
  ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// The parent's environment with additions in front of equal names.
std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& additions) {
  std::vector<std::string> merged;
  for (const auto& [name, value] : additions) merged.push_back(name + "=" + value);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    std::string_view name = text.substr(0, text.find('='));
    bool is_replaced = false;
    for (const auto& [added, value] : additions) is_replaced |= added == name;
    if (!is_replaced) merged.emplace_back(text);
  }
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Result<Subprocess> Subprocess::start(const SubprocessOptions& options) {
  Pipe input, output, error, failure;
  if (!open_pipe(input) || !open_pipe(output) || !open_pipe(error) || !open_pipe(failure)) {
    int code = errno;
    close_all({input.read, input.write, output.read, output.write, error.read, error.write});
    return fail(DiagnosticKind::WorkerCrash,
                fmt::format("cannot open pipes for a child process: {}", std::strerror(code)));
  }
  // Everything that allocates happens before fork: the parent may have threads.
  std::vector<std::string> arguments = options.arguments,
                           environment = merged_environment(options.environment);
  std::vector<char*> argument_pointers = pointers(arguments), environment_pointers = pointers(environment);
  pid_t parent = ::getpid();
  pid_t id = ::fork();
  if (id == 0) {
    ::dup2(input.read, STDIN_FILENO);
    ::dup2(output.write, STDOUT_FILENO);
    ::dup2(error.write, STDERR_FILENO);
    if (options.leads_group) ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);
    ::signal(SIGPIPE, SIG_DFL);
    // A terminal's Ctrl-C is the parent's business.
    ::signal(SIGINT, SIG_IGN);
    // What this process was started with (a log, a lock) is not the child's, which may run code that nobody
    // trusts.
    ::close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
    ::execvpe(argument_pointers[0], argument_pointers.data(), environment_pointers.data());
    int code = errno;
    [[maybe_unused]] ssize_t written = ::write(failure.write, &code, sizeof code);
    ::_exit(127);
  }
  close_all({input.read, output.write, error.write, failure.write});
  int code = id < 0 ? errno : 0;
  if (id > 0 && ::read(failure.read, &code, sizeof code) != static_cast<ssize_t>(sizeof code)) code = 0;
  close_all({failure.read});
  if (code != 0) {
    close_all({input.write, output.read, error.read});
    if (id > 0) ::waitpid(id, nullptr, 0);
    return fail(DiagnosticKind::WorkerCrash,
                fmt::format("cannot start {}: {}", options.arguments[0], std::strerror(code)));
  }
  Subprocess process;
  process.id_ = id;
  process.leads_group_ = options.leads_group;
  process.input_ = input.write;
  process.output_ = output.read;
  process.error_ = error.read;
  set_non_blocking(process.input_);
  set_non_blocking(process.output_);
  set_non_blocking(process.error_);
  return process;
}

Subprocess::Subprocess(Subprocess&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      leads_group_(other.leads_group_),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      error_(std::exchange(other.error_, -1)) {}

Subprocess& Subprocess::operator=(Subprocess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(leads_group_, other.leads_group_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(error_, other.error_);
  return *this;
}

Subprocess::~Subprocess() { release(); }

void Subprocess::release() {
  close_all({std::exchange(input_, -1), std::exchange(output_, -1), std::exchange(error_, -1)});
  if (id_ > 0) {
    kill();
    ::waitpid(std::exchange(id_, -1), nullptr, 0);
  }
}

void Subprocess::close_input() { close_all({std::exchange(input_, -1)}); }

void Subprocess::kill() {
  if (id_ > 0) ::kill(leads_group_ ? -id_ : id_, SIGKILL);
}

std::string Subprocess::wait() {
  if (id_ <= 0) return "not running";
  int status = 0;
  while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  id_ = -1;
  if (WIFSIGNALED(status))
    return fmt::format("signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace tilewright
