// Transfers between HBM and SBUF.
#include <fmt/format.h>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

void copy_elementwise(const View& dst, const View& src) {
  Rows from = flat_row_of(src), to = flat_row_of(dst);
  if (src.type == dst.type) {
    bool is_tile = src.shape == dst.shape && src.shape.size() >= 2;
    if (!is_tile) return copy_rows(from, 0, to, 0);
    Rows in = rows_of(src), out = rows_of(dst);
    for (int64_t p = 0; p < in.rows; ++p) copy_rows(in, p, out, p);
    return;
  }
  std::vector<float> values(static_cast<size_t>(from.count));
  const float* read = read_row(from, 0, values.data());
  write_row(to, 0, read);
}

void check_memories(const Call& call, const View& dst, const View& src) {
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("src", &src)}) {
    if (view->space() == Space::Psum && !call.launch.is_generation_a) {
      call.fail(
          DiagnosticKind::KernelType,
          fmt::format(
              "{}: '{}' is in PSUM, which transfers cannot reach: copy it to SBUF with nisa.tensor_copy",
              call.info.name, name),
          {name});
    }
    if (view->is_on_chip()) {
      call.require(view->block_dimensions == 0,
                   fmt::format("'{}' still has dimensions in front of its partitions", name), {name});
      call.require(
          view->partitions() <= kPartitions,
          fmt::format("'{}' has {} partitions, at most {} are there", name, view->partitions(), kPartitions),
          {name});
    }
  }
}

}  // namespace

Value isa_dma_copy(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  check_memories(call, dst, src);
  call.require(dst.elements() == src.elements(),
               fmt::format("'dst' has {} elements (shape {}), 'src' has {} (shape {})", dst.elements(),
                           describe(dst.shape), src.elements(), describe(src.shape)),
               {"dst", "src"});
  if (dst.type != src.type) {
    call.check_numbers("dst", dst);
    call.check_numbers("src", src);
  }
  copy_elementwise(dst, settled(src, dst));
  call.issue_transfer(transfer_seconds(call.launch.chip, dst, src), {&src}, {&dst});
  return call.done();
}

Value isa_dma_transpose(Call& call) {
  View dst = call.writable("dst"), src = call.readable("src");
  check_memories(call, dst, src);
  call.check_space("dst", dst, "S");
  size_t rank = src.shape.size();
  call.require(rank >= 2 && rank <= 4, fmt::format("'src' has {} dimensions, 2 to 4 can be transposed", rank),
               {"src"});
  Dims axes;
  if (call.has("axes")) {
    axes = call.dims("axes");
  } else {
    axes = rank == 2 ? Dims{1, 0} : rank == 3 ? Dims{2, 1, 0} : Dims{3, 1, 2, 0};
  }
  bool is_known = (rank == 2 && axes == Dims{1, 0}) || (rank == 3 && axes == Dims{2, 1, 0}) ||
                  (rank == 4 && axes == Dims{3, 1, 2, 0});
  call.require(is_known,
               fmt::format("'axes' {}: transfers can do (1, 0), (2, 1, 0) and (3, 1, 2, 0)", describe(axes)),
               {"src"});
  View turned = src;
  for (size_t d = 0; d < rank; ++d) {
    turned.shape[d] = src.shape[static_cast<size_t>(axes[d])];
    turned.strides[d] = src.strides[static_cast<size_t>(axes[d])];
  }
  call.require(
      dst.elements() == src.elements() && dst.shape[0] == turned.shape[0],
      fmt::format("'dst' has shape {}, the transpose has {}", describe(dst.shape), describe(turned.shape)),
      {"dst", "src"});
  if (dst.type != src.type) {
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: 'dst' is {} and 'src' {}: a transpose keeps the type", call.info.name,
                          spelling(dst.type), spelling(src.type)),
              {"dst", "src"});
  }
  copy_elementwise(dst, settled(turned, dst));
  // 90 % of the bandwidth of a plain copy from HBM and half of it within SBUF (trainium2_arch.rst).
  double share = src.is_on_chip() ? 0.5 : 0.9;
  View plain = dst;
  call.issue_transfer(transfer_seconds(call.launch.chip, plain, plain) / share, {&src}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
