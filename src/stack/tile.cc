#include "stack/tile.h"

#include <fmt/format.h>

#include <algorithm>

#include "stack/thread_kernels.h"
#include "stack/tile_kernels.h"

namespace tilewright::stack {
namespace {

class TileMaker {
 public:
  TileMaker(const FusedProgram& fused, const Style& style, Target target)
      : fused_(fused), program_(fused.program), style_(style), target_(target) {}

  Result<TileProgram> run() {
    result_.arguments = program_.arguments;
    if (target_ == Target::Cuda && !program_.numbers.empty()) {
      return fail(DiagnosticKind::Unsupported, "a number among forward's arguments");
    }
    for (const std::string& argument : program_.arguments) taken_.insert(argument);
    for (const ProgramInput& input : program_.tensors) {
      if (input.is_used && !input.is_contiguous) result_.contiguous_inputs.push_back(input.name);
    }
    name_outputs();
    for (size_t g = 0; g < fused_.groups.size(); ++g) {
      const Group& group = fused_.groups[g];
      std::string problem = check(group);
      if (problem.empty() && target_ == Target::Cuda)
        problem = thread_problem(fused_, group, thread_style(group, style_));
      if (!problem.empty()) return fail(DiagnosticKind::Unsupported, problem);
      add(group, fresh(fused_.groups.size() == 1 ? "kernel" : fmt::format("kernel{}", g + 1)));
    }
    for (ProgramValueId id : program_.outputs) result_.results.push_back(host_names_.at(id.index));
    return std::move(result_);
  }

 private:
  std::string fresh(std::string name) {
    while (taken_.contains(name)) name += "_";
    taken_.insert(name);
    return name;
  }

  void name_outputs() {
    for (ProgramValueId id : program_.outputs) {
      if (host_names_.contains(id.index)) continue;
      host_names_[id.index] =
          fresh(program_.outputs.size() == 1 ? "out" : fmt::format("out{}", host_names_.size()));
    }
    int count = 0;
    for (const Group& group : fused_.groups) {
      for (ProgramValueId id : group.outputs) {
        if (host_names_.contains(id.index)) continue;
        const std::string& result = program_[id].result;
        host_names_[id.index] = fresh(result.empty() ? fmt::format("t{}", count++) : result);
      }
    }
  }

  // What the templates cannot store: a result that lacks an axis its kernel walks.
  std::string check(const Group& group) const {
    if (group.adds_up) return "";
    for (ProgramValueId id : group.outputs) {
      AxisList storage = program_.storage(id);
      AxisList walked = group.kind == GroupKind::Pointwise || group.kind == GroupKind::Contract
                            ? group.space
                            : without(group.space, group.reduced);
      if (group.kind == GroupKind::Contract) walked = without(walked, group.reduced);
      for (AxisId axis : walked) {
        if (std::find(storage.begin(), storage.end(), axis) == storage.end()) {
          return "two results of different shapes from one kernel";
        }
      }
    }
    return "";
  }

  std::vector<std::string> shape_of(const std::vector<AxisList>& dims) const {
    std::vector<std::string> texts;
    for (const AxisList& dim : dims) {
      std::string product;
      AxisList axes = program_.axes.resolve(dim);
      for (AxisId axis : axes) {
        std::string host = program_.axes.host(axis);
        if (axes.size() > 1 && host.find(' ') != host.npos) host = "(" + host + ")";
        product += (product.empty() ? "" : " * ") + host;
      }
      texts.push_back(product.empty() ? "1" : product);
    }
    return texts;
  }

  std::vector<AxisList> resolved(const std::vector<AxisList>& dims) const {
    std::vector<AxisList> result;
    for (const AxisList& dim : dims) result.push_back(program_.axes.resolve(dim));
    return result;
  }

  Allocation allocation(ProgramValueId id, bool is_zero) const {
    const ProgramValue& value = program_[id];
    std::vector<AxisList> dims = resolved(value.dims);
    Allocation made{.name = host_names_.at(id.index),
                    .is_zero = is_zero,
                    .like = {},
                    .reference = {},
                    .dims = shape_of(dims),
                    .without_last = {},
                    .dtype = {}};
    const ProgramInput* reference = nullptr;
    for (const ProgramInput& input : program_.tensors) {
      if (!input.is_used) continue;
      std::vector<AxisList> whole = resolved(input.dims);
      if (whole == dims && input.dtype == value.dtype && !dims.empty()) {
        made.like = input.name;
        return made;
      }
      bool is_better =
          reference == nullptr || (reference->dtype != value.dtype && input.dtype == value.dtype);
      if (is_better) reference = &input;
      if (whole.size() < 2 || dims.empty()) continue;
      whole.pop_back();
      if (whole == dims) made.without_last = input.name;
    }
    made.reference = reference->name;
    if (reference->dtype != value.dtype) made.dtype = value.dtype;
    return made;
  }

