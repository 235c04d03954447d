#include "kernels/cuda/runtime/graphs.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "kernels/cuda/runtime/host_api.h"
#include "kernels/cuda/runtime/image.h"
#include "kernels/cuda/runtime/memory.h"
#include "kernels/cuda/runtime/streams.h"
#include "tilewright/runtime_api.h"

using namespace tilewright::kernels::cuda;

struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> after;
  std::function<void(cudaStream_t)> work;  // none: nothing is done
  KernelCall kernel;                       // of kernel nodes
  cudaConditionalNodeParams conditional{};
  std::vector<cudaGraph_t> bodies;  // of conditional nodes and child graphs
};

// What the allocation nodes of a graph hold, as long as it or an executable graph made of it lives.
struct GraphMemory {
  std::vector<void*> allocations;
  uint32_t last_place = kNoPlace;  // where one of them was destroyed
  ~GraphMemory() {
    for (void* memory : allocations) {
      uint32_t index = find_allocation(reinterpret_cast<uintptr_t>(memory));
      if (index != 0 && (machine.allocations[index].flags & kFreed) == 0) free_allocation(index, last_place);
    }
  }
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // each after those that it depends on
  std::shared_ptr<GraphMemory> memory = std::make_shared<GraphMemory>();  // the executable graphs', too
};

struct CUgraphExec_st {
  CUgraph_st graph;
  std::vector<cudaGraphNode_t> origins;  // the node of the graph that each of ours was copied from
  std::vector<cudaStream_t> streams;     // one a node, where they do not simply follow each other
  bool is_alive = true;
};

namespace tilewright::kernels::cuda {
namespace {

struct Capture {
  cudaGraph_t graph = nullptr;
  cudaStream_t origin = nullptr;
  bool is_graph_owned = true;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::map<cudaStream_t, std::vector<cudaGraphNode_t>> last;  // what the next work of each stream comes after
};
struct Mark {
  Capture* capture;
  std::vector<cudaGraphNode_t> after;
};

std::vector<cudaGraph_t> g_graphs;
std::vector<cudaGraphExec_t> g_execs;
std::vector<std::unique_ptr<Capture>> g_captures;
std::map<cudaEvent_t, Mark> g_marks;
struct Condition {
  unsigned value = 0, default_value = 0;
  bool is_reset = false;
};
std::vector<Condition> g_conditions;

Capture* capture_of(cudaStream_t stream) {
  for (const auto& capture : g_captures) {
    if (capture->last.contains(stream)) return capture.get();
  }
  return nullptr;
}

bool is_graph(cudaGraph_t graph) { return std::find(g_graphs.begin(), g_graphs.end(), graph) != g_graphs.end(); }
bool is_exec(cudaGraphExec_t exec) {
  return std::find(g_execs.begin(), g_execs.end(), exec) != g_execs.end() && exec->is_alive;
}

cudaError_t no_graph(const void* place) {
  return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "the graph of the call is none (any more)");
}

cudaGraphNode_t add_node(cudaGraph_t graph, cudaGraphNodeType type, std::vector<cudaGraphNode_t> after) {
  graph->nodes.push_back(std::make_unique<CUgraphNode_st>());
  cudaGraphNode_t node = graph->nodes.back().get();
  node->type = type;
  node->after = std::move(after);
  return node;
}

// A node for the API: checked, with what it comes after.
cudaError_t add_checked(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                        cudaGraphNodeType type, const void* place) {
  if (!is_graph(graph)) return no_graph(place);
  if (node == nullptr || (after == nullptr && count > 0))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "a null pointer in place of nodes");
  std::vector<cudaGraphNode_t> nodes(after, after + count);
  for (cudaGraphNode_t earlier : nodes) {
    bool is_here = std::any_of(graph->nodes.begin(), graph->nodes.end(),
                               [&](const auto& own) { return own.get() == earlier; });
    if (!is_here)
      return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "a dependency is no node of the graph");
  }
  *node = add_node(graph, type, std::move(nodes));
  return cudaSuccess;
}

