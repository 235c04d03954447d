// The machine: runs a program's code for every point of the grid, with all accesses checked.
//   machine.cc              control flow, scheduling, faults, counters
//   machine_elementwise.cc  arithmetic, comparison, conversion
//   machine_shape.cc        views, forms of values, reductions, dot
//   machine_memory.cc       loads, stores
//   machine_views.cc        stores beside the view that an argument is
//   machine_faults.cc       arithmetic whose results mean nothing: wrapped, out of range, divided by zero
//   machine_origins.cc      where lanes without a value come from
//   machine_second_place.cc where the other program of a race did it
//   machine_barriers.cc     lanes of one program that meet without a barrier
//   machine_checks.cc       lanes that disagree, masked lanes
//   machine_hints.cc        hints that do not hold
//   machine_waits.cc        programs that wait for each other
//   machine_loops.cc        loops that do not end
//   machine_atomics.cc      atomics and the order they make
//   machine_addresses.cc    pointers made of integers
//   machine_split.cc        the programs of a launch on several threads
//   machine_dense.cc        loads and stores of one range of memory
//   machine_transposed.cc   loads of blocks that lie transposed in memory
//   machine_rows.cc         loads of tiles of rows
//   machine_programs.cc     programs in a row
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/work_counters.h"
#include "kernels/memory/address_book.h"
#include "kernels/memory/region.h"
#include "kernels/memory/sector_count.h"
#include "kernels/memory/shadow.h"
#include "kernels/memory/stand_in.h"
#include "kernels/memory/trace_recorder.h"
#include "kernels/triton/code.h"
#include "kernels/triton/triton.h"

namespace tilewright::kernels::triton {

class AtomicOrder;

// Ends a launch with what went wrong.
struct Fault {
  Diagnostic diagnostic;
};

// Why an element of a value is not to be relied on. A wrapped one is a fault as part of an address only.
enum LaneMark : uint8_t {
  kMaskedOff = 1,       // by a load without `other`
  kUninitialised = 2,   // memory
  kWrapped = 4,         // integer arithmetic
  kOutOfRange = 8,      // float converted to an integer type that cannot hold it
  kDividedByZero = 16,  // integers
  kWrongHint = 32,      // not what tl.multiple_of and its kin say
  kShiftedOut = 64,     // integers, by their width or more or by less than none
  kQuotientWraps = 128,  // the least integer divided by -1
};
// What is wrong with these only matters in an address.
inline constexpr uint8_t kAddressMarks = kWrapped | kWrongHint;

// The value of a slot while a program runs. Several forms may be valid at once:
//   data    elements over the axes in `mask`; the others repeat (mask 0: one element)
//   affine  integers and pointers: base + sum of index * step
//   box     int1: true exactly where low <= index < high on every axis
struct BlockValue {
  static constexpr uint8_t kData = 1, kAffine = 2, kBox = 4;
  uint8_t has = 0;
  uint8_t mask = 0;
  uint8_t* data = nullptr;
  int64_t base = 0;  // also the storage of a single element
  std::array<int64_t, kMaxRank> step{};
  std::array<int32_t, kMaxRank> low{}, high{};
  // One byte an element where some are undefined: LaneMark bits.
  uint8_t* poison = nullptr;
  // Once `base` and the steps of `rank` axes are set: affine, and one element where no step is.
  void become_affine(size_t rank) {
    has = kAffine;
    for (size_t axis = 0; axis < rank; ++axis) {
      if (step[axis] != 0) return;
    }
    has |= kData;
    mask = 0;
    data = reinterpret_cast<uint8_t*>(&base);
  }
  int32_t poison_origin = -1;  // instruction; below -1: -2 - index in the prologue
};

// An axis of a view: bytes from one index to the next.
struct PartAxis {
  int64_t stride, extent;
};

// What a pointer argument points into.
struct PointerTarget {
  std::string name;
  std::shared_ptr<memory::Region> region;
  int64_t view_offset = 0;  // bytes, of element 0
  DType dtype = DType::Float32;
  Shape shape, strides;
  TensorTraffic traffic;
  memory::Shadow* shadow = nullptr;  // shared by targets of one region
  memory::StandIn* stand_in = nullptr;  // of a region without values; null: it has them
  void fill(size_t begin, size_t end) const {
    if (stand_in) stand_in->fill(begin, end);
  }
  std::vector<PartAxis> part;        // where the view is a part of the region only; see machine_views.cc
};

// Kept between launches, which mostly touch as much as the one before.
using ShadowPool = std::vector<std::unique_ptr<memory::Shadow>>;

struct LaunchArgument {
  int64_t integer = 0;  // pointers: index into `targets`
  double number = 0;
  bool is_alignment_known = false;  // to the compiler: whether 16 divides it
};

struct Launch {
  std::array<int64_t, 3> grid{1, 1, 1};
  std::vector<LaunchArgument> arguments;  // by Parameter index
  std::vector<PointerTarget> targets;
  int warps = 4;  // of a program
  uint64_t draw = 0;          // decides which programs run where only some do; 0: evenly spaced ones
  uint64_t programs_run = 0;  // once it has ended
};

class Machine {
 public:
  // `trace` may be null.
  Machine(const Code& code, const TritonOptions& options, script::Interpreter& interpreter,
          memory::TraceRecorder* trace = nullptr);
  ~Machine();