  void add(const Group& group, const std::string& name) {
    Style own = target_ == Target::Cuda ? thread_style(group, style_) : style_;
    KernelContext context{fused_, group, own, host_names_, name};
    TileProgram::Launch launch;
    bool is_atomic = group.kind == GroupKind::Full && !style_.loop_over_columns && !style_.two_launches &&
                     full_allows_atomics(fused_, group);
    if (target_ == Target::Cuda) is_atomic = adds_parts(fused_, group, own);
    for (ProgramValueId id : group.outputs) {
      launch.allocations.push_back(allocation(id, is_atomic || group.adds_up));
    }
    if (target_ == Target::Cuda) {
      launch.kernel = thread_kernel(context);
      result_.launches.push_back(std::move(launch));
      return;
    }
    switch (group.kind) {
      case GroupKind::Pointwise:
        launch.kernel = style_.rows_per_program > 1 && allows_tiles(fused_, group)
                            ? tiled_flat_kernel(context)
                            : flat_kernel(context);
        break;
      case GroupKind::Row:
        launch.kernel = row_kernel(context);
        break;
      case GroupKind::Contract:
        launch.kernel = contract_kernel(context);
        break;
      case GroupKind::Full:
        return add_full(context, std::move(launch), is_atomic);
    }
    result_.launches.push_back(std::move(launch));
  }

  void add_full(const KernelContext& context, TileProgram::Launch launch, bool is_atomic) {
    if (is_atomic) {
      launch.kernel = full_kernels(context, "")[0];
      result_.launches.push_back(std::move(launch));
      return;
    }
    if (style_.loop_over_columns || !full_allows_partials(fused_, context.group)) {
      Style looped = style_;
      looped.loop_over_columns = true;
      KernelContext one_program{fused_, context.group, looped, context.host_names, context.name};
      launch.kernel = row_kernel(one_program);
      result_.launches.push_back(std::move(launch));
      return;
    }
    std::string partial = fresh("part");
    std::vector<Kernel> kernels = full_kernels(context, partial);
    std::string reference = kernels[0].pointers[0].host;
    TileProgram::Launch first;
    first.kernel = std::move(kernels[0]);
    std::string shape = first.kernel.grid[0];
    const KernelArgument& total = first.kernel.sizes[0];
    shape.replace(shape.find("(" + total.name + ",") + 1, total.name.size(), total.host);
    first.allocations.push_back({.name = partial,
                                 .is_zero = false,
                                 .like = {},
                                 .reference = reference,
                                 .dims = {shape},
                                 .without_last = {},
                                 .dtype = {}});
    result_.launches.push_back(std::move(first));
    launch.kernel = std::move(kernels[1]);
    result_.launches.push_back(std::move(launch));
  }

  const FusedProgram& fused_;
  const Program& program_;
  const Style& style_;
  Target target_;
  TileProgram result_;
  std::map<uint32_t, std::string> host_names_;
  std::set<std::string> taken_;
};

}  // namespace

std::string python_text(const Allocation& allocation) {
  std::string kind = allocation.is_zero ? "zeros" : "empty";
  if (!allocation.like.empty()) return fmt::format("torch.{}_like({})", kind, allocation.like);
  std::string shape = fmt::format("{}", fmt::join(allocation.dims, ", "));
  if (allocation.dims.size() == 1) shape += ",";
  shape = allocation.without_last.empty() ? "(" + shape + ")" : allocation.without_last + ".shape[:-1]";
  std::string dtype;
  if (allocation.dtype) dtype = fmt::format(", dtype=torch.{}", torch_name(*allocation.dtype));
  return fmt::format("{}.new_{}({}{})", allocation.reference, kind, shape, dtype);
}

Result<TileProgram> make_tiles(const FusedProgram& fused, const Style& style, Target target) {
  if (style.two_launches) return TileMaker(fused, style, target).run();
  FusedProgram accumulated = fused;
  accumulate_rows(accumulated, target == Target::Cuda);
  return TileMaker(accumulated, style, target).run();
}

}  // namespace tilewright::stack