cudaGraphNode_t captured(cudaStream_t stream, cudaGraphNodeType type) {
  Capture& capture = *capture_of(stream);
  std::vector<cudaGraphNode_t>& last = capture.last[stream];
  cudaGraphNode_t node = add_node(capture.graph, type, last);
  last = {node};
  return node;
}

void add_to(std::vector<cudaGraphNode_t>& nodes, const std::vector<cudaGraphNode_t>& more) {
  for (cudaGraphNode_t node : more) {
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  }
}

// A copy whose nodes are as many and in the same order.
void copy_graph(const CUgraph_st& from, CUgraph_st& to) {
  to.memory = from.memory;
  std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<CUgraphNode_st>(*node);
    for (cudaGraphNode_t& earlier : copy->after) earlier = copies[earlier];
    copies[node.get()] = copy.get();
    to.nodes.push_back(std::move(copy));
  }
}

void run_graph(const CUgraph_st& graph, cudaStream_t stream, std::vector<cudaStream_t>* streams);

void run_conditional(const CUgraphNode_st& node, cudaStream_t stream) {
  auto value = [&] { return g_conditions[node.conditional.handle - 1].value; };
  auto run = [&](size_t body) {
    if (body < node.bodies.size()) run_graph(*node.bodies[body], stream, nullptr);
  };
  switch (node.conditional.type) {
    case cudaGraphCondTypeIf:
      return run(value() != 0 ? 0 : 1);
    case cudaGraphCondTypeSwitch:
      return run(value());
    case cudaGraphCondTypeWhile:
      while (value() != 0 && machine.sticky_error == cudaSuccess) run(0);
      return;
  }
}

void run_node(const CUgraphNode_st& node, cudaStream_t stream) {
  if (node.type == cudaGraphNodeTypeKernel) return run_recorded(node.kernel, stream);
  if (node.type == cudaGraphNodeTypeConditional) return run_conditional(node, stream);
  if (node.type == cudaGraphNodeTypeGraph) return run_graph(*node.bodies[0], stream, nullptr);
  if (node.work) node.work(stream);
}

bool is_chain(const CUgraph_st& graph) {
  for (size_t i = 1; i < graph.nodes.size(); ++i) {
    const auto& after = graph.nodes[i]->after;
    if (std::find(after.begin(), after.end(), graph.nodes[i - 1].get()) == after.end()) return false;
  }
  return true;
}

// Nodes that nothing orders run in streams of their own (`streams`; null: all in one), so that conflicts between them are seen.
void run_graph(const CUgraph_st& graph, cudaStream_t stream, std::vector<cudaStream_t>* streams) {
  if (streams == nullptr || is_chain(graph)) {
    for (const auto& node : graph.nodes) run_node(*node, stream);
    return;
  }
  while (streams->size() < graph.nodes.size()) streams->push_back(hidden_stream());
  std::map<cudaGraphNode_t, cudaStream_t> stream_of_node;
  enter_stream(stream);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    cudaGraphNode_t node = graph.nodes[i].get();
    cudaStream_t own = (*streams)[i];
    stream_of_node[node] = own;
    order_after(own, stream);
    for (cudaGraphNode_t earlier : node->after) order_after(own, stream_of_node[earlier]);
    run_node(*node, own);
  }
  for (size_t i = 0; i < graph.nodes.size(); ++i) order_after(stream, (*streams)[i]);
}

// Nodes in an order in which each comes after its dependencies (cudaGraphAddDependencies may have changed it); false: a cycle.
bool sort_nodes(CUgraph_st& graph) {
  std::vector<std::unique_ptr<CUgraphNode_st>> sorted;
  std::vector<cudaGraphNode_t> done;
  while (sorted.size() < graph.nodes.size()) {
    bool has_moved = false;
    for (auto& node : graph.nodes) {
      if (node == nullptr) continue;
      bool is_ready = std::all_of(node->after.begin(), node->after.end(), [&](cudaGraphNode_t earlier) {
        return std::find(done.begin(), done.end(), earlier) != done.end();
      });
      if (!is_ready) continue;
      done.push_back(node.get());
      sorted.push_back(std::move(node));
      has_moved = true;
    }
    if (!has_moved) return false;
  }
  graph.nodes = std::move(sorted);
  return true;
}