  // Throws Fault, or AbortRun when the fuel is used up. Fills `work` (not kernel, grid, warps).
  void run(Launch& launch, ShadowPool& shadows, WorkCounters& work);
  // Of the run, in program order; one a load and place of use.
  std::vector<Diagnostic> warnings() const;

 private:
  // Of evenly spaced lanes; those of [low, high) are on.
  struct RecentAccess {
    const triton::Operation* operation;
    const memory::Region* region;
    bool is_store;
    int64_t base, step;  // bytes
    int64_t low, high, lanes;
    int64_t size;  // of an element
  };
  struct State {
    std::vector<BlockValue> slots;
    std::byte* arena = nullptr;
    std::unique_ptr<std::byte[]> arena_storage;
    std::vector<std::unique_ptr<uint8_t[]>> poison;  // by slot, made on need
    size_t at = 0;
    std::array<int64_t, 3> ids{};
    uint32_t linear = 0;
    uint32_t stamp =
        0;  // what shadows know the program by: its index, or where atomics make an order, see AtomicOrder
    uint64_t fuel = 0, loads = 0, bytes = 0;
    // The latest turn of a waiting loop, if the kernel has any.
    struct Wait {
      struct Read {
        const triton::Operation* operation;
        const PointerTarget* target;
        size_t byte;
        uint8_t size;
        uint64_t value;  // the bytes that were there
      };
      std::vector<Read> reads;
      bool reads_more = false;     // than `reads` holds
      bool only_repeats = false;   // the next turn does the same while what was read stays
      static constexpr size_t kNoLoop = ~size_t{0};
      size_t head = kNoLoop;       // of the loop, an instruction
      uint64_t values = 0;         // hash of what the loop carries
      uint64_t version = 0;        // of memory when the turn began
    } wait;
    // A while loop since it was entered.
    struct Loop {
      uint64_t turns = 0, first_step = 0;
      uint64_t compared = 0;         // the turn that later ones are compared with: its values, memory's version
      uint64_t values = 0, version = 0;
      uint64_t tested = 0;  // what the test came from, at the latest turn whose number is a power of two
    };
    std::vector<Loop> loops;  // by Instruction::carried
    uint64_t spent = 0;  // fuel, besides `fuel`
    // Where the lanes of a load pointed the last time that some of them had no value: affine, or by lane.
    struct UndefinedLoad {
      int64_t base = 0;
      std::array<int64_t, kMaxRank> step{};
      std::vector<int64_t> words;
      int64_t first_lane = 0;  // without a value
    };
    std::vector<UndefinedLoad> undefined_loads;  // by instruction; empty: none yet
    std::vector<RecentAccess> recent;            // since the threads of the program were synchronised
  };
  struct View {
    uint8_t* data;
    uint8_t mask;
  };
  struct Split;    // what the threads of a launch share
  enum class Stop : uint8_t { Finished, Yielded };

