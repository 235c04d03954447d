#include "report/counters_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace tilewright::report {
namespace {

// 1234567 as 1,234,567.
std::string grouped(uint64_t number) {
  std::string digits = std::to_string(number), text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string used_share(uint64_t bytes, uint64_t sectors) {
  return sectors == 0 ? "-"
                      : fmt::format("{:.0f} %", 100.0 * static_cast<double>(bytes) /
                                                    (32.0 * static_cast<double>(sectors)));
}

std::string launch_text(const WorkCounters& work) {
  std::string text =
      fmt::format("  {} programs of {} warps; about {} registers a thread, {} bytes of shared memory\n",
                  grouped(work.programs), work.num_warps, work.registers, grouped(work.shared_bytes));
  size_t width = 6;
  for (const TensorTraffic& tensor : work.tensors) width = std::max(width, tensor.tensor.size());
  text += fmt::format("  {:<{}} {:>15} {:>13} {:>7} {:>15} {:>13} {:>7} {:>15}\n", "tensor", width,
                      "bytes read", "sectors", "used", "bytes written", "sectors", "used", "distinct bytes");
  for (const TensorTraffic& t : work.tensors) {
    text += fmt::format(
        "  {:<{}} {:>15} {:>13} {:>7} {:>15} {:>13} {:>7} {:>15}\n", t.tensor, width, grouped(t.bytes_loaded),
        grouped(t.sectors_loaded), used_share(t.bytes_loaded, t.sectors_loaded), grouped(t.bytes_stored),
        grouped(t.sectors_stored), used_share(t.bytes_stored, t.sectors_stored), grouped(t.unique_bytes));
  }
  for (const OperationWork& each : work.operations) {
    text += fmt::format("  {:<10} {} operations", torch_name(each.dtype), grouped(each.arithmetic));
    if (each.special > 0) text += fmt::format(", {} special functions", grouped(each.special));
    text += '\n';
  }
  for (const DotWork& dot : work.dots) {
    bool has_precision = dot.dtype == DType::Float32;
    text += fmt::format("  {} products of {} x {} x {} in {}{}{}\n", grouped(dot.count), dot.m, dot.n, dot.k,
                        torch_name(dot.dtype), has_precision ? " as " : "",
                        has_precision ? spelling(dot.precision) : "");
  }
  if (work.reductions > 0)
    text += fmt::format("  {} elements reduced or scanned\n", grouped(work.reductions));
  if (work.atomics > 0)
    text += fmt::format("  {} atomics, {} on addresses in use already, at most {} on one\n",
                        grouped(work.atomics), grouped(work.atomic_conflicts),
                        grouped(work.max_atomics_on_address));
  if (work.barriers > 0) text += fmt::format("  {} barriers\n", grouped(work.barriers));
  if (work.loop_iterations > 0) text += fmt::format("  {} turns of loops\n", grouped(work.loop_iterations));
  return text;
}

}  // namespace

std::string counters_table(const std::vector<WorkCounters>& launches) {
  std::string text;
  for (size_t i = 0; i < launches.size();) {
    const WorkCounters& work = launches[i];
    std::string body = launch_text(work);
    size_t end = i + 1;
    while (end < launches.size() && launches[end].kernel == work.kernel && launches[end].grid == work.grid &&
           launch_text(launches[end]) == body)
      ++end;
    std::string numbers =
        end == i + 1 ? fmt::format("launch {}", i + 1) : fmt::format("launches {} to {}", i + 1, end);
    text += fmt::format("{}: {}, grid ({}, {}, {})\n{}", numbers, work.kernel, work.grid[0], work.grid[1],
                        work.grid[2], body);
    i = end;
  }
  return text;
}

}  // namespace tilewright::report
