// The Tensor Engine.
#include <fmt/format.h>

#include <cstring>

#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

// A tile as dense fp32 rows: in place where it is so, else a copy.
struct DenseTile {
  DenseTile(const View& view) {
    Rows rows = rows_of(view);
    if (rows.is_float_row() && rows.row_step % 4 == 0) {
      data = reinterpret_cast<const float*>(rows.base);
      step = static_cast<size_t>(rows.row_step / 4);
      return;
    }
    step = static_cast<size_t>(rows.count);
    copy.resize(static_cast<size_t>(rows.rows) * step);
    for (int64_t p = 0; p < rows.rows; ++p) {
      float* target = copy.data() + static_cast<size_t>(p) * step;
      const float* from = read_row(rows, p, target);
      if (from != target) std::copy_n(from, step, target);
    }
    data = copy.data();
  }
  const float* data = nullptr;
  size_t step = 0;
  std::vector<float> copy;
};

// to[j][i] = from[i][j] in blocks that stay in the nearest cache; steps are bytes of a row.
template <class Word>
void turn(const std::byte* from, int64_t from_step, std::byte* to, int64_t to_step, int64_t rows,
          int64_t columns) {
  constexpr int64_t kBlock = 16;
  for (int64_t i = 0; i < rows; i += kBlock) {
    for (int64_t j = 0; j < columns; j += kBlock) {
      for (int64_t y = j; y < std::min(j + kBlock, columns); ++y) {
        for (int64_t x = i; x < std::min(i + kBlock, rows); ++x) {
          constexpr auto kBytes = static_cast<int64_t>(sizeof(Word));
          std::memcpy(to + y * to_step + x * kBytes, from + x * from_step + y * kBytes, sizeof(Word));
        }
      }
    }
  }
}

void write_transposed(const View& source, const View& dst) {
  Rows in = rows_of(source), out = rows_of(dst);
  int64_t p = in.rows, f = in.count;
  if (in.is_contiguous() && out.is_contiguous() && source.type == dst.type && dst.element_bytes() >= 2) {
    auto body = dst.element_bytes() == 4 ? turn<uint32_t> : turn<uint16_t>;
    return body(in.base, in.row_step, out.base, out.row_step, p, f);
  }
  auto bytes = static_cast<int64_t>(source.element_bytes());
  std::vector<std::byte> dense(static_cast<size_t>(p * f * bytes));
  Rows whole{dense.data(), p, f * bytes, {f}, {bytes}, f, source.type};
  for (int64_t row = 0; row < p; ++row) copy_rows(in, row, whole, row);
  Rows turned{dense.data(), f, bytes, {p}, {f * bytes}, p, source.type};
  std::vector<float> values(static_cast<size_t>(p));
  for (int64_t row = 0; row < f; ++row) {
    if (source.type == dst.type) {
      copy_rows(turned, row, out, row);
    } else {
      write_row(out, row, read_row(turned, row, values.data()));
    }
  }
}

bool is_wide_float(ElementType type) { return type == ElementType::Float32 || type == ElementType::TFloat32; }

void check_operand_types(const Call& call, const View& stationary, const View& moving) {
  for (auto [name, view] : {std::pair("stationary", &stationary), std::pair("moving", &moving)}) {
    bool is_known = class_of(view->type) == ElementClass::Float && view->type != ElementType::Float8E8M0FNU;
    if (view->type == ElementType::Float8E4M3FN) is_known = call.launch.chip.generation >= 4;
    if (!is_known) {
      call.fail(
          DiagnosticKind::KernelType,
          fmt::format(
              "{}: '{}' is {}: the Tensor Engine of {} takes float8_e4m3, float8_e5m2, {}bfloat16, float16, "
              "tfloat32 and float32",
              call.info.name, name, spelling(view->type), call.launch.chip.name,
              call.launch.chip.generation >= 4 ? "float8_e4m3fn, " : ""),
          {name});
    }
  }
  if (is_wide_float(stationary.type) != is_wide_float(moving.type)) {
    call.fail(
        DiagnosticKind::KernelType,
        fmt::format(
            "{}: float32 and tfloat32 go only with float32 and tfloat32: 'stationary' is {}, 'moving' {}",
            call.info.name, spelling(stationary.type), spelling(moving.type)),
        {"stationary", "moving"});
  }
}