  // ---- control ----
  std::unique_ptr<State> make_state();
  void start(State& state, uint64_t linear);
  Stop step(State& state);
  void finish(State& state);
  uint64_t run_in_order(uint64_t programs);  // how many of them ran
  uint64_t run_sample(uint64_t programs);
  void run_one(uint64_t linear);
  // How values move from one program to the next, where code has no branches (machine_programs.cc).
  struct Motion {
    struct Slot {
      uint32_t at;  // the instruction that makes it
      int32_t slot;
      int64_t base, by;
      std::array<int64_t, kMaxRank> step{};
    };
    std::vector<Slot> moved;
    std::vector<uint32_t> executed;  // the other instructions
    uint64_t moved_fuel = 0;
  };
  Motion find_motion() const;
  bool learn_motion(State& state, bool is_second, uint64_t count);
  void run_moved(State& state);
  void run_span(State& state, uint64_t begin, uint64_t end);
  void run_fairly(uint64_t programs);
  void end_turn(State& state, const Instruction& instruction);
  void give_way(State& state);
  uint64_t hash_of(State& state, const std::vector<int32_t>& slots);
  void watch_loop(State& state, const Instruction& instruction);
  void spend_in_loop(State& state, const Instruction& instruction);
  uint64_t turns_left(const State& state, size_t head) const;
  void leave_inner_loops(State& state, int32_t head) const;
  std::string scalar_text(State& state, int32_t slot);
  std::vector<Note> compared_values(State& state, const triton::Operation& loop);
  // Why a loop is taken not to end: its test comes from values that a turn left as they were; all that it depends on, memory
  // included, is as it was; it has taken very many turns.
  enum class Endless : uint8_t { SameTest, SameTurn, Long };
  [[noreturn]] void endless(State& state, const Instruction& instruction, Endless why);
  void note_read(State& state, const Instruction& instruction, const PointerTarget& target, size_t byte, size_t size);
  bool is_asleep(const State& state) const;
  [[noreturn]] void deadlock(const std::vector<const State*>& waiting);
  void begin_shadows(Launch& launch, ShadowPool& shadows, size_t first) const;
  void spend(State& state);  // the fuel that it used
  void charge(int64_t bytes);

  // ---- several threads ----
  bool can_split(uint64_t programs) const;
  // False: something went wrong or may have; memory is as before and the launch is to run again on one thread.
  bool run_split(ShadowPool& shadows, uint64_t programs);
  void work_on(Split& split);
  void take_counts(const Machine& other);
  void execute(State& state, const Instruction& instruction);
  void move(State& state, const Instruction& instruction);
  void count_work(WorkCounters& work) const;
  [[noreturn]] void fault(const State& state, DiagnosticKind kind, std::string message, Span span,
                          std::vector<Note> notes = {});
  std::string place(const State& state) const;  // "program (3, 0, 0)"
  Note where(const State& state) const;         // that, the kernel and its grid

