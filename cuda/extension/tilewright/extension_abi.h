// What a compiled extension and whoever calls it agree on: plain C structs, so that both sides may be built by other compilers.
// A caller opens the image, reads tilewright_first_function() and calls `invoke`; tensors go in as pointers that the caller keeps
// alive, results come back with storage that lives until `release`.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TW_MAX_DIMENSIONS 16

enum TwKind { TwNone, TwBool, TwInteger, TwFloating, TwText, TwTensor, TwList, TwTuple };

// A strided view; strides in elements. Element types are numbered as c10::ScalarType.
struct TwTensorView {
  void* data;
  int32_t dtype;
  int32_t is_cuda;
  int32_t dimensions;
  int64_t sizes[TW_MAX_DIMENSIONS], strides[TW_MAX_DIMENSIONS];
  void* storage;  // where its storage begins
  uint64_t storage_bytes;
};

struct TwValue {
  int32_t kind;
  int64_t integer;  // TwBool, TwInteger
  double floating;
  const char* text;
  uint64_t count;         // of `text` (bytes) or `items`
  struct TwValue* items;  // TwList, TwTuple
  struct TwTensorView tensor;
  void* owner;  // results: keeps the tensor's storage, or the text, alive
};

// How a call ended.
struct TwOutcome {
  int32_t has_failed;
  char message[1024];
  char file[256];  // where the exception was raised, empty: not known
  uint32_t line;
};

struct TwFunction {
  const char* name;
  const char* doc;
  // `names[i]` is the keyword of argument i, null for those by position; `names` may be null.
  void (*invoke)(const struct TwFunction* function, const struct TwValue* arguments, const char* const* names, size_t count,
                 struct TwValue* result, struct TwOutcome* outcome);
  void (*release)(struct TwValue* result);
  const void* target;  // the C++ function, as invoke knows it
  const struct TwFunction* next;
};

#ifdef __cplusplus
extern "C" {
#endif
// Exported by every image that has functions; they are registered by its constructors.
const struct TwFunction* tilewright_first_function();

#ifdef TILEWRIGHT_ON_CPU
// The runner's, for device memory: elements of a strided view from another's (convert null: the same type) or from one value. Which bytes were ever written, and by whom, travels with them.
void tw_copy_elements(const struct TwTensorView* to, const struct TwTensorView* from, size_t to_size, size_t from_size,
                      void (*convert)(void* to, int to_type, const void* from, int from_type));
void tw_fill_elements(const struct TwTensorView* to, const void* value, size_t size);
#endif
#ifdef __cplusplus
}
#endif