void set_memset(CUgraphNode_st& node, const cudaMemsetParams& p, const void* place) {
  node.work = [p, place](cudaStream_t stream) {
    for (size_t row = 0; row < std::max<size_t>(p.height, 1); ++row) {
      char* begin = static_cast<char*>(p.dst) + row * p.pitch;
      if (p.elementSize == 1) {
        if (set_bytes(begin, static_cast<int>(p.value), p.width, stream, true, place) != cudaSuccess) return;
        continue;
      }
      if (set_bytes(begin, 0, p.width * p.elementSize, stream, true, place) != cudaSuccess) return;
      for (size_t i = 0; i < p.width; ++i) std::memcpy(begin + i * p.elementSize, &p.value, p.elementSize);
    }
  };
}

void set_copy(CUgraphNode_st& node, const cudaMemcpy3DParms& parameters) {
  node.work = [parameters](cudaStream_t stream) { cudaMemcpy3DAsync(&parameters, stream); };
}

void set_host(CUgraphNode_st& node, const cudaHostNodeParams& parameters) {
  node.work = [parameters](cudaStream_t stream) { call_host(stream, [&] { parameters.fn(parameters.userData); }); };
}

cudaError_t set_kernel(CUgraphNode_st& node, const cudaKernelNodeParams& p, const void* place) {
  return record_call(p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, place, node.kernel);
}

cudaError_t add_allocation(CUgraph_st& graph, cudaMemAllocNodeParams& parameters, const void* place) {
  void* memory = nullptr;
  cudaError_t error = allocate_for(&memory, parameters.bytesize, kGraphMemory, place, "cudaGraphAddMemAllocNode");
  if (error == cudaSuccess) graph.memory->allocations.push_back(parameters.dptr = memory);
  return error;
}

cudaError_t set_conditional(CUgraphNode_st& node, cudaConditionalNodeParams& parameters, const void* place) {
  if (parameters.handle == 0 || parameters.handle > g_conditions.size() || parameters.size == 0)
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, place, "the conditional node has no handle or no body");
  static std::vector<std::unique_ptr<std::vector<cudaGraph_t>>> handed_out;
  for (unsigned i = 0; i < parameters.size; ++i) {
    node.bodies.push_back(new CUgraph_st);
    g_graphs.push_back(node.bodies.back());
  }
  handed_out.push_back(std::make_unique<std::vector<cudaGraph_t>>(node.bodies));
  parameters.phGraph_out = handed_out.back()->data();
  node.conditional = parameters;
  return cudaSuccess;
}

cudaError_t begin_capture(cudaStream_t stream, cudaGraph_t graph, std::vector<cudaGraphNode_t> after,
                          cudaStreamCaptureMode mode, const void* place) {
  if (reinterpret_cast<uintptr_t>(stream) < 2)
    return fail_call(FaultKind::ApiError, cudaErrorStreamCaptureUnsupported, place, "the legacy stream cannot be captured");
  if (!is_stream(stream))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, place, "what is captured is no stream");
  if (capture_of(stream) != nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorIllegalState, place, "the stream is being captured already");
  auto capture = std::make_unique<Capture>();
  capture->origin = stream;
  capture->mode = mode;
  capture->is_graph_owned = graph == nullptr;
  capture->graph = graph != nullptr ? graph : new CUgraph_st;
  if (graph == nullptr) g_graphs.push_back(capture->graph);
  capture->last[stream] = std::move(after);
  g_captures.push_back(std::move(capture));
  return cudaSuccess;
}

// Streams that joined the capture must have been joined back: each one's last work is before the origin's.
bool is_joined(const Capture& capture) {
  std::vector<cudaGraphNode_t> reached = capture.last.at(capture.origin);
  for (size_t i = 0; i < reached.size(); ++i) add_to(reached, std::vector<cudaGraphNode_t>(reached[i]->after));
  for (const auto& [stream, nodes] : capture.last) {
    for (cudaGraphNode_t node : nodes) {
      if (std::find(reached.begin(), reached.end(), node) == reached.end()) return false;
    }
  }
  return true;
}

}  // namespace