  // ---- forms ----
  const SlotInfo& info(int32_t slot) const { return code_.slots[static_cast<size_t>(slot)]; }
  BlockValue& value(State& state, int32_t slot) const { return state.slots[static_cast<size_t>(slot)]; }
  uint8_t* own_data(State& state, int32_t slot) const;
  View view(State& state, int32_t slot);  // makes data from affine or box
  void materialise(State& state, int32_t slot);
  // All elements in row-major order; a compact value is spread into scratch buffer `scratch`.
  uint8_t* full(State& state, int32_t slot, int scratch);
  int64_t count(const SlotInfo& slot, uint8_t mask) const;
  void expand(const SlotInfo& slot, const View& from, uint8_t to_mask, size_t element_bytes,
              uint8_t* out) const;
  void set_data(State& state, int32_t slot, uint8_t mask);  // result data in own place (or `base`)
  void finish_scalar(State& state, int32_t slot);
  void set_affine(State& state, int32_t slot, int64_t base);
  bool fits(const SlotInfo& slot, int64_t base, const std::array<int64_t, kMaxRank>& step) const;
  void copy_value(State& state, int32_t from, int32_t to);
  uint8_t* make_poison(State& state, int32_t slot);
  const uint8_t* poison_of(const State& state, int32_t slot) const {
    return state.slots[static_cast<size_t>(slot)].poison;
  }
  // Marks lanes of the result undefined where operands are; `is_in_place`: an operand's slot is the result's.
  void merge_poison(State& state, const Instruction& instruction) {
    for (int32_t source : instruction.sources) {
      if (source < 0) return;
      if (value(state, source).poison) return spread_poison(state, instruction);
    }
  }
  void spread_poison(State& state, const Instruction& instruction);
  static bool is_in_place(const Instruction& instruction) {
    return instruction.sources[0] == instruction.result || instruction.sources[1] == instruction.result ||
           instruction.sources[2] == instruction.result;
  }
  // The view of an operand that the result's data may overwrite while it is read: spread out first.
  View separate(State& state, const Instruction& instruction, int32_t source, uint8_t result_mask,
                const View& operand, int scratch);

  // ---- faults of arithmetic (machine_faults.cc); marks of all lanes, or empty ----
  std::vector<uint8_t> wrapped_lanes(State& state, const Instruction& instruction);
  std::vector<uint8_t> truncated_lanes(State& state, const Instruction& instruction);
  std::vector<uint8_t> zero_divisors(State& state, const Instruction& instruction);
  std::vector<uint8_t> wrapped_quotients(State& state, const Instruction& instruction);
  std::vector<uint8_t> wide_shifts(State& state, const Instruction& instruction);
  std::vector<uint8_t> unconvertible_lanes(State& state, const Instruction& instruction);
  // Marks lanes of `slot` as bad since this instruction.
  void add_marks(State& state, const Instruction& instruction, int32_t slot, const std::vector<uint8_t>& marks);
  void assert_lanes(State& state, const Instruction& instruction);
  // The operation that made a value undefined, null if unknown.
  const triton::Operation* origin_of(const State& state, int32_t slot) const;

  // ---- operations ----
  void unary(State& state, const Instruction& instruction);
  void binary(State& state, const Instruction& instruction);
  bool affine_binary(State& state, const Instruction& instruction);
  void compare(State& state, const Instruction& instruction);
  bool box_compare(State& state, const Instruction& instruction);
  bool box_logic(State& state, const Instruction& instruction);
  void pointer_add(State& state, const Instruction& instruction);
  void where(State& state, const Instruction& instruction);
  void fma(State& state, const Instruction& instruction);
  void cast(State& state, const Instruction& instruction);
  void convert_addresses(State& state, const Instruction& instruction);
  int64_t pointer_at(uint64_t address, DType dtype);
  [[noreturn]] void far_outside(State& state, const Instruction& instruction, std::string_view what);
  void arange(State& state, const Instruction& instruction);
  void broadcast(State& state, const Instruction& instruction);
  void reshape(State& state, const Instruction& instruction);
  void permute(State& state, const Instruction& instruction);
  void rearrange(State& state, const Instruction& instruction);  // join, pick, cat, shift, flip, gather
  void reduce(State& state, const Instruction& instruction);
  void dot(State& state, const Instruction& instruction);
  void sort_or_count(State& state, const Instruction& instruction);
  void philox(State& state, const Instruction& instruction);
  void print(State& state, const Instruction& instruction);