void check_bank(const Call& call, const View& dst) {
  if (call.launch.chip.generation >= 4) return;
  auto bytes = static_cast<int64_t>(dst.element_bytes());
  Box box = box_of(dst);
  if (box.begin / kBankBytes == (box.end - 1) / kBankBytes) return;
  call.fail(
      DiagnosticKind::KernelShape,
      fmt::format("{}: 'dst' lies on bytes {} to {} of each partition of PSUM: a product goes to one bank of "
                  "{} bytes "
                  "({} elements of {})",
                  call.info.name, box.begin, box.end - 1, kBankBytes, kBankBytes / bytes, spelling(dst.type)),
      {"dst"});
}

// Whether this product adds to what dst holds; a row that is half written faults.
bool accumulates(const Call& call, const View& dst) {
  memory::ByteSet& written = dst.buffer->accumulated;
  bool is_known = written.size() != 0;
  const Value& asked = call["accumulate"];
  if (asked.is_none()) {
    if (!is_known || none_in(written, dst)) return false;
    call.require(all_in(written, dst),
                 "some elements of 'dst' were written by an earlier product and some were not: say "
                 "accumulate=True or False",
                 {"dst"});
    return true;
  }
  if (!call.interpreter.truthy(asked)) return false;
  // Generation A's compiler brings what the tile held before.
  if (call.launch.is_generation_a) return !first_unset(dst);
  if (!is_known || !all_in(written, dst)) {
    bool is_set = !first_unset(dst);
    call.fail(
        DiagnosticKind::UninitialisedRead,
        fmt::format("{}: accumulate=True, but no product has written all of 'dst'{}", call.info.name,
                    is_set ? ": the Tensor Engine does not add to what other engines wrote into PSUM" : ""),
        {"dst"});
  }
  return true;
}

}  // namespace

Value isa_nc_matmul(Call& call) {
  View dst = call.writable("dst"), stationary = call.readable("stationary"), moving = call.readable("moving");
  for (auto [name, view] :
       {std::pair("dst", &dst), std::pair("stationary", &stationary), std::pair("moving", &moving)})
    call.check_lanes(name, *view);
  call.check_space("stationary", stationary, "S");
  call.check_space("moving", moving, "S");
  call.check_space("dst", dst, "P");
  check_operand_types(call, stationary, moving);
  int generation = call.launch.chip.generation;
  bool is_brain = dst.type == ElementType::BFloat16;
  if (!call.token("perf_mode").empty() && call.token("perf_mode") != "none")
    call.interpreter.unsupported(fmt::format("nc_matmul with perf_mode {}", call.token("perf_mode")));
  for (const char* name : {"tile_position", "tile_size"}) {
    if (call.has(name) && call.interpreter.length(call[name]) != 0)
      call.interpreter.unsupported(fmt::format("nc_matmul with {}", name));
  }
  bool is_transpose = call.flag("is_transpose");
  if (!is_transpose && dst.type != ElementType::Float32 && !(is_brain && generation >= 4)) {
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: 'dst' is {}: products are float32{}", call.info.name, spelling(dst.type),
                          generation >= 4 ? " or bfloat16" : " (bfloat16 came with trn3)"),
              {"dst"});
  }
  int64_t k = stationary.partitions(), m = stationary.free_elements(), n = moving.free_elements();
  call.require(
      moving.partitions() == k,
      fmt::format("the contraction lies on the partitions: 'stationary' has {} of them, 'moving' has {}", k,
                  moving.partitions()),
      {"stationary", "moving"});
  call.require(m <= 128, fmt::format("'stationary' has {} columns, at most 128 are there", m),
               {"stationary"});
  int64_t most = generation < 4 ? 512 : is_brain ? 8192 : 4096;
  call.require(
      n <= most,
      fmt::format("'moving' has {} columns, at most {} are there on {}", n, most, call.launch.chip.name),
      {"moving"});
  call.require(dst.partitions() == m && dst.free_elements() == n,
               fmt::format("'dst' has shape {}, the product has {} partitions (columns of 'stationary') of "
                           "{} elements (columns of "
                           "'moving')",
                           describe(dst.shape), m, n),
               {"dst", "stationary", "moving"});
  check_bank(call, dst);
  bool adds = accumulates(call, dst);
  DenseTile a(stationary), b(moving);
  Rows out = rows_of(dst);
  if (out.is_float_row() && out.row_step % 4 == 0) {
    matmul(a.data, a.step, b.data, b.step, reinterpret_cast<float*>(out.base),
           static_cast<size_t>(out.row_step / 4), static_cast<size_t>(m), static_cast<size_t>(n),
           static_cast<size_t>(k), adds);
  } else {
    std::vector<float> product(static_cast<size_t>(m * n));
    for (int64_t row = 0; adds && row < m; ++row) {
      float* target = product.data() + row * n;
      const float* from = read_row(out, row, target);
      if (from != target) std::copy_n(from, n, target);
    }
    matmul(a.data, a.step, b.data, b.step, product.data(), static_cast<size_t>(n), static_cast<size_t>(m),
           static_cast<size_t>(n), static_cast<size_t>(k), adds);
    for (int64_t row = 0; row < m; ++row) write_row(out, row, product.data() + row * n);
  }
  if (dst.buffer->accumulated.size() == 0) dst.buffer->accumulated = memory::ByteSet(dst.buffer->bytes());
  add_to(dst.buffer->accumulated, dst);
  bool has_hint = call.flag("is_stationary_onezero") || call.flag("is_moving_onezero");
  bool is_full = stationary.type == ElementType::Float32 || moving.type == ElementType::Float32;
  double cycles = matmul_cycles(is_full ? ElementType::Float32 : moving.type, m, n, is_full && has_hint);
  call.issue(Engine::Tensor, cycles, {&stationary, &moving}, {&dst});
  return call.done();
}

