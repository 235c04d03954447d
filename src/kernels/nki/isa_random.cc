// Random numbers. The device's own generators are not published: the numbers are Philox's, a pure function of
// the seed, of how many instructions drew before, and of the place.
#include <fmt/format.h>

#include "base/random.h"
#include "kernels/nki/isa_support.h"

namespace tilewright::kernels::nki {
namespace {

// Of one instruction: the seed that set_rng_seed stored and the number of draws since.
Random stream_of(Launch& launch) {
  return Random(RandomKey{.seed = launch.random_seed, .step = launch.random_draws++});
}

}  // namespace

Value isa_set_rng_seed(Call& call) {
  View seeds = call.readable("src_seeds");
  call.check_lanes("src_seeds", seeds);
  call.require(seeds.elements() == 1 && size_of(seeds.type) == 4,
               "'src_seeds' must hold one element of 32 bits", {"src_seeds"});
  int64_t seed = 0;
  read_integers(flat_row_of(seeds), 0, &seed);
  call.launch.random_seed = static_cast<uint64_t>(seed);
  call.launch.random_draws = 0;
  call.issue(Engine::Vector, 64, {&seeds}, {});
  return call.done();
}

Value isa_rng(Call& call) {
  View dst = call.writable("dst");
  call.check_lanes("dst", dst);
  call.require(is_integer(dst.type), fmt::format("'dst' must hold integers, it is {}", spelling(dst.type)),
               {"dst"});
  Engine engine = engine_of(call, "VG", Engine::Vector);
  Random random = stream_of(call.launch);
  Rows rows = rows_of(dst);
  std::vector<int64_t> values(static_cast<size_t>(rows.count));
  for (int64_t p = 0; p < rows.rows; ++p) {
    for (int64_t& value : values) value = random.next_u32();
    write_integers(rows, p, values.data());
  }
  double cycles = std::max(64.0, static_cast<double>(dst.free_elements()));
  call.issue(engine, started(engine, cycles), {}, {&dst});
  return call.done();
}

Value isa_rand2(Call& call) {
  View dst = call.writable("dst");
  call.check_lanes("dst", dst);
  call.check_numbers("dst", dst);
  Operand low = call.operand("min", dst), high = call.operand("max", dst);
  Random random = stream_of(call.launch);
  write_rows(dst, [&](int64_t p, float* out) {
    float scratch0 = 0, scratch1 = 0;
    float from = *low.at(p, &scratch0), to = *high.at(p, &scratch1);
    for (int64_t i = 0; i < dst.free_elements(); ++i)
      out[i] = from + (to - from) * static_cast<float>(random.uniform());
  });
  call.issue(Engine::Vector, std::max(64.0, static_cast<double>(dst.free_elements())),
             {low.is_vector ? &low.view : &dst, high.is_vector ? &high.view : &dst}, {&dst});
  return call.done();
}

Value isa_dropout(Call& call) {
  View dst = call.writable("dst"), data = call.readable("data");
  call.check_number_lanes({{"dst", &dst}, {"data", &data}});
  call.check_same_shape("dst", dst, "data", data);
  call.require(dst.type == data.type, "'data' and 'dst' must have one type", {"data", "dst"});
  Operand probability = call.operand("prob", data);
  Random random = stream_of(call.launch);
  View source = settled(data, dst);
  RowReader in(source);
  write_rows(dst, [&](int64_t p, float* out) {
    float scratch = 0, share = *probability.at(p, &scratch);
    const float* values = in[p];
    for (size_t i = 0; i < in.count(); ++i)
      out[i] = random.chance(static_cast<double>(share)) ? 0.0f : values[i];
  });
  call.issue(Engine::Vector, std::max(64.0, static_cast<double>(data.free_elements())),
             {&data, probability.is_vector ? &probability.view : &data}, {&dst});
  return call.done();
}

}  // namespace tilewright::kernels::nki
