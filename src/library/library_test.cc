#include "library/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library/operator_table.h"

namespace tilewright::library {
namespace {

using script::CallArguments;
using script::Interpreter;
using script::Value;

// One script run with the torch module installed.
class Session {
 public:
  explicit Session(BudgetLimits limits = {}, LibraryOptions options = {}) : budget_(limits) {
    session_.options = options;
    script::Capabilities capabilities;
    capabilities.standard_output = [this](std::string_view text) { output += text; };
    interpreter = std::make_unique<Interpreter>(sources, budget_, capabilities);
    install(*interpreter, session_);
  }

  // Runs a module; the test fails when it raises.
  script::Ref<script::Module> run(std::string text) {
    auto module = interpreter->run_module(sources.add("test.py", std::move(text)), "__main__");
    EXPECT_TRUE(module.has_value()) << (module ? "" : render(module.error(), sources));
    return module ? *module : script::Ref<script::Module>();
  }
  Diagnostic fail(std::string text) {
    auto module = interpreter->run_module(sources.add("test.py", std::move(text)), "__main__");
    EXPECT_FALSE(module.has_value());
    return module ? Diagnostic{} : module.error();
  }
  Value global(const script::Ref<script::Module>& module, std::string_view name) {
    return interpreter->get_attribute(Value(module), name);
  }

  SourceManager sources;
  std::string output;
  std::unique_ptr<Interpreter> interpreter;
  LibrarySession& library() { return session_; }
  Budget& budget() { return budget_; }

