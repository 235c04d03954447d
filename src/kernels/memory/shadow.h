// Who touched what during one launch: finds conflicts between programs (thread blocks) exact to the
// granule. Three levels, each only as fine as it has to be: a page of 1024 granules holds one record while
// every access covers it whole; a line of 64 granules keeps masks while one program writes it and its readers
// are told apart by mask; a line shared in finer ways gets a record a granule ("detail").
// Starting a launch bumps a generation, nothing is cleared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::kernels::memory {

// What of other programs precedes the present point of one (release/acquire through atomics). Accesses then
// carry stamps: a program between two of its releases, or several of them. Without an ordering a stamp is a
// program.
class Ordering {
 public:
  virtual ~Ordering() = default;
  // Whether all that `earlier` stands for precedes what the program of `present` does now.
  virtual bool happens_before(uint32_t earlier, uint32_t present) const = 0;
  // Stands for both; what precedes `present` need not be kept.
  virtual uint32_t joined(uint32_t earlier, uint32_t present) = 0;
};

// A volatile read meets atomics and reads of other programs without conflict, and is forgotten.
enum class AccessKind : uint8_t { Read, Write, Atomic, VolatileRead };

struct Conflict {
  size_t byte = 0;             // offset in the region of the first granule in conflict
  uint32_t other_program = 0;  // with an ordering, a stamp; kSeveral: more than one, not told apart
  AccessKind other = AccessKind::Read;
  static constexpr uint32_t kSeveral = 0xfffffffeu;
};

class Shadow {
 public:
  // Starts a launch over a region of `bytes`; accesses are multiples of `granule` (1, 2, 4 or 8).
  void begin_launch(size_t bytes, size_t granule);

  // Records that `program` (its linear index; with an ordering, its present stamp) accessed bytes [begin,
  // end). False: `conflict` is set and the access is not recorded further. `ordering` may be null, the same
  // for all of a launch.
  bool access(AccessKind kind, uint32_t program, size_t begin, size_t end, Ordering* ordering,
              Conflict& conflict);

  // The same for reads of `rows` ranges of `bytes` bytes, `step` bytes apart.
  bool read_rows(uint32_t program, size_t begin, size_t step, size_t rows, size_t bytes, Ordering* ordering,
                 Conflict& conflict);

  // Adds what another shadow of the same region saw in the same launch. False where the two conflict: one wrote what the
  // other touched (neither may hold atomics). Who touched what is lost: then only unique_bytes and absorb mean anything.
  bool absorb(const Shadow& other);

  size_t unique_bytes() const;  // distinct bytes touched in this launch

 private:
  static constexpr size_t kLinesInPage = 16, kGranulesInPage = 64 * kLinesInPage;
  enum class Readers : uint8_t { None, One, Many };
  struct Page {
    uint32_t generation = 0;
    uint32_t writer = 0, reader = 0;
    bool is_split = false;  // its lines hold what happened
    bool is_written = false;
    Readers readers = Readers::None;
  };
  struct Line {
    uint32_t generation = 0;
    uint32_t writer = 0;
    uint32_t reader = 0;  // of the granules in read_once
    uint32_t detail = 0;  // index + 1
    uint64_t written = 0;
    uint64_t read_once = 0;  // read by `reader` alone
    uint64_t read_many = 0;  // read by several programs; with an ordering `reader` stands for them
  };
  struct Detail {  // 0: nobody, kSeveralStored: several, else program + 1
    uint32_t writer[64], reader[64], atomic[64];
  };
  // Records an access to a whole page; false where its lines have to tell.
  bool access_page(AccessKind kind, uint32_t program, Page& page, Ordering* ordering);
  void split(size_t index);
  bool absorb_page(Page& mine, const Page& theirs);
  bool access_line(AccessKind kind, uint32_t program, size_t index, uint64_t mask, Ordering* ordering,
                   Conflict& conflict);
  bool access_detail(AccessKind kind, uint32_t program, size_t index, uint64_t mask, Ordering* ordering,
                     Conflict& conflict);
  bool read_line(uint32_t program, Line& line, uint64_t mask, Ordering* ordering);
  void make_detail(Line& line);
  struct Touched {
    uint64_t written = 0, read = 0;
  };
  Touched touched(size_t line) const;
  static Touched touched_in(const Detail& detail);

  std::vector<Page> pages_;
  std::vector<Line> lines_;
  size_t used_pages_ = 0;  // of the present region
  std::vector<Detail> details_;
  uint32_t generation_ = 0;
  int granule_shift_ = 2;
};

// Distinct 32-byte sectors of bytes [begin, end).
inline uint64_t sectors(size_t begin, size_t end) {
  return begin == end ? 0 : (end - 1) / 32 - begin / 32 + 1;
}

}  // namespace tilewright::kernels::memory
