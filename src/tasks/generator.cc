#include "tasks/generator.h"

#include <fmt/format.h>

#include <array>

#include "tasks/families.h"

namespace tilewright::tasks {
namespace {

struct Family {
  std::string_view name;
  std::vector<Expression> (*build)(ProgramWriter&);
};

constexpr std::array kFamilies = {
#define TW_FAMILY(builder, spelling, doc) Family{spelling, builder},
#include "tasks/families.def"
#undef TW_FAMILY
};

// What Random's key means by `step` here, apart from the draws of other rooms under the same seed.
constexpr uint64_t kGeneratorStep = 0x7461736b;

}  // namespace

std::vector<std::string_view> families() {
  std::vector<std::string_view> names;
  for (const Family& family : kFamilies) names.push_back(family.name);
  return names;
}

GeneratedTask generate(const GeneratorOptions& options, uint64_t index) {
  const Family& family = kFamilies[index % kFamilies.size()];
  Random random(
      {options.seed, kGeneratorStep, index, options.use_held_out_vocabulary ? uint64_t{1} : uint64_t{0}});
  ProgramWriter writer(random, options.use_held_out_vocabulary);
  std::vector<Expression> results = family.build(writer);
  GeneratedTask task;
  task.name = fmt::format("{}_{:06}", family.name, index);
  task.family = family.name;
  task.source = writer.render(results);
  task.has_unseen_constants = options.use_held_out_vocabulary;
  return task;
}

}  // namespace tilewright::tasks
