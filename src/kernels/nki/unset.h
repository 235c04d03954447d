// Lanes that a mask of generation A left out: they hold nothing, and what is computed from them holds nothing
// either.
#pragma once

#include "kernels/nki/view.h"

namespace tilewright::kernels::nki {

// Marks as unset the elements of `dst` that come from unset elements of `read`: the same ones where the
// shapes agree, those of the same row (a reduction), of the same column (a transpose), or all.
void spread_unset(const View& read, const View& dst);

}  // namespace tilewright::kernels::nki