bool is_capturing(cudaStream_t stream) { return !g_captures.empty() && capture_of(stream) != nullptr; }

void capture_kernel(KernelCall call) {
  cudaStream_t stream = call.launch.stream;
  captured(stream, cudaGraphNodeTypeKernel)->kernel = std::move(call);
}

void capture_work(cudaStream_t stream, int kind, std::function<void(cudaStream_t)> work) {
  captured(stream, static_cast<cudaGraphNodeType>(kind))->work = std::move(work);
}

bool capture_event(cudaStream_t stream, cudaEvent_t event) {
  Capture* capture = g_captures.empty() ? nullptr : capture_of(stream);
  if (capture == nullptr) {
    g_marks.erase(event);
    return false;
  }
  g_marks[event] = {capture, capture->last[stream]};
  return true;
}

bool capture_wait(cudaStream_t stream, cudaEvent_t event) {
  auto mark = g_marks.find(event);
  if (mark == g_marks.end()) return false;
  add_to(mark->second.capture->last[stream], mark->second.after);
  return true;
}

cudaError_t refuse_while_capturing(const char* function, const void* place) {
  for (const auto& capture : g_captures) {
    if (capture->mode == cudaStreamCaptureModeRelaxed) continue;
    record_error(FaultKind::ApiError, place, "%s while a stream is being captured into a graph", function);
    return machine.last_error = cudaErrorStreamCaptureUnsupported;
  }
  return cudaSuccess;
}

}  // namespace tilewright::kernels::cuda

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  g_graphs.push_back(*graph = new CUgraph_st);
  return cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  graph->memory->last_place = image_offset(TW_CALLER);
  std::erase(g_graphs, graph);
  delete graph;
  return cudaSuccess;
}
cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  g_graphs.push_back(*clone = new CUgraph_st);
  copy_graph(*graph, **clone);
  return cudaSuccess;
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  size_t most = nodes == nullptr ? 0 : *count;
  for (size_t i = 0; i < std::min(most, graph->nodes.size()); ++i) nodes[i] = graph->nodes[i].get();
  *count = graph->nodes.size();
  return cudaSuccess;
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  size_t most = nodes == nullptr ? 0 : *count, found = 0;
  for (const auto& node : graph->nodes) {
    if (!node->after.empty()) continue;
    if (found < most) nodes[found] = node.get();
    ++found;
  }
  *count = found;
  return cudaSuccess;
}
cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType* type) {
  *type = node->type;
  return cudaSuccess;
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
                                     const cudaGraphEdgeData*, size_t count) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  for (size_t i = 0; i < count; ++i) add_to(to[i]->after, {from[i]});
  return cudaSuccess;
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count) {
  return add_checked(node, graph, after, count, cudaGraphNodeTypeEmpty, TW_CALLER);
}
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeKernel, TW_CALLER);
  return error == cudaSuccess ? set_kernel(**node, *parameters, TW_CALLER) : error;
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeMemcpy, TW_CALLER);
  if (error == cudaSuccess) set_copy(**node, *parameters);
  return error;
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                     void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  const void* place = TW_CALLER;
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeMemcpy, place);
  if (error == cudaSuccess)
    (*node)->work = [=](cudaStream_t stream) { copy(to, from, bytes, kind, stream, true, place); };
  return error;
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* parameters) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeMemset, TW_CALLER);
  if (error == cudaSuccess) set_memset(**node, *parameters, TW_CALLER);
  return error;
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* parameters) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeHost, TW_CALLER);
  if (error == cudaSuccess) set_host(**node, *parameters);
  return error;
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child) {
  if (!is_graph(child)) return no_graph(TW_CALLER);
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeGraph, TW_CALLER);
  if (error != cudaSuccess) return error;
  auto* copy = new CUgraph_st;
  copy_graph(*child, *copy);
  (*node)->bodies = {copy};
  return cudaSuccess;
}
cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                        size_t count, cudaEvent_t event) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeEventRecord, TW_CALLER);
  if (error == cudaSuccess) (*node)->work = [event](cudaStream_t stream) { cudaEventRecord(event, stream); };
  return error;
}
cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                      size_t count, cudaEvent_t event) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeWaitEvent, TW_CALLER);
  if (error == cudaSuccess) (*node)->work = [event](cudaStream_t stream) { cudaStreamWaitEvent(stream, event, 0); };
  return error;
}
// The memory is there from now on and belongs to the graph.
cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  cudaError_t error = add_checked(node, graph, after, count, cudaGraphNodeTypeMemAlloc, TW_CALLER);
  return error == cudaSuccess ? add_allocation(*graph, *parameters, TW_CALLER) : error;
}
cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, size_t count,
                                    void*) {
  return add_checked(node, graph, after, count, cudaGraphNodeTypeMemFree, TW_CALLER);
}
cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* parameters) {
  const void* place = TW_CALLER;
  cudaError_t error = add_checked(node, graph, after, count, parameters->type, place);
  if (error != cudaSuccess) return error;
  switch (parameters->type) {
    case cudaGraphNodeTypeKernel:
      return set_kernel(**node, parameters->kernel, place);
    case cudaGraphNodeTypeMemcpy:
      set_copy(**node, parameters->memcpy.copyParams);
      return cudaSuccess;
    case cudaGraphNodeTypeMemset:
      set_memset(**node, parameters->memset, place);
      return cudaSuccess;
    case cudaGraphNodeTypeHost:
      set_host(**node, parameters->host);
      return cudaSuccess;
    case cudaGraphNodeTypeMemAlloc:
      return add_allocation(*graph, parameters->alloc, place);
    case cudaGraphNodeTypeConditional:
      return set_conditional(**node, parameters->conditional, place);
    case cudaGraphNodeTypeEmpty:
    case cudaGraphNodeTypeMemFree:
      return cudaSuccess;
    case cudaGraphNodeTypeGraph:
    case cudaGraphNodeTypeWaitEvent:
    case cudaGraphNodeTypeEventRecord:
      break;
  }
  return fail_call(FaultKind::Unsupported, cudaErrorNotSupported, place, "cudaGraphAddNode with a node of this type");
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  return set_kernel(*node, *parameters, TW_CALLER);
}
cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t, unsigned value,
                                             unsigned flags) {
  g_conditions.push_back({value, value, (flags & cudaGraphCondAssignDefault) != 0});
  *handle = g_conditions.size();
  return cudaSuccess;
}
void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  if (handle == 0 || handle > g_conditions.size()) {
    record_fault(FaultKind::OutOfBounds, TW_CALLER, "cudaGraphSetConditional with what is no handle");
    abort_launch(cudaErrorIllegalAddress);
  }
  g_conditions[handle - 1].value = value;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  if (!sort_nodes(*graph))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER, "the graph's dependencies are a circle");
  auto* made = new CUgraphExec_st;
  copy_graph(*graph, made->graph);
  for (const auto& node : graph->nodes) made->origins.push_back(node.get());
  g_execs.push_back(*exec = made);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (!is_exec(exec)) return no_graph(TW_CALLER);
  exec->is_alive = false;
  exec->graph.memory->last_place = image_offset(TW_CALLER);
  exec->graph.memory.reset();
  exec->graph.nodes.clear();
  return cudaSuccess;
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
  if (!is_exec(exec) || !is_graph(graph)) return no_graph(TW_CALLER);
  *info = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  bool is_same = sort_nodes(*graph) && exec->graph.nodes.size() == graph->nodes.size();
  for (size_t i = 0; is_same && i < graph->nodes.size(); ++i)
    is_same = exec->graph.nodes[i]->type == graph->nodes[i]->type &&
              exec->graph.nodes[i]->after.size() == graph->nodes[i]->after.size();
  if (!is_same) {
    info->result = cudaGraphExecUpdateErrorTopologyChanged;
    return machine.last_error = cudaErrorGraphExecUpdateFailure;
  }
  exec->graph.nodes.clear();
  exec->origins.clear();
  copy_graph(*graph, exec->graph);
  for (const auto& node : graph->nodes) exec->origins.push_back(node.get());
  return cudaSuccess;
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  if (!is_exec(exec)) return no_graph(TW_CALLER);
  auto found = std::find(exec->origins.begin(), exec->origins.end(), node);
  if (found == exec->origins.end())
    return fail_call(FaultKind::ApiError, cudaErrorInvalidValue, TW_CALLER,
                     "the node is none of the graph that was instantiated");
  return set_kernel(*exec->graph.nodes[static_cast<size_t>(found - exec->origins.begin())], *parameters, TW_CALLER);
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return is_exec(exec) ? cudaSuccess : no_graph(TW_CALLER);
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (!is_exec(exec)) return no_graph(TW_CALLER);
  if (!is_stream(stream))
    return fail_call(FaultKind::ApiError, cudaErrorInvalidResourceHandle, TW_CALLER, "the launch's stream is none");
  if (machine.sticky_error != cudaSuccess) return machine.sticky_error;
  if (is_capturing(stream)) {
    auto* copy = new CUgraph_st;
    copy_graph(exec->graph, *copy);
    captured(stream, cudaGraphNodeTypeGraph)->bodies = {copy};
    return cudaSuccess;
  }
  for (Condition& condition : g_conditions) {
    if (condition.is_reset) condition.value = condition.default_value;
  }
  run_graph(exec->graph, stream, &exec->streams);
  return machine.sticky_error;
}
cudaError_t cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void* value) {
  *static_cast<uint64_t*>(value) = machine.device_bytes;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void*) { return cudaSuccess; }
