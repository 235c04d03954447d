// Loops count their turns (tw_turn), so that one which touches no memory ends by fuel, too.
#include "kernels/cuda/rewriting.h"

namespace tilewright::kernels::cuda {

void Rewriting::rewrite_for(size_t at) {
  if (!is(at + 1, "(")) return;
  size_t close = closing(at + 1), semicolons = 0, second = 0;
  if (close >= size()) return;
  for (size_t i = at + 2; i < close; ++i) {
    if (is(i, "(") || is(i, "[") || is(i, "{")) {
      i = closing(i);
    } else if (is(i, ";")) {
      ++semicolons;
      second = i;
    }
  }
  if (semicolons != 2) return;  // over a range: it ends
  insert(tokens_[second].end, second + 1 == close ? " tw_turn()" : " tw_turn(),");
}

void Rewriting::rewrite_while(size_t at) {
  if (!is(at + 1, "(")) return;
  size_t close = closing(at + 1);
  if (close >= size() || close == at + 2) return;
  for (size_t i = at + 2; i < close; ++i) {
    // A condition that declares a variable stays as it is.
    bool is_assignment = is(i, "=") && !is(i + 1, "=") && is_identifier(i - 1);
    if (is(i, "{") || is(i, ";") || (is_assignment && i > at + 3)) return;
    if (is(i, "(") || is(i, "[")) i = closing(i);
  }
  insert(tokens_[at + 1].end, "tw_turn(), ");
}

}  // namespace tilewright::kernels::cuda
