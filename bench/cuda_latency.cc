// From a new CUDA source to its verdict in a process that is warm: what each takes, how many a second two
// workers do. usage: cuda_latency_bench [FOLDER [COUNT]]   the programs of FOLDER (tests/cuda/kernels), COUNT
// (60) runs
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "kernels/cuda/cuda.h"

namespace {

using namespace tilewright;
using kernels::cuda::CudaMachine;
namespace fs = std::filesystem;

struct Program {
  std::string name, text;
};

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Of this process and of all that it has waited for, milliseconds.
double processor_time() {
  double total = 0;
  for (int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    total += 1e3 * static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
             1e-3 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  }
  return total;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

kernels::cuda::CudaOptions options_in(const fs::path& cache) {
  kernels::cuda::CudaOptions options;
  options.cache_folder = cache;
  options.include_folder = fs::path(TILEWRIGHT_SOURCE_DIR) / "cuda/include";
  options.chip.max_threads_per_block = 1024;
  return options;
}

CudaMachine machine_in(const fs::path& cache) {
  auto machine = CudaMachine::create(options_in(cache));
  if (!machine) {
    fmt::print(stderr, "{}\n", machine.error().message);
    std::exit(3);
  }
  return std::move(*machine);
}

// Milliseconds to the verdict; the comment makes it a new source.
double verdict(CudaMachine& machine, const Program& program, int variant,
               kernels::cuda::CudaTimes* times = nullptr) {
  double begin = now();
  auto run = machine.run({.name = program.name,
                          .text = program.text + fmt::format("\n// {}\n", variant),
                          .arguments = {},
                          .include_folders = {}});
  double took = now() - begin;
  if (!run || !run->faults.empty() || run->exit_code != 0) {
    fmt::print(stderr, "{}: {}\n", program.name,
               !run                  ? run.error().message
               : run->faults.empty() ? run->output
                                     : run->faults[0].message);
    std::exit(1);
  }
  if (times != nullptr) *times = run->times;
  return took;
}

}  // namespace

int main(int count, char** arguments) {
  fs::path folder =
      count > 1 ? fs::path(arguments[1]) : fs::path(TILEWRIGHT_SOURCE_DIR) / "tests/cuda/kernels";
  auto runs = static_cast<size_t>(count > 2 ? std::atoi(arguments[2]) : 60);
  std::vector<Program> programs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (auto text = read_file(entry.path()); text && entry.path().extension() == ".cu")
      programs.push_back({entry.path().filename(), *text});
  }
  std::sort(programs.begin(), programs.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  if (programs.empty()) return 2;
  fs::path cache = fs::temp_directory_path() / fmt::format("tilewright-latency-{}", ::getpid());
  {
    CudaMachine machine = machine_in(cache);
    verdict(machine, programs[0], -1);  // precompiles the headers
    std::vector<double> fresh, cached, rewriting, compiling, running, explaining;
    for (size_t i = 0; i < runs; ++i) {
      const Program& program = programs[i % programs.size()];
      kernels::cuda::CudaTimes times;
      fresh.push_back(verdict(machine, program, static_cast<int>(i), &times));
      rewriting.push_back(times.rewrite);
      compiling.push_back(times.compile);
      running.push_back(times.run);
      explaining.push_back(times.explain);
      cached.push_back(verdict(machine, program, static_cast<int>(i)));
    }
    fmt::print(
        "new source, one at a time: median {:.0f} ms (at most 200): rewriting {:.1f}, compiling {:.0f}, "
        "running {:.0f}, "
        "explaining {:.1f}\n",
        median(fresh), median(rewriting), median(compiling), median(running), median(explaining));
    fmt::print("unchanged source: median {:.0f} ms (at most 50)\n", median(cached));
  }
  double processor = processor_time(), begin = now();
  {
    std::mutex mutex;
    size_t next = 0;
    std::vector<std::thread> workers;
    for (int worker = 0; worker < 2; ++worker) {
      workers.emplace_back([&] {
        CudaMachine machine = machine_in(cache);
        for (;;) {
          size_t mine;
          {
            std::lock_guard lock(mutex);
            mine = next++;
          }
          if (mine >= runs) return;
          verdict(machine, programs[mine % programs.size()], static_cast<int>(1000 + mine));
        }
      });
    }
    for (std::thread& worker : workers) worker.join();
  }
  double seconds = (now() - begin) / 1e3, each = (processor_time() - processor) / static_cast<double>(runs);
  fmt::print("two workers: {:.1f} new sources a second (at least 8)\n", static_cast<double>(runs) / seconds);
  fmt::print("{:.0f} ms of processor time each: {:.1f} a second on two free processors\n", each, 2000 / each);
  fs::remove_all(cache);
}
