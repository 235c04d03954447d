#include "tasks/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/hash.h"

namespace tilewright::tasks {
namespace {

// The seeds put "x", "input" and the other everyday names of KernelBench's files in the training half.
constexpr uint64_t kNameSplitSeed = 19;
constexpr uint64_t kConstantSplitSeed = 7;

// Names that people give to tensors.
constexpr std::string_view kWordList =
    "x y a b u v z p q r g h e f input inp data tensor values features hidden states source target "
    "left right first second query key value scores logits signal samples batch matrix vector table "
    "weights_ activity image frames tokens embed memory state current previous upper lower alpha_in "
    "field pixels grid_in mass charge energy density flow price volume reading level height width_in "
    "counts ratio amount returns residual branch skip gate_in content latent code_in w_in activation "
    "activations actual address after agent anchor angle answer area array aspect attention audio "
    "average axis_in backbone background balance band base basis beam before bins bits board body "
    "bottom bound bounds box boxes bracket bucket budget buffer camera candidate capacity cell center "
    "centers channel chart chunk circle clip cloud cluster coarse codes coeff comparison complex "
    "component concept condition conv cost context contrast control coords core corner corpus counter "
    "cover crop curve cycle damage date decay decoder degree delay delta depth desired detail "
    "difference diffusion digits direction distance document domain drift drive edge edges effect "
    "element encoded encoder entry envelope episode error errors estimate event events example "
    "expected expert experts factor factors feat feature feedback filter fine flags float_in fluid "
    "focus fold force forecast frame frequency front fusion future gain gamma_in gates gradient graph "
    "ground group groups growth guess guide half handle head heads heat hidden_state hint history "
    "horizon image_in impulse income indices inertia info initial inner_in inputs intensity item items "
    "joint kernel_in keys label labels lags land layer layers length light limit line links list_in "
    "load local location log_in logit loss_in magnitude map maps margin mark market matrices measure "
    "merged message metric mid_in mix mode model_in moment momentum motion names nodes noise norm_in "
    "normal note number object observed offset_in operand option order origin other outer_in output_in "
    "page pair pairs panel param part_in patch path pattern peak period phase photo picture piece "
    "pixel plan plane point points policy pool position positions posterior power pred prediction "
    "predictions preds pressure prior probs process product profile proj prompt property pulse quality "
    "quantity query_in radius rain rand_in range_in rank rate raw real record reference region reply "
    "reply_in request resid response rest result_in reward rewards right_in ring root rotation route "
    "sample scale_in scan scene score segment sensor sequence series session set_in shift_in side "
    "sigma signal_in size_in slice slope slot smooth solution sound space span spectrum speech speed "
    "spin split stack stage start_in step steps stock stream stride student style subject sum_in "
    "support surface symbol table_in tail target_in task teacher temp_in term test text texture theta "
    "tick tile time time_in token tone top total trace track train transform tree trend trial trunk "
    "truth tune turn uniform unit units update usage user users variable velocity verts video view "
    "vision visual voice voltage wave weather weight_in wheel width window wind word words world y1 y2 "
    "x_in y_in xs ys x_hat y_true y_pred z_hat image_feats text_feats lhs rhs src dst tgt ref buf vec "
    "mat arr acts feats emb embs hid ctx seq inp1 inp2 arg0 arg1 in0 in1 gate up_proj noise_pred mu nu "
    "rho tau phi psi omega kappa ";

const std::vector<std::string_view>& words() {
  static const auto* all = [] {
    auto* list = new std::vector<std::string_view>;
    for (size_t begin = 0; begin < kWordList.size();) {
      size_t end = kWordList.find(' ', begin);
      list->push_back(kWordList.substr(begin, end - begin));
      begin = end + 1;
    }
    return list;
  }();
  return *all;
}

// Never drawn: words with a meaning in tasks, candidates or kernels.
constexpr std::array<std::string_view, 31> kForbidden = {
    "self", "torch", "nn",   "tl",     "triton", "Model",  "forward", "as",   "in",   "is",   "if",
    "or",   "and",   "not",  "for",    "def",    "del",    "try",     "pass", "from", "with", "math",
    "out",  "mask",  "offs", "output", "return", "lambda", "None",    "True", "False"};

std::string syllable_word(Random& random) {
  constexpr std::string_view consonants = "bcdfghjklmnprstvwz";
  constexpr std::string_view vowels = "aeiou";
  constexpr std::string_view endings = "lmnrstxk";
  std::string word;
  int syllables = static_cast<int>(random.range(2, 3));
  for (int i = 0; i < syllables; ++i) {
    word += consonants[random.below(consonants.size())];
    word += vowels[random.below(vowels.size())];
  }
  if (random.chance(0.4)) word += endings[random.below(endings.size())];
  return word;
}

// The beginning of one word and the end of another: looks like a word, but knowing words does not help to
// write it. A name like this can only be copied.
std::string blended_word(Random& random) {
  std::string_view first = random.pick(words()), last = random.pick(words());
  size_t kept = std::min<size_t>(first.size(), static_cast<size_t>(random.range(1, 4)));
  size_t added = std::min<size_t>(last.size(), static_cast<size_t>(random.range(1, 5)));
  return std::string(first.substr(0, kept)) + std::string(last.substr(last.size() - added));
}

std::string any_name(Random& random) {
  std::string name;
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      name = random.pick(words());
      break;
    case 3:
    case 4:
    case 5:
      name = blended_word(random);
      break;
    default:
      name = syllable_word(random);
  }
  if (name.size() > 2 && random.chance(0.1)) name += fmt::format("_{}", random.range(0, 9));
  return name;
}

}  // namespace