  // ---- memory ----
  struct Run {
    int64_t lane, count;
    int64_t word;    // pointer of the first lane
    int64_t stride;  // bytes between lanes
  };
  template <class Body>
  void for_each_run(State& state, int32_t pointer, int32_t mask, size_t element_bytes, Body body);
  struct Place {
    PointerTarget* target;
    size_t begin, end;  // bytes of the region that the run spans
    int64_t offset;     // of the first lane
  };
  Place resolve(State& state, const Instruction& instruction, const Run& run, size_t element_bytes,
                std::string_view what);
  [[noreturn]] void misaligned(State& state, const Instruction& instruction, const PointerTarget& target,
                               int64_t offset, size_t element_bytes, std::string_view what);
  enum class Use : uint8_t { Address, Mask, AtomicOperand, Sorted, Seed };
  void check_defined(State& state, const Instruction& instruction, int32_t slot, Use use, int32_t mask);
  std::string describe_use(State& state, const Instruction& instruction, Use use, int64_t lane,
                           uint8_t marks);
  // `lane` of `slot` is used as `role` says. Ends the launch, or warns where the lane is 0 on a GPU and the
  // options take it so.
  void undefined_value(State& state, int32_t slot, int64_t lane, const std::string& role, Span span);

  // ---- where values that mean nothing come from (machine_origins.cc) ----
  int64_t operand_lane(const State& state, const Instruction& made, int32_t source, int64_t lane,
                       uint8_t marks) const;
  int64_t origin_lane(const State& state, int32_t slot, int64_t lane, uint8_t marks) const;
  void note_places(State& state, const Instruction& instruction, const uint8_t* poison);
  std::string origin_element(const State& state, int32_t slot, int64_t lane, uint8_t marks) const;
  int64_t word_at(State& state, int32_t pointer, int64_t lane);
  std::string element_name(int64_t word, DType dtype) const;
  [[noreturn]] void race(State& state, const Instruction& instruction, memory::AccessKind kind,
                         const PointerTarget& target, const memory::Conflict& conflict);

  // ---- where the other program of a race did it (machine_second_place.cc) ----
  struct Search {
    const memory::Region* region;
    size_t byte;
    memory::AccessKind kind;
    struct Found {
      Span span;
    };
  };
  Span find_access(uint32_t program, const PointerTarget& target, size_t byte, memory::AccessKind kind);
  void look_at(const Instruction& instruction, memory::AccessKind kind, const PointerTarget& target, size_t begin,
               size_t end) const;

  // ---- lanes of one program that meet without a barrier (machine_barriers.cc) ----
  void find_targets_that_need_barriers();
  void pass_barrier(State& state, const Instruction& instruction) const;
  void check_barrier(State& state, const Instruction& instruction, int32_t mask, bool is_store);
  void compare_lanes(State& state, const RecentAccess& before, const RecentAccess& now, size_t target);

  // ---- what a GPU would not say (machine_checks.cc) ----
  static bool are_addresses_apart(const SlotInfo& slot, const BlockValue& pointer, int64_t size);
  void check_lanes_agree(State& state, const Instruction& instruction, int32_t mask, const uint8_t* data);
  [[noreturn]] void lanes_disagree(State& state, const Instruction& instruction, int64_t lane, int64_t other_lane,
                                   int64_t word, const uint8_t* one, const uint8_t* other);
  void record_store(State& state, const Instruction& instruction, PointerTarget& target, size_t begin, size_t end,
                    const uint8_t* source);
  bool has_warned(Span place, Span use) const;
  bool has_warned_of(const State& state, int32_t slot, uint8_t mark, Span use) const;
  void warn(const State& state, Diagnostic diagnostic, Span use);
  void take_warnings(const Machine& other);

  // ---- stores beside a view (machine_views.cc) ----
  void find_parts() const;
  void check_view(State& state, const Instruction& instruction, const PointerTarget& target, const Run& run);
  [[noreturn]] void beside_view(State& state, const Instruction& instruction, const PointerTarget& target, int64_t byte, int64_t lane);

