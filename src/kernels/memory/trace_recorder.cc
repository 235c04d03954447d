// Runs become patches, patches become cells of pictures and steps of programs; see trace_recorder.h.
#include "kernels/memory/trace_recorder.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace tilewright::kernels::memory {
namespace {

// Grids beyond this keep no program but the ones that are kept anyway.
constexpr uint64_t kMostFollowed = uint64_t{1} << 24;

int64_t power_of_two_from(int64_t n) {
  int64_t power = 1;
  while (power < n) power *= 2;
  return power;
}

void note_accessor(uint32_t& who, uint32_t& first, uint32_t program) {
  using Cell = TracePicture::Cell;
  first = who == Cell::kNobody ? program : std::min(first, program);
  who = who == Cell::kNobody || who == program + 1 ? program + 1 : Cell::kSeveral;
}

}  // namespace

// ---- launches ------------------------------------------------------------------------------------
void TraceRecorder::begin_launch(std::string kernel, Span span, std::array<int64_t, 3> grid,
                                 const std::vector<Target>& targets) {
  launch_ = nullptr;
  if (trace_.launches.size() >= limits_.listed) {
    ++trace_.launches_left_out;
    return;
  }
  TraceLaunch& launch = trace_.launches.emplace_back();
  launch.kernel = std::move(kernel);
  launch.span = span;
  launch.grid = grid;
  launch.is_listed_only = trace_.launches.size() > limits_.launches;
  launch_ = &launch;
  layouts_.clear();
  sites_.clear();
  programs_.clear();
  keep_every_ = 1;
  kept_patches_ = 0;
  dropped_ = 0;
  record_ = nullptr;
  has_patch_ = false;
  grid_size_ =
      static_cast<uint64_t>(grid[0]) * static_cast<uint64_t>(grid[1]) * static_cast<uint64_t>(grid[2]);
  was_dropped_.assign(grid_size_ <= kMostFollowed ? grid_size_ : 0, false);
  for (const Target& target : targets) {
    TraceTensor& tensor = launch.tensors.emplace_back();
    const TensorView& view = target.view;
    tensor.name = target.name;
    tensor.dtype = view.dtype;
    tensor.shape = view.shape;
    tensor.strides = view.strides;
    tensor.storage_begin = -static_cast<int64_t>(view.byte_offset);
    tensor.storage_end = tensor.storage_begin + static_cast<int64_t>(view.region->bytes);
    layouts_.push_back(make_layout(view, tensor.picture, limits_.cells));
    if (!launch.is_listed_only) {
      tensor.picture.cells.resize(
          static_cast<size_t>(tensor.picture.cells_across() * tensor.picture.cells_down()));
    }
  }
}

void TraceRecorder::end_launch(const WorkCounters& work) {
  if (!launch_) return;
  launch_->work = work;
  close_launch();
}

void TraceRecorder::end_launch(const Diagnostic& diagnostic) {
  if (!launch_) return;
  launch_->has_fault = true;
  launch_->fault.kind = spelling(diagnostic.kind);
  launch_->fault.message = diagnostic.message;
  launch_->fault.span = diagnostic.span;
  flush();
  if (record_ && (step_.patches > 0 || launch_->fault.has_place)) record_->steps.push_back(step_);
  close_launch();
}

void TraceRecorder::close_launch() {
  for (auto& [index, program] : programs_) {
    if (!program.steps.empty()) launch_->programs.push_back(std::move(program));
  }
  std::sort(launch_->programs.begin(), launch_->programs.end(),
            [](const TraceProgram& a, const TraceProgram& b) { return a.index < b.index; });
  launch_->programs_left_out = dropped_;
  programs_.clear();
  record_ = nullptr;
  launch_ = nullptr;
}

// ---- accesses ------------------------------------------------------------------------------------
void TraceRecorder::begin_access(uint32_t program, const void* key, Span span, TraceAccess kind,
                                 size_t element_bytes) {
  if (!launch_ || launch_->is_listed_only) return;
  auto [found, is_new] = sites_.try_emplace(key, static_cast<uint32_t>(launch_->sites.size()));
  if (is_new) {
    TraceSite& site = launch_->sites.emplace_back();
    site.span = span;
    site.kind = kind;
    site.element_bytes = static_cast<uint32_t>(element_bytes);
  }
  site_ = found->second;
  kind_ = kind;
  bytes_ = 0;
  record_ = program_record(program);
  program_ = program;
  step_ = {};
  step_.site = site_;
  if (record_) step_.first_patch = static_cast<uint32_t>(record_->patches.size());
}

