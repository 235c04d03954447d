// The loops over a row's columns that its reductions need: what each pass computes, in every target.
#pragma once

#include <map>
#include <vector>

#include "stack/tile_body.h"

namespace tilewright::stack {

struct RowPass {
  std::vector<ProgramValueId> reductions;    // end with the pass
  std::vector<ProgramValueId> scans;         // first met in it
  std::vector<ProgramValueId> block_stores;  // written element by element
  std::vector<ProgramValueId> row_values;    // one value a row, ready after the pass
  std::vector<ProgramValueId> row_stores;    // of reductions and row values: written after the pass
};

class RowPasses {
 public:
  // `all`: what the kernel needs (BodyBuilder::needed of its outputs), nothing bound yet.
  RowPasses(const BodyBuilder& body, const Group& group, std::vector<ProgramValueId> all);

  int last() const;
  RowPass pass(int index) const;
  // Row values of pass 0 that wait for no reduction: made before the first loop.
  std::vector<ProgramValueId> ready_at_start(const RowPass& first) const;
  // Row values made after this pass that a later loop's body reads.
  std::vector<ProgramValueId> read_after(int index, const RowPass& pass) const;
  // Values in memory that do not differ along the row: read once, before the loops.
  std::vector<ProgramValueId> row_reads() const;

 private:
  int find_level(ProgramValueId id);
  int level(ProgramValueId id) const { return levels_.at(id); }

  const BodyBuilder& body_;
  const Group& group_;
  std::vector<ProgramValueId> all_;
  std::map<ProgramValueId, int> levels_;
};

}  // namespace tilewright::stack