Value isa_nc_transpose(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  for (auto [name, view] : {std::pair("dst", &dst), std::pair("data", &data)}) call.check_lanes(name, *view);
  int64_t p = data.partitions(), f = data.free_elements();
  Engine engine =
      engine_of(call, "PV",
                dst.space() == Space::Psum && data.space() == Space::Sbuf ? Engine::Tensor : Engine::Vector);
  call.require(dst.partitions() == f && dst.free_elements() == p,
               fmt::format("'dst' has shape {}, the transpose has {} partitions of {} elements",
                           describe(dst.shape), f, p),
               {"dst", "data"});
  // On trn1 a transpose is a product with an identity matrix, whose result is float32; so generation A's
  // compiler has it.
  bool is_product = engine == Engine::Tensor && dst.type == ElementType::Float32 &&
                    (call.launch.chip.generation < 3 || call.launch.is_generation_a);
  if (dst.type != data.type && !is_product) {
    call.fail(DiagnosticKind::KernelType,
              fmt::format("{}: 'dst' is {} and 'data' {}: a transpose keeps the type", call.info.name,
                          spelling(dst.type), spelling(data.type)),
              {"dst", "data"});
  }
  if (engine == Engine::Tensor) {
    call.check_space("data", data, "S");
    call.check_space("dst", dst, "P");
    call.require(
        p <= 128 && f <= 128,
        fmt::format("the Tensor Engine transposes at most 128 by 128 elements, 'data' has {} by {}", p, f),
        {"data"});
    call.require(size_of(data.type) >= 2 || call.launch.chip.generation >= 3,
                 "trn1 does not transpose 8-bit elements", {"data"});
  } else {
    call.require(
        p <= 32 && f <= 32,
        fmt::format(
            "the Vector Engine transposes at most 32 by 32 elements, 'data' has {} by {}{}", p, f,
            dst.space() == Space::Psum ? "" : "; the Tensor Engine, up to 128 by 128, writes to PSUM"),
        {"data", "dst"});
  }
  View source = settled(data, dst);
  write_transposed(source, dst);
  double n = static_cast<double>(f);
  double cycles =
      engine == Engine::Tensor ? std::max(static_cast<double>(p), std::min(64.0, n)) : std::max(64.0, n);
  if (engine == Engine::Tensor && data.type == ElementType::Float32)
    cycles *= call.launch.chip.generation >= 3 ? 2 : 4;
  call.issue(engine, cycles, {&data}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