  // ---- hints (machine_hints.cc) ----
  void hint(State& state, const Instruction& instruction);
  void check_hint(State& state, const Instruction& instruction);
  void check_descriptor_base(State& state, const Instruction& instruction);
  void check_descriptor_stride(State& state, const Instruction& instruction);
  // Whether wide accesses, as a compiler that trusts hints makes them, would touch other lanes' places.
  bool breaks_vectors(State& state, int32_t pointer, const uint8_t* on);
  void record(State& state, const Instruction& instruction, memory::AccessKind kind, PointerTarget& target,
              size_t begin, size_t end);
  void load(State& state, const Instruction& instruction);
  // Whether a mask lets every lane through, seen without looking at lanes.
  bool is_wholly_on(const State& state, int32_t mask) const;
  // Where a block of pointers lies, if it is one range of a region in the order of its lanes.
  std::optional<Place> dense_place(const State& state, int32_t pointer) const;
  // False, with nothing done: the access is not of that kind, or something about it is to be reported.
  bool load_dense(State& state, const Instruction& instruction);
  bool store_dense(State& state, const Instruction& instruction);
  bool load_transposed(State& state, const Instruction& instruction, uint8_t* out);
  bool load_rows(State& state, const Instruction& instruction, int32_t mask, uint8_t* out);
  void store(State& state, const Instruction& instruction);
  void atomic(State& state, const Instruction& instruction);
  uint8_t* mask_bytes(State& state, int32_t mask, int scratch);
  void begin_access(const State& state, const Instruction& instruction, memory::AccessKind kind);
  void enter_run(const Place& at, const Run& run);
  void take_sectors();
  void end_access(State& state, const Instruction& instruction);
  void note_place(const PointerTarget& target, int64_t offset);

  const Code& code_;
  const TritonOptions& options_;
  script::Interpreter& interpreter_;
  Launch* launch_ = nullptr;
  ShadowPool* shadows_ = nullptr;
  std::unique_ptr<State> state_;
  std::vector<uint64_t> executed_;  // by instruction
  std::array<std::unique_ptr<std::byte[]>, 4> scratch_;
  ByteBuffers byte_buffers_;
  std::unique_ptr<AtomicOrder> order_;
  uint64_t memory_version_ = 0;
  bool gives_way_ = false;  // to other programs, after the present instruction
  uint64_t meetings_ = 0;   // of programs, where they might have given way
  size_t resident_ = 0;     // programs that have begun and not ended, where they take turns
  uint64_t needs_barriers_ = 0;  // a TargetSet (reach.h): loaded from and stored to
  uint64_t max_program_loads_ = 0, max_program_bytes_ = 0, iterations_ = 0;
  int64_t charged_ = 0;
  struct Access {
    memory::AccessKind kind = memory::AccessKind::Read;
    PointerTarget* target = nullptr;  // of the latest run
    int64_t lanes = 0;                // that are not masked off
    uint64_t sectors = 0;
  };
  Access access_;                // the present one
  memory::SectorCount sectors_;  // of access_.target
  std::unordered_map<const std::byte*, uint64_t> atomics_;  // by address, if work is counted
  memory::TraceRecorder* trace_ = nullptr;
  std::unique_ptr<Motion> motion_;
  struct LaneEntry {
    int64_t word;
    int32_t lane;  // -1: free
  };
  std::vector<LaneEntry> lane_table_;
  std::unordered_map<const triton::Operation*, std::string> broken_hints_;  // how the latest break looks
  struct Warning {
    uint32_t program;
    Span use;
    Diagnostic diagnostic;
  };
  std::vector<Warning> warnings_;
  Split* split_ = nullptr;  // while threads share a launch
  const Search* search_ = nullptr;
  const memory::AddressBook::Known* freed_ = nullptr;  // what held the latest address that is in no tensor
  int printed_ = 0;
};

}  // namespace tilewright::kernels::triton
