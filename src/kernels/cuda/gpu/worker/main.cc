// tilewright_cuda_gpu: the process in which a GPU's driver is opened and one candidate runs, started by gpu.cc.
//   probe                                  prints what the first GPU is, or why there is none, as one line of JSON
//   serve IMAGE                            calls a candidate's functions as messages ask (candidate.h)
//   run IMAGE DEVICE_CODE NAMES ARGUMENTS  runs the main function of a program that host_build.h made
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "base/json_reader.h"
#include "kernels/cuda/gpu/driver.h"
#include "kernels/cuda/gpu/worker/serve.h"
#include "kernels/cuda/gpu/worker/session.h"
#include "tilewright/gpu_launch.h"

namespace tilewright::kernels::cuda::gpu {
namespace {

int probe() {
  nlohmann::json answer = nlohmann::json::object();
  Result<Driver> driver = Driver::open();
  Result<Device> device = driver ? describe_device(*driver) : fail(driver.error());
  if (!device) {
    answer["error"] = device.error().message;
  } else {
    answer = {{"name", device->name},
              {"driver", device->driver},
              {"major", device->major},
              {"minor", device->minor},
              {"multiprocessors", device->multiprocessors},
              {"l2_bytes", device->l2_bytes},
              {"memory_bytes", device->memory_bytes},
              {"clock_megahertz", device->clock_megahertz}};
  }
  fmt::print("{}\n", dump_json(answer));
  return 0;
}

int refuse(const Diagnostic& diagnostic) {
  fmt::print(stderr, "tilewright: unsupported: {}\n", diagnostic.message);
  return kUnsupportedExit;
}

// Loops of the host's half count their steps down where the CPU's runner keeps a thread's fuel (tilewright/abi.h). Here
// wall clock ends a program: there is enough.
bool map_context_page() {
  constexpr size_t kPageBytes = 4096;
  void* page = ::mmap(reinterpret_cast<void*>(TW_CONTEXT_PAGE), kPageBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (page == MAP_FAILED) return false;
  const int64_t fuel = std::numeric_limits<int64_t>::max();
  std::memcpy(static_cast<char*>(page) + TW_CONTEXT_FUEL, &fuel, sizeof fuel);
  return true;
}

// The program's name, which its main is given first, is the image's.
int run_main(int argc, char** argv) {
  if (!map_context_page())
    return refuse({DiagnosticKind::Unsupported, "the page of a program's context cannot be mapped", {}, {}});
  if (Result<void> started = Session::start(); !started) return refuse(started.error());
  Session& session = Session::get();
  if (Result<void> loaded = session.load(argv[2], argv[3], argv[4]); !loaded) return refuse(loaded.error());
  using Main = int (*)(int, char**);
  auto entry = reinterpret_cast<Main>(::dlsym(session.image(), "main"));
  if (entry == nullptr) return refuse({DiagnosticKind::Unsupported, "the program has no main function", {}, {}});
  std::vector<char*> arguments = {argv[2]};
  for (int i = 5; i < argc; ++i) arguments.push_back(argv[i]);
  arguments.push_back(nullptr);
  int code = entry(static_cast<int>(arguments.size()) - 1, arguments.data());
  // What kernels print comes when the device is waited for.
  session.driver.context_synchronize();
  return code;
}

int serve_image(const char* image) {
  // Standard output is for messages alone, whatever the candidate prints.
  int messages = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  if (Result<void> started = Session::start(); !started) return refuse(started.error());
  if (Result<void> loaded = Session::get().load(image, {}, {}); !loaded) return refuse(loaded.error());
  return serve(STDIN_FILENO, messages);
}

int run(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  if (mode == "probe") return probe();
  if (mode == "serve" && argc == 3) return serve_image(argv[2]);
  if (mode == "run" && argc >= 5) return run_main(argc, argv);
  fmt::print(stderr, "tilewright_cuda_gpu is started by tilewright\n");
  return 2;
}

}  // namespace
}  // namespace tilewright::kernels::cuda::gpu

int main(int argc, char** argv) {
  int code = tilewright::kernels::cuda::gpu::run(argc, argv);
  std::fflush(nullptr);
  // Without the exit handlers of drivers.
  ::_exit(code);
}