bool is_held_out_name(std::string_view name) { return hash64(name, kNameSplitSeed) % 4 == 0; }
bool is_held_out_constant(std::string_view decimal) { return hash64(decimal, kConstantSplitSeed) % 4 == 0; }

std::string Vocabulary::argument_name() {
  while (true) {
    std::string name = any_name(random_);
    if (std::find(kForbidden.begin(), kForbidden.end(), name) != kForbidden.end()) continue;
    if (is_held_out_name(name) != is_held_out_ || taken_.contains(name)) continue;
    taken_.insert(name);
    return name;
  }
}

std::string Vocabulary::draw_constant(double low, double high, int most_decimals) {
  while (true) {
    int decimals = static_cast<int>(random_.range(0, most_decimals));
    double scale = std::pow(10.0, decimals);
    int64_t first = static_cast<int64_t>(std::ceil(low * scale)),
            last = static_cast<int64_t>(std::floor(high * scale));
    if (first > last) continue;
    int64_t digits = random_.range(first, last);
    // Zero is no constant, and multiplying or dividing by one is no operation.
    if (digits == 0 || std::llabs(digits) == static_cast<int64_t>(scale)) continue;
    std::string text = fmt::format("{:.{}f}", static_cast<double>(digits) / scale, decimals);
    if (decimals > 1 && text.back() == '0') continue;
    if (is_held_out_constant(text) == is_held_out_) return text;
  }
}

std::string Vocabulary::constant() { return draw_constant(0.1, 9.9, 2); }
std::string Vocabulary::slope() { return draw_constant(0.01, 0.5, 3); }
std::string Vocabulary::moderate() { return draw_constant(0.5, 4.0, 2); }
std::string Vocabulary::low_limit() { return draw_constant(-5.0, -0.1, 2); }
std::string Vocabulary::high_limit() { return draw_constant(0.1, 5.0, 2); }

std::string Vocabulary::epsilon() {
  while (true) {
    std::string text =
        fmt::format("{}e-{}", random_.chance(0.5) ? 1 : random_.range(2, 9), random_.range(3, 6));
    if (is_held_out_constant(text) == is_held_out_) return text;
  }
}

}  // namespace tilewright::tasks