cudaError_t cudaDeviceGraphMemTrim(int) { return cudaSuccess; }

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  return begin_capture(stream, nullptr, {}, mode, TW_CALLER);
}
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData*, size_t count, enum cudaStreamCaptureMode mode) {
  if (!is_graph(graph)) return no_graph(TW_CALLER);
  return begin_capture(stream, graph, std::vector<cudaGraphNode_t>(after, after + count), mode, TW_CALLER);
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  Capture* capture = capture_of(stream);
  if (capture == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorIllegalState, TW_CALLER, "the stream is not being captured");
  if (capture->origin != stream)
    return fail_call(FaultKind::ApiError, cudaErrorStreamCaptureUnmatched, TW_CALLER,
                     "the capture began in another stream");
  bool has_joined = is_joined(*capture);
  if (graph != nullptr) *graph = has_joined ? capture->graph : nullptr;
  std::erase_if(g_marks, [&](const auto& mark) { return mark.second.capture == capture; });
  std::erase_if(g_captures, [&](const auto& one) { return one.get() == capture; });
  if (has_joined) return cudaSuccess;
  return fail_call(FaultKind::ApiError, cudaErrorStreamCaptureUnjoined, TW_CALLER,
                   "another stream's captured work is not joined to this one (record an event there and wait for it here)");
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status) {
  *status = is_capturing(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  Capture* capture = capture_of(stream);
  *status = capture != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  if (capture == nullptr) return cudaSuccess;
  if (id != nullptr) *id = reinterpret_cast<uintptr_t>(capture);
  if (graph != nullptr) *graph = capture->graph;
  if (after != nullptr) *after = capture->last[stream].data();
  if (edges != nullptr) *edges = nullptr;
  if (count != nullptr) *count = capture->last[stream].size();
  return cudaSuccess;
}
cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                                size_t count, unsigned flags) {
  Capture* capture = capture_of(stream);
  if (capture == nullptr)
    return fail_call(FaultKind::ApiError, cudaErrorIllegalState, TW_CALLER, "the stream is not being captured");
  std::vector<cudaGraphNode_t>& last = capture->last[stream];
  if (flags == cudaStreamSetCaptureDependencies) last.clear();
  add_to(last, std::vector<cudaGraphNode_t>(after, after + count));
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode) {
  static cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  std::swap(current, *mode);
  return cudaSuccess;
}

}  // extern "C"