void TraceRecorder::add_run(size_t target, int64_t offset, int64_t count, int64_t stride) {
  // Tensors that kernels reach by address alone are in no picture.
  if (!launch_ || launch_->is_listed_only || count <= 0 || target >= layouts_.size()) return;
  int64_t first = offset - layouts_[target].view_offset;
  bytes_ += count * launch_->sites[site_].element_bytes;
  if (has_patch_ && patch_.tensor == target) {
    // Single elements in even steps are a row; equal rows in even steps are one patch.
    TracePatch& p = patch_;
    if (count == 1 && p.repeat == 1) {
      if (p.count == 1) p.stride = first - p.first;
      if (first == p.first + p.count * p.stride && p.stride != 0) {
        ++p.count;
        return;
      }
    }
    if (count == p.count && (count == 1 || stride == p.stride)) {
      if (p.repeat == 1) p.repeat_stride = first - p.first;
      if (first == p.first + p.repeat * p.repeat_stride) {
        ++p.repeat;
        return;
      }
    }
  }
  flush();
  patch_ = {static_cast<uint32_t>(target), first, count, count == 1 ? 0 : stride, 1, 0};
  has_patch_ = true;
}

void TraceRecorder::end_access(uint64_t lanes, uint64_t lanes_off, uint64_t sectors) {
  if (!launch_ || launch_->is_listed_only) return;
  flush();
  TraceSite& site = launch_->sites[site_];
  ++site.executions;
  site.lanes += lanes;
  site.lanes_off += lanes_off;
  site.bytes += static_cast<uint64_t>(bytes_);
  site.sectors += sectors;
  if (!record_) return;
  step_.lanes = lanes;
  step_.lanes_off = lanes_off;
  step_.sectors = sectors;
  if (record_->patches.size() <= limits_.program_patches) {
    record_->steps.push_back(step_);
  } else {
    ++record_->steps_left_out;
  }
  if (kept_patches_ > limits_.patches) thin_out();
}

void TraceRecorder::flush() {
  if (!has_patch_) return;
  has_patch_ = false;
  draw(patch_);
  if (!record_ || record_->patches.size() > limits_.program_patches) return;
  record_->patches.push_back(patch_);
  ++step_.patches;
  ++kept_patches_;
}

// ---- programs ------------------------------------------------------------------------------------
// The present program is followed in any case: it may be the one that faults.
TraceProgram* TraceRecorder::program_record(uint32_t program) {
  if (record_ && program == program_) return record_;
  if (record_ && !is_kept(program_)) {
    kept_patches_ -= record_->patches.size();
    programs_.erase(program_);
    note_dropped(program_);
  }
  if (!is_kept(program) && (was_dropped_.empty() || was_dropped_[program])) {
    note_dropped(program);
    return nullptr;
  }
  TraceProgram& record = programs_[program];
  record.index = program;
  return &record;
}

// In grids too large to follow, a program that comes back is counted again.
void TraceRecorder::note_dropped(uint32_t program) {
  if (was_dropped_.empty()) {
    ++dropped_;
  } else if (!was_dropped_[program]) {
    was_dropped_[program] = true;
    ++dropped_;
  }
}

void TraceRecorder::thin_out() {
  while (kept_patches_ > limits_.patches && keep_every_ < grid_size_) {
    keep_every_ *= 2;
    std::erase_if(programs_, [&](const auto& entry) {
      if (entry.first == program_ || is_kept(entry.first)) return false;
      kept_patches_ -= entry.second.patches.size();
      note_dropped(entry.first);
      return true;
    });
  }
}

// ---- faults --------------------------------------------------------------------------------------
void TraceRecorder::note_program(uint32_t program) {
  if (!launch_) return;
  launch_->fault.has_program = true;
  launch_->fault.program = program;
}

void TraceRecorder::note_place(size_t target, int64_t offset) {
  if (!launch_ || target >= layouts_.size()) return;
  launch_->fault.has_place = true;
  launch_->fault.tensor = static_cast<uint32_t>(target);
  launch_->fault.offset = offset - layouts_[target].view_offset;
}

