#include "judge/gpu_baseline.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json_reader.h"
#include "judge/gpu_check.h"
#include "kernels/cuda/command.h"

namespace tilewright::judge {
namespace {

constexpr int kMilliseconds = 180000;

// Module-level integers take the sizes that were chosen, as the judge sets them.
constexpr const char* kScript = R"(import ast, json, sys, torch
request = json.load(open(sys.argv[1]))
tree = ast.parse(request["task"])
for node in tree.body:
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        size = request["sizes"].get(node.targets[0].id)
        if size is not None:
            node.value = ast.copy_location(ast.Constant(size), node.value)
space = {"__name__": "task"}
exec(compile(tree, "task", "exec"), space)
torch.manual_seed(0)
model = space["Model"](*space["get_init_inputs"]()).cuda().eval()
inputs = [value.cuda() if torch.is_tensor(value) else value for value in space["get_inputs"]()]
flushed = torch.empty(2 * max(torch.cuda.get_device_properties(0).L2_cache_size, 16 << 20), dtype=torch.int8, device="cuda")
def measure(repetitions):
    events = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in range(repetitions)]
    for round, (begin, end) in enumerate(events):
        flushed.fill_(round % 100)
        begin.record()
        model(*inputs)
        end.record()
    torch.cuda.synchronize()
    return [begin.elapsed_time(end) * 1000 for begin, end in events]
with torch.no_grad():
    measure(5)
    print(json.dumps({"microseconds": measure(request["repetitions"]), "torch": torch.__version__}))
)";

}  // namespace

std::optional<GpuBaseline> measure_baseline(const std::string& python, const std::string& task_source,
                                            const tasks::Sizes& sizes, int repetitions,
                                            const std::filesystem::path& scratch_folder) {
  nlohmann::json request = {{"task", task_source}, {"sizes", sizes}, {"repetitions", repetitions}};
  std::filesystem::path stem = scratch_folder / fmt::format("baseline-{}", ::getpid());
  std::filesystem::path script = stem.string() + ".py", data = stem.string() + ".json";
  std::error_code error;
  std::filesystem::create_directories(scratch_folder, error);
  std::optional<GpuBaseline> baseline;
  if (write_file_atomically(script, kScript) && write_file_atomically(data, dump_json(request))) {
    auto ran = kernels::cuda::run_command({python, script.string(), data.string()}, kMilliseconds);
    Result<nlohmann::json> answer =
        ran && ran->is_good() ? parse_json(ran->output, "baseline") : fail(DiagnosticKind::Unsupported, "");
    std::vector<double> microseconds;
    std::string version;
    if (answer) {
      JsonReader reader(*answer, "baseline");
      reader.read("microseconds", microseconds);
      reader.read("torch", version);
      if (reader.is_good() && !microseconds.empty())
        baseline = GpuBaseline{fmt::format("torch {}, eager", version), summarise(std::move(microseconds), 0)};
    }
  }
  std::filesystem::remove(script, error);
  std::filesystem::remove(data, error);
  return baseline;
}

}  // namespace tilewright::judge
