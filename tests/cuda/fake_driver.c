// A libcuda.so.1 for tests on machines without a GPU: device memory is host memory, launches run nothing and are written, with
// all else that matters, as lines to the file that FAKE_DRIVER_LOG names. FAKE_DRIVER_FAIL=FUNCTION:ERROR makes that function fail.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(const char* format, ...) {
  const char* path = getenv("FAKE_DRIVER_LOG");
  FILE* file = path == NULL ? NULL : fopen(path, "a");
  if (file == NULL) return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(file, format, arguments);
  va_end(arguments);
  fclose(file);
}

static int outcome(const char* function) {
  const char* wanted = getenv("FAKE_DRIVER_FAIL");
  size_t length = strlen(function);
  if (wanted == NULL || strncmp(wanted, function, length) != 0 || wanted[length] != ':') return 0;
  return atoi(wanted + length + 1);
}
#define OUTCOME outcome(__func__)

int cuInit(unsigned flags) { return (void)flags, OUTCOME; }
// NVRTC asks for it, and does without.
int cuGetExportTable(const void** table, const void* id) { return (void)id, *table = NULL, 500; }
int cuDriverGetVersion(int* version) { return *version = 13000, 0; }
int cuDeviceGetCount(int* count) { return *count = 1, OUTCOME; }
int cuDeviceGet(int* device, int ordinal) { return *device = ordinal, 0; }
int cuDeviceGetName(char* name, int length, int device) { return (void)device, snprintf(name, length, "Fake GPU"), 0; }
int cuDeviceGetAttribute(int* value, int attribute, int device) {
  (void)device;
  switch (attribute) {
    case 10: *value = 32; break;
    case 16: *value = 132; break;
    case 38: *value = 1 << 20; break;
    case 75: *value = 9; break;
    case 76: *value = 0; break;
    default: *value = 1024;
  }
  return 0;
}
int cuDeviceTotalMem_v2(size_t* bytes, int device) { return (void)device, *bytes = (size_t)1 << 30, 0; }
int cuDevicePrimaryCtxRetain(void** context, int device) { return (void)device, *context = "context", note("context\n"), OUTCOME; }
int cuDevicePrimaryCtxReset_v2(int device) { return (void)device, 0; }
int cuCtxSetCurrent(void* context) { return (void)context, 0; }
int cuCtxSynchronize(void) { return note("synchronize\n"), OUTCOME; }
int cuCtxSetLimit(int limit, size_t value) { return note("limit %d %zu\n", limit, value), 0; }
int cuCtxGetLimit(size_t* value, int limit) { return (void)limit, *value = 1024, 0; }
int cuCtxGetStreamPriorityRange(int* least, int* greatest) { return *least = 0, *greatest = -5, 0; }
int cuModuleLoadData(void** module, const void* image) {
  note("module %s\n", memcmp(image, "\177ELF", 4) == 0 ? "cubin" : "?");
  return *module = "module", OUTCOME;
}
int cuModuleGetFunction(void** function, void* module, const char* name) {
  return (void)module, *function = strdup(name), note("function %s\n", name), OUTCOME;
}
static char variable[1 << 16];
int cuModuleGetGlobal_v2(uint64_t* address, size_t* bytes, void* module, const char* name) {
  (void)module, note("variable %s\n", name);
  return *address = (uint64_t)(uintptr_t)variable, *bytes = sizeof variable, OUTCOME;
}
int cuFuncGetAttribute(int* value, int attribute, void* function) { return (void)function, *value = 100 + attribute, 0; }
int cuFuncSetAttribute(void* function, int attribute, int value) {
  return note("attribute %s %d %d\n", (char*)function, attribute, value), OUTCOME;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int size, size_t shared) {
  return (void)function, (void)size, (void)shared, *blocks = 4, 0;
}
// The arguments end with a null address, as launch_on_gpu passes them; the first four bytes of each are shown.
static void note_launch(const char* how, void* function, const unsigned* sizes, unsigned shared, void** arguments) {
  char text[1024] = "";
  for (size_t i = 0, at = 0; arguments[i] != NULL && at < sizeof text - 16; ++i) {
    uint32_t word;
    memcpy(&word, arguments[i], sizeof word);
    at += (size_t)snprintf(text + at, sizeof text - at, " %u", word);
  }
  note("%s %s (%u, %u, %u) (%u, %u, %u) %u:%s\n", how, (char*)function, sizes[0], sizes[1], sizes[2], sizes[3], sizes[4],
       sizes[5], shared, text);
}
int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   void* stream, void** arguments, void** extra) {
  unsigned sizes[] = {gx, gy, gz, bx, by, bz};
  (void)stream, (void)extra;
  note_launch("launch", function, sizes, shared, arguments);
  return OUTCOME;
}
int cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                              unsigned shared, void* stream, void** arguments) {
  unsigned sizes[] = {gx, gy, gz, bx, by, bz};
  (void)stream;
  note_launch("cooperative", function, sizes, shared, arguments);
  return OUTCOME;
}
int cuLaunchHostFunc(void* stream, void (*function)(void*), void* data) { return (void)stream, function(data), 0; }
int cuMemGetInfo_v2(size_t* free, size_t* total) { return *free = *total = (size_t)1 << 30, 0; }
int cuMemAlloc_v2(uint64_t* address, size_t bytes) {
  note("allocate %zu\n", bytes);
  return *address = (uint64_t)(uintptr_t)calloc(1, bytes), OUTCOME;
}
int cuMemAllocPitch_v2(uint64_t* address, size_t* pitch, size_t width, size_t height, unsigned element) {
  (void)element, *pitch = (width + 511) / 512 * 512;
  return cuMemAlloc_v2(address, *pitch * height);
}
int cuMemAllocManaged(uint64_t* address, size_t bytes, unsigned flags) { return (void)flags, cuMemAlloc_v2(address, bytes); }
int cuMemFree_v2(uint64_t address) { return free((void*)(uintptr_t)address), note("free\n"), OUTCOME; }
int cuMemHostAlloc(void** pointer, size_t bytes, unsigned flags) { return (void)flags, *pointer = calloc(1, bytes), 0; }
int cuMemFreeHost(void* pointer) { return free(pointer), 0; }
int cuMemHostGetDevicePointer_v2(uint64_t* address, void* pointer, unsigned flags) {
  return (void)flags, *address = (uint64_t)(uintptr_t)pointer, 0;
}
int cuMemHostRegister_v2(void* pointer, size_t bytes, unsigned flags) { return (void)pointer, (void)bytes, (void)flags, 0; }
int cuMemHostUnregister(void* pointer) { return (void)pointer, 0; }
int cuMemcpy(uint64_t to, uint64_t from, size_t bytes) {
  return memcpy((void*)(uintptr_t)to, (void*)(uintptr_t)from, bytes), note("copy %zu\n", bytes), OUTCOME;
}
int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void* stream) { return (void)stream, cuMemcpy(to, from, bytes); }
int cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t bytes) { return cuMemcpy(to, (uint64_t)(uintptr_t)from, bytes); }
int cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t bytes, void* stream) {
  return (void)stream, cuMemcpyHtoD_v2(to, from, bytes);
}
int cuMemcpyDtoH_v2(void* to, uint64_t from, size_t bytes) { return cuMemcpy((uint64_t)(uintptr_t)to, from, bytes); }
int cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t bytes, void* stream) { return (void)stream, cuMemcpyDtoH_v2(to, from, bytes); }
int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, void* stream) { return (void)stream, cuMemcpy(to, from, bytes); }
int cuMemsetD8_v2(uint64_t to, unsigned char value, size_t bytes) {
  return memset((void*)(uintptr_t)to, value, bytes), note("fill %zu\n", bytes), OUTCOME;
}
int cuMemsetD8Async(uint64_t to, unsigned char value, size_t bytes, void* stream) {
  return (void)stream, cuMemsetD8_v2(to, value, bytes);
}
int cuMemsetD2D8Async(uint64_t to, size_t pitch, unsigned char value, size_t width, size_t height, void* stream) {
  for (size_t row = 0; row < height; ++row) memset((char*)(uintptr_t)to + row * pitch, value, width);
  return (void)stream, 0;
}
int cuStreamGetPriority(void* stream, int* priority) { return (void)stream, *priority = 0, 0; }
int cuStreamGetFlags(void* stream, unsigned* flags) { return (void)stream, *flags = 0, 0; }
int cuStreamCreateWithPriority(void** stream, unsigned flags, int priority) {
  return (void)flags, (void)priority, *stream = "stream", 0;
}
int cuStreamDestroy_v2(void* stream) { return (void)stream, 0; }
int cuStreamSynchronize(void* stream) { return (void)stream, note("synchronize\n"), OUTCOME; }
int cuStreamQuery(void* stream) { return (void)stream, 0; }
int cuStreamWaitEvent(void* stream, void* event, unsigned flags) { return (void)stream, (void)event, (void)flags, 0; }
int cuEventCreate(void** event, unsigned flags) { return (void)flags, *event = malloc(1), 0; }
int cuEventDestroy_v2(void* event) { return free(event), 0; }
int cuEventRecord(void* event, void* stream) { return (void)event, (void)stream, note("event\n"), OUTCOME; }
int cuEventQuery(void* event) { return (void)event, 0; }
int cuEventSynchronize(void* event) { return (void)event, 0; }
int cuEventElapsedTime(float* milliseconds, void* begin, void* end) { return (void)begin, (void)end, *milliseconds = 0.25f, 0; }
int cuGetErrorName(int error, const char** name) { return *name = error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" : "CUDA_ERROR_FAKE", 0; }
int cuGetErrorString(int error, const char** text) { return (void)error, *text = "made by the fake driver", 0; }