// ---- pictures ------------------------------------------------------------------------------------
TraceRecorder::Layout TraceRecorder::make_layout(const TensorView& view, TracePicture& picture,
                                                 int64_t most_cells) {
  Layout layout;
  layout.view_offset = static_cast<int64_t>(view.byte_offset);
  layout.element_bytes = static_cast<int64_t>(size_of(view.dtype));
  layout.elements = std::accumulate(view.shape.begin(), view.shape.end(), int64_t{1}, std::multiplies<>());
  int64_t weight = layout.elements;
  for (size_t a = 0; a < view.shape.size() && layout.elements > 0; ++a) {
    weight /= view.shape[a];
    if (view.shape[a] > 1) layout.axes.push_back({view.strides[a], view.shape[a], weight});
  }
  std::stable_sort(layout.axes.begin(), layout.axes.end(),
                   [](const auto& a, const auto& b) { return a.stride > b.stride; });
  // A stride must step over all that the smaller ones reach, or places have no single index.
  int64_t reach = 0;
  for (size_t a = layout.axes.size(); a-- > 0;) {
    layout.is_linear = layout.is_linear || layout.axes[a].stride <= reach;
    reach += layout.axes[a].stride * (layout.axes[a].extent - 1);
  }
  int64_t columns = view.shape.empty() ? 1 : view.shape.back();
  if (layout.is_linear) {
    layout.elements = (static_cast<int64_t>(view.region->bytes) - layout.view_offset) / layout.element_bytes;
    picture.is_storage = true;
  }
  if (layout.is_linear || view.shape.size() <= 1 || columns == 1 || columns == layout.elements) {
    // A row of up to 64 elements, else about a square, cut at a power of two as blocks are. Elements that
    // share a cell are neighbours in memory: there are no more rows than cells down.
    constexpr int64_t kRow = 64;
    columns = layout.elements;
    if (columns > kRow) {
      columns = kRow / 2;
      while (columns * columns < layout.elements || columns * most_cells < layout.elements) columns *= 2;
      picture.is_wrapped = true;
    }
  }
  columns = std::max<int64_t>(columns, 1);
  picture.columns = columns;
  picture.rows = std::max<int64_t>(1, (layout.elements + columns - 1) / columns);
  auto cell = [&](int64_t extent) { return power_of_two_from((extent + most_cells - 1) / most_cells); };
  picture.cell_columns = cell(picture.columns);
  picture.cell_rows = cell(picture.rows);
  return layout;
}

int64_t TraceRecorder::element_at(const Layout& layout, int64_t byte) {
  if (byte < 0) return -1;
  int64_t rest = byte / layout.element_bytes;
  if (layout.is_linear) return rest < layout.elements ? rest : -1;
  int64_t index = 0;
  for (const Layout::Axis& axis : layout.axes) {
    int64_t at = rest / axis.stride;
    if (at >= axis.extent) return -1;
    rest -= at * axis.stride;
    index += at * axis.weight;
  }
  return rest == 0 && layout.elements > 0 ? index : -1;
}

void TraceRecorder::draw(const TracePatch& patch) {
  TraceTensor& tensor = launch_->tensors[patch.tensor];
  TracePicture& picture = tensor.picture;
  const Layout& layout = layouts_[patch.tensor];
  const int64_t across = picture.cells_across();
  const bool reads = kind_ != TraceAccess::Write, writes = kind_ != TraceAccess::Read;
  // An access wider than an element of the tensor reaches several.
  const int64_t width = std::max<int64_t>(launch_->sites[site_].element_bytes, 1);
  for (int64_t row = 0; row < patch.repeat; ++row) {
    for (int64_t i = 0; i < patch.count; ++i) {
      int64_t byte = patch.first + row * patch.repeat_stride + i * patch.stride;
      for (int64_t part = 0; part < width; part += layout.element_bytes) {
        int64_t element = element_at(layout, byte + part);
        if (element < 0) {
          ++tensor.lanes_elsewhere;
          continue;
        }
        int64_t r = element / picture.columns, c = element % picture.columns;
        TracePicture::Cell& cell =
            picture.cells[static_cast<size_t>(r / picture.cell_rows * across + c / picture.cell_columns)];
        if (reads) {
          note_accessor(cell.reader, cell.first_reader, program_);
          ++cell.reads;
        }
        if (writes) {
          note_accessor(cell.writer, cell.first_writer, program_);
          ++cell.writes;
        }
      }
    }
  }
}

}  // namespace tilewright::kernels::memory