 private:
  Budget budget_;
  LibrarySession session_;
};

std::vector<float> floats(const Value& tensor) {
  HostTensor host = to_host(tensor);
  EXPECT_EQ(host.dtype, DType::Float32);
  std::vector<float> values(host.data.size() / sizeof(float));
  std::copy_n(reinterpret_cast<const float*>(host.data.data()), values.size(), values.begin());
  return values;
}

TEST(OperatorTable, EveryRowNamesAnOperatorOfTheDispatcher) {
  for (char reach : {'F', 'M', 'N', 'L', 'S', 'T', 'I'}) {
    for (const std::string& name : operator_names(reach)) {
      std::string letter(1, reach);
      bool found = find_operator(name, letter) != nullptr || find_operator(name + "_", letter) != nullptr;
      EXPECT_TRUE(found) << name;
    }
  }
}

TEST(OperatorTable, FilesAndStoragesAreOutOfReach) {
  for (const char* name :
       {"from_file", "save", "set_", "resize_", "_cudnn_rnn", "sparse_coo_tensor", "native_norm"}) {
    EXPECT_EQ(find_operator(name, "FMNLSTI"), nullptr) << name;
  }
}

TEST(Library, OverloadsKeywordsAndPromotion) {
  Session session;
  session.run(R"(
import torch
x = torch.ones(2, 3)
assert torch.sum(x).item() == 6
assert x.sum(dim=1, keepdim=True).shape == (2, 1)
assert x.sum(axis=0).tolist() == [2, 2, 2]
assert (1 - x).sum() == 0 and (2 / x)[0, 0] == 2
assert torch.add(x, x, alpha=2)[0, 0] == 3
assert x.view(3, 2).shape == x.view((3, 2)).shape == x.view([3, 2]).shape
assert torch.clamp(x, max=0.5).max() == 0.5
assert torch.zeros(2, dtype=torch.int32, device="cpu", requires_grad=False).dtype == torch.int32
out = torch.empty(2, 3)
assert torch.add(x, x, out=out) is out and out[0, 0] == 2
assert x.contiguous() is x
assert x.add_(1) is x
)");
}

TEST(Library, MistakesAreTorchExceptions) {
  Session session;
  session.run(R"(
import torch
def raised(function):
    try:
        function()
    except Exception as error:
        return type(error).__name__, str(error)
x = torch.ones(2, 3)
assert raised(lambda: x.view(4, 4)) == ("RuntimeError", "shape '[4, 4]' is invalid for input of size 6")
assert raised(lambda: x @ x)[0] == "RuntimeError"
assert raised(lambda: torch.exp("a"))[0] == "TypeError"
assert raised(lambda: torch.exp(x, wrong=1))[0] == "TypeError"
assert raised(lambda: x[5]) == ("IndexError", "index 5 is out of bounds for dimension 0 with size 2")
assert raised(lambda: torch.sigmoid_of_x(x))[0] == "AttributeError"
assert raised(lambda: x.frobnicate())[0] == "AttributeError"
assert raised(lambda: bool(x))[0] == "RuntimeError"
assert raised(lambda: torch.from_file("/etc/passwd"))[0] == "AttributeError"
)");
}

TEST(Library, DeviceIsALabel) {
  Session session;
  session.run(R"(
import torch
x = torch.ones(4, device="cuda")
assert x.is_cuda and str(x.device) == "cuda:0" and (x * 2).is_cuda and not x.cpu().is_cuda
assert torch.zeros_like(x).is_cuda and x.to("cpu").device == torch.device("cpu")
y = torch.ones(4)
try:
    x + y
    assert False
except RuntimeError as error:
    assert "Expected all tensors to be on the same device" in str(error)
assert (x + torch.tensor(1.0)).is_cuda
moved = y.cuda()
moved.zero_()
assert y.sum() == 4
)");
}

TEST(Library, DefaultDeviceOfTheSession) {
  LibraryOptions options;
  options.default_device = "cuda";
  Session session({}, options);
  session.run("import torch\nassert torch.ones(2).is_cuda and torch.tensor([1]).is_cuda");
}

TEST(Library, UnwrittenMemoryIsKnownByTheByte) {
  Session session;
  auto module = session.run(R"(
import torch
a = torch.empty(8)
b = a[:4]
b.fill_(1)
c = torch.zeros(8)
d = torch.empty_like(c)
d.copy_(c)
)");
  EXPECT_EQ(uninitialised_bytes(session.global(module, "a")), 16u);
  EXPECT_EQ(uninitialised_bytes(session.global(module, "b")), 0u);
  EXPECT_EQ(uninitialised_bytes(session.global(module, "c")), 0u);
  EXPECT_EQ(uninitialised_bytes(session.global(module, "d")), 0u);
  EXPECT_TRUE(session.interpreter->diagnostics().empty());
  EXPECT_EQ(tensor_view(session.global(module, "a")).region, tensor_view(session.global(module, "b")).region);
}

TEST(Library, ReadsOfUnwrittenMemoryEndTheScript) {
  Session session;
  Diagnostic fault = session.fail("import torch\na = torch.empty(8)\nb = a.view(2, 4).t()\nc = b + 1\n");
  EXPECT_EQ(fault.kind, DiagnosticKind::UninitialisedRead);
  EXPECT_EQ(fault.message, "add() reads 8 of 8 elements of 'b' that nothing has written, the first at [0, 0]");
  EXPECT_EQ(session.sources.text(fault.span), "b + 1");
  ASSERT_EQ(fault.notes.size(), 1u);
  EXPECT_EQ(session.sources.text(fault.notes[0].span), "torch.empty(8)");
}

TEST(Library, CopiesOfUnwrittenMemoryAreUnwrittenWhereItIs) {
  Session session;
  auto module = session.run(
      "import torch\na = torch.empty(4, 2)\na[:2] = 1\nkeep = torch.arange(4)[:, None] < 2\n"
      "copies = [a.clone(), a.t().contiguous(), a.half(), torch.cat([a, a]), a[[0, 3]], a.repeat(2, 1)]\n"
      "whole = [torch.where(keep, a, 0.0), a.masked_fill(~keep, 0), a[keep[:, 0]], a[:2].clone()]\n"
      "b = torch.zeros(4, 2)\nb.copy_(a)\n");
  auto count = [&](const char* name) {
    std::vector<uint64_t> counts;
    for (const script::Value& each : session.interpreter->to_vector(session.global(module, name)))
      counts.push_back(uninitialised_bytes(each));
    return counts;
  };
  EXPECT_EQ(count("copies"), (std::vector<uint64_t>{16, 16, 8, 32, 8, 32}));
  EXPECT_EQ(count("whole"), (std::vector<uint64_t>{0, 0, 0, 0}));
  EXPECT_EQ(uninitialised_bytes(session.global(module, "b")), 16u);
}

TEST(Library, ReadOnlyTensorsRefuseWrites) {
  Session session;
  auto module = session.run("import torch\nx = torch.ones(3)\ndef write():\n    x[1:].mul_(2)\n");
  set_read_only(session.global(module, "x"), true);
  auto result = session.interpreter->call(session.global(module, "write"), {});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().kind, DiagnosticKind::InputMutated);
  EXPECT_EQ(floats(session.global(module, "x"))[1], 1.0f);
}

TEST(Library, HugeAllocationsAreRefusedBeforeTheyAreMade) {
  Session session({.fuel = 1'000'000, .memory_bytes = 1 << 20});
  Diagnostic refused = session.fail("import torch\nx = torch.zeros(1 << 40)\n");
  EXPECT_EQ(refused.kind, DiagnosticKind::MemoryBudget);
  EXPECT_EQ(session.sources.text(refused.span), "torch.zeros(1 << 40)");
}

TEST(Library, MemoryIsGivenBack) {
  Session session({.fuel = 100'000'000, .memory_bytes = 4 << 20});
  session.run("import torch\nfor i in range(100):\n    x = torch.zeros(1 << 17)\n");
}

TEST(Library, HostComputationIsCounted) {
  Session session;
  session.run(
      "import torch\nx = torch.ones(4).view(2, 2)\ny = torch.empty_like(x).t()\nz = torch.exp(x) + 1\n");
  EXPECT_EQ(session.library().host_compute_count, 2u);
  ASSERT_EQ(session.library().host_operations.size(), 2u);
  EXPECT_EQ(session.library().host_operations[0].op, "aten::exp");
  EXPECT_EQ(session.sources.text(session.library().host_operations[1].span), "torch.exp(x) + 1");
}

TEST(Library, StateTravelsByOrder) {
  Session session;
  auto module = session.run(R"(
import torch
import torch.nn as nn
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.norm = nn.BatchNorm1d(3)
        self.scale = nn.Parameter(torch.ones(1))
a, b = Model(), Model()
)");
  Value a = session.global(module, "a");
  Value b = session.global(module, "b");
  auto state = state_dict(*session.interpreter, a);
  std::vector<std::string> keys;
  for (const StateEntry& entry : state) keys.push_back(entry.key);
  EXPECT_THAT(keys,
              testing::ElementsAre("scale", "first.weight", "first.bias", "norm.weight", "norm.bias",
                                   "norm.running_mean", "norm.running_var", "norm.num_batches_tracked"));
  EXPECT_FALSE(state[5].is_parameter);
  copy_state(*session.interpreter, state, b);
  EXPECT_EQ(floats(state_dict(*session.interpreter, b)[1].tensor), floats(state[1].tensor));
  cast_module(*session.interpreter, b, DType::Float64);
  EXPECT_EQ(to_host(state_dict(*session.interpreter, b)[1].tensor).dtype, DType::Float64);
  EXPECT_EQ(to_host(state_dict(*session.interpreter, b)[7].tensor).dtype, DType::Int64);
}

// ---- recording
graph::Graph recorded(Session& session, std::string body) {
  auto module = session.run("import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n" + body);
  RecordingInputs inputs;
  inputs.inputs.emplace_back("x", session.global(module, "x"));
  auto result = record(*session.interpreter, inputs, [&] {
    CallArguments arguments;
    arguments.positional.push_back(session.global(module, "x"));
    return session.interpreter->call_value(session.global(module, "f"), std::move(arguments));
  });
  EXPECT_TRUE(result.has_value()) << (result ? "" : render(result.error(), session.sources));
  return result ? *result : graph::Graph();
}

std::vector<std::string> operations(const graph::Graph& graph) {
  std::vector<std::string> names;
  for (const graph::Node& node : graph.nodes) names.push_back(node.op);
  return names;
}

TEST(Recorder, WholeOperationsWithCompleteArguments) {
  Session session;
  auto graph = recorded(session, "x = torch.randn(2, 3)\ndef f(x):\n    return F.softmax(x * 2, dim=1)\n");
  EXPECT_THAT(operations(graph), testing::ElementsAre("aten::mul.Scalar", "aten::softmax.int"));
  const graph::Node& softmax = graph.nodes[1];
  ASSERT_EQ(softmax.arguments.size(), 3u);
  EXPECT_EQ(softmax.arguments[1].name, "dim");
  EXPECT_EQ(std::get<int64_t>(softmax.arguments[1].value), 1);
  EXPECT_TRUE(std::holds_alternative<graph::NoneArgument>(softmax.arguments[2].value));
  EXPECT_EQ(session.sources.text(softmax.span), "F.softmax(x * 2, dim=1)");
}

TEST(Recorder, ModulesAreRecordedAtTheirCall) {
  Session session;
  auto graph = recorded(session, "m = nn.LayerNorm(4)\nx = torch.randn(2, 4)\ndef f(x):\n    return m(x)\n");
  EXPECT_THAT(operations(graph), testing::ElementsAre("aten::layer_norm"));
  EXPECT_EQ(session.sources.text(graph.nodes[0].span), "m(x)");
}

TEST(Recorder, InPlaceWritesBecomeFunctional) {
  Session session;
  auto graph = recorded(
      session,
      "x = torch.randn(4)\ndef f(x):\n    y = x + 1\n    y.mul_(2)\n    y += x\n    return y.relu_()\n");
  EXPECT_THAT(operations(graph),
              testing::ElementsAre("aten::add.Scalar", "aten::mul.Scalar", "aten::add.Tensor", "aten::relu"));
  EXPECT_EQ(graph.outputs[0], graph.nodes[3].results[0]);
}

TEST(Recorder, WritesThroughViewsReachTheirBase) {
  Session session;
  auto graph = recorded(
      session, "x = torch.randn(3, 4)\ndef f(x):\n    y = x.clone()\n    y[1] = 0.0\n    return y\n");
  EXPECT_THAT(operations(graph), testing::ElementsAre("aten::clone", "aten::select.int", "aten::fill.Scalar",
                                                      "aten::select_scatter"));
  EXPECT_EQ(graph.outputs[0], graph.nodes[3].results[0]);
}

TEST(Recorder, ViewsSeeLaterWritesOfTheirBase) {
  Session session;
  auto graph = recorded(session,
                        "x = torch.randn(3, 4)\ndef f(x):\n    y = x.clone()\n    v = y.t()\n    y.add_(1)\n "
                        "   return v * 2\n");
  EXPECT_THAT(operations(graph),
              testing::ElementsAre("aten::clone", "aten::add.Scalar", "aten::t", "aten::mul.Scalar"));
}

TEST(Recorder, SmallTensorsMadeInsideAreConstants) {
  Session session;
  auto graph = recorded(session, "x = torch.randn(2)\ndef f(x):\n    return x * torch.tensor([1.0, 2.0])\n");
  ASSERT_EQ(graph.nodes.size(), 1u);
  const graph::Value& constant = graph[std::get<graph::ValueId>(graph.nodes[0].arguments[1].value)];
  EXPECT_EQ(constant.source, graph::ValueSource::Constant);
  EXPECT_THAT(constant.constant, testing::ElementsAre(1.0, 2.0));
}

TEST(Recorder, UnusedWorkIsDropped) {
  Session session;
  auto graph = recorded(
      session,
      "m = nn.BatchNorm2d(3)\nx = torch.randn(2, 3, 4, 4)\ndef f(x):\n    x.exp()\n    return m(x)\n");
  EXPECT_THAT(operations(graph), testing::ElementsAre("aten::batch_norm"));
}

}  // namespace
}  // namespace tilewright::library
