#include "kernels/cuda/command.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <chrono>

#include "base/data_files.h"
#include "base/subprocess.h"

namespace tilewright::kernels::cuda {

Result<CommandResult> run_command(const std::vector<std::string>& arguments, int milliseconds) {
  Result<Subprocess> process = Subprocess::start({.arguments = arguments, .environment = {}, .leads_group = true});
  if (!process) return fail(process.error());
  process->close_input();
  CommandResult result;
  constexpr size_t kKept = 4 << 20;
  auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
  std::array<int, 2> open = {process->output(), process->error()};
  std::array<std::string*, 2> texts = {&result.output, &result.error};
  while (open[0] >= 0 || open[1] >= 0) {
    std::array<pollfd, 2> waiting = {pollfd{open[0], POLLIN, 0}, pollfd{open[1], POLLIN, 0}};
    auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now())
            .count();
    if (left <= 0) {
      process->kill();
      result.was_killed = true;
      break;
    }
    ::poll(waiting.data(), waiting.size(), static_cast<int>(left));
    for (size_t i = 0; i < open.size(); ++i) {
      if (open[i] < 0 || waiting[i].revents == 0) continue;
      std::array<char, 65536> buffer;
      ssize_t got = ::read(open[i], buffer.data(), buffer.size());
      if (got > 0 && texts[i]->size() < kKept) texts[i]->append(buffer.data(), static_cast<size_t>(got));
      if (got <= 0) open[i] = -1;
    }
  }
  result.ending = process->wait();
  return result;
}

std::string find_program(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::filesystem::path found = find_in_path(name);
    if (!found.empty()) return found.string();
  }
  return {};
}

}  // namespace tilewright::kernels::cuda
