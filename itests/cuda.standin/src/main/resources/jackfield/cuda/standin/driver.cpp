// A stand-in for libcuda.so.1 that runs on the CPU, for tests only. Device memory is host memory.
// Kernels are the same .cu sources, compiled by g++ with shim.h. Streams are queues: nothing runs
// before a call waits for it, and then in a random order that respects only the order of each
// stream and events. So work that is ordered by luck fails. Numerics, speed and the memory model of
// a GPU are not reproduced.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <vector>

typedef int CUresult;
typedef uint64_t CUdeviceptr;
#define API extern "C" __attribute__((visibility("default"))) CUresult
#define CONTROL extern "C" __attribute__((visibility("default")))

enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_PTX = 218,
  UNSUPPORTED_PTX = 222,
  INVALID_CONTEXT = 201,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  CAPTURE_UNSUPPORTED = 900,
  UNKNOWN = 999
};

namespace {

struct Event {
  uint64_t recorded = 0;
  uint64_t done = 0;
};
using EventRef = std::shared_ptr<Event>;

struct Work {
  std::function<void()> run;
  EventRef wait;
  uint64_t generation = 0;
};

struct Graph {
  std::vector<Work> work;
};

struct Stream {
  std::deque<Work> queue;
  Graph* capture = nullptr;
};

struct Kernel {
  void (*run)(unsigned*, unsigned*, unsigned, void**);
  const int* sizes;  // the number of parameters, then the size of each
};

struct Module {
  bool is_compiled;
  std::string text;  // of PTX, or the bytes of a compiled module
  std::vector<Kernel*> kernels;
};

struct Context {
  int references = 0;
  std::set<Stream*> streams;
  std::map<Event*, EventRef> events;
  std::map<CUdeviceptr, size_t> memory;
  std::map<uintptr_t, size_t> pinned;
  std::set<Module*> modules;
  size_t used = 0;
  size_t used_pinned = 0;
};

std::recursive_mutex mutex;
using Lock = std::lock_guard<std::recursive_mutex>;
std::mt19937 chance(1);
bool initialized = false;
int devices = 1;
int version = 13000;
size_t total = (size_t)1 << 30;
void* kernels = nullptr;
Context* primary = nullptr;
int sticky = 0;        // the result of every call once a kernel has failed
int next_failure = 0;  // the result of the next kernel
int init_result = OK;
std::string failing;  // the function whose next call fails, and its result
int failing_code = 0;
std::string refused;   // modules with this text are not loaded; empty for none
bool removed = false;  // whether the device was taken out
constexpr int KINDS = 5;
uint64_t leaked[KINDS];  // of contexts that ended, by kind
thread_local Context* current = nullptr;

CUresult usable() {
  if (!initialized) return NOT_INITIALIZED;
  if (current == nullptr || current != primary) return INVALID_CONTEXT;
  return removed ? UNKNOWN : sticky;
}

CUresult injected(const char* function) {
  if (failing.empty() || failing != function) return OK;
  failing.clear();
  return failing_code;
}
#define NEED_CONTEXT                                     \
  Lock lock(mutex);                                      \
  if (CUresult unusable = usable()) return unusable;     \
  if (CUresult fault = injected(__func__)) return fault; \
  Context* c = current

bool is_ready(Stream* stream) {
  if (stream->queue.empty()) return false;
  Work& first = stream->queue.front();
  return !first.wait || first.wait->done >= first.generation;
}

void step(Stream* stream) {
  Work work = std::move(stream->queue.front());
  stream->queue.pop_front();
  if (work.run && sticky == 0) work.run();
}

// Runs work of random streams until the condition holds.
template <class Condition>
void pump(Context* c, Condition done) {
  while (!done()) {
    std::vector<Stream*> ready;
    for (Stream* stream : c->streams)
      if (is_ready(stream)) ready.push_back(stream);
    if (ready.empty()) return;
    step(ready[chance() % ready.size()]);
  }
}

void pump_all(Context* c) {
  pump(c, [&] {
    for (Stream* stream : c->streams)
      if (!stream->queue.empty()) return false;
    return true;
  });
}

CUresult add(Context* c, void* handle, Work work) {
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (stream->capture)
    stream->capture->work.push_back(work);
  else
    stream->queue.push_back(work);
  return OK;
}

bool is_device(Context* c, CUdeviceptr address, size_t size) {
  auto block = c->memory.upper_bound(address);
  if (block == c->memory.begin()) return false;
  --block;
  return address + size <= block->first + block->second;
}

// What a kernel's access outside device memory does: it fails the context for good.
bool touches(Context* c, CUdeviceptr address, size_t size) {
  if (is_device(c, address, size)) return true;
  sticky = ILLEGAL_ADDRESS;
  return false;
}

bool is_pinned(Context* c, const void* address, size_t size) {
  auto block = c->pinned.upper_bound((uintptr_t)address);
  if (block == c->pinned.begin()) return false;
  --block;
  return (uintptr_t)address + size <= block->first + block->second;
}

int64_t held(Context* c, int kind) {
  switch (kind) {
    case 0: return c->used;
    case 1: return c->streams.size();
    case 2: return c->events.size();
    case 3: return c->modules.size();
    default: return c->used_pinned;
  }
}

void end(Context* c) {
  for (int kind = 0; kind < KINDS; kind++) leaked[kind] += held(c, kind);
  for (auto& block : c->memory) free((void*)block.first);
  for (auto& block : c->pinned) free((void*)block.first);
  for (Stream* stream : c->streams) delete stream;
  delete c;
  primary = nullptr;
  sticky = 0;
  next_failure = 0;
  removed = false;
}

}  // namespace

// ---- what tests set and ask

CONTROL void standin_seed(int seed) { Lock lock(mutex); chance.seed(seed); }
CONTROL void standin_devices(int count) { Lock lock(mutex); devices = count; }
CONTROL void standin_version(int number) { Lock lock(mutex); version = number; }
CONTROL void standin_memory(int64_t bytes) { Lock lock(mutex); total = bytes; }
CONTROL void standin_fail(int code) { Lock lock(mutex); next_failure = code; }
CONTROL void standin_init(int code) { Lock lock(mutex); init_result = code; }
CONTROL void standin_remove(int) { Lock lock(mutex); removed = true; }
CONTROL void standin_fail_call(const char* function, int code) {
  Lock lock(mutex);
  failing = function;
  failing_code = code;
}
CONTROL void standin_mend(int) {
  Lock lock(mutex);
  sticky = next_failure = init_result = OK;
  failing.clear();
  refused.clear();
  removed = false;
}
CONTROL void standin_refuse(const char* text) { Lock lock(mutex); refused = text; }
CONTROL int64_t standin_leaked(int kind) { Lock lock(mutex); return leaked[kind]; }
CONTROL int64_t standin_live(int kind) {
  Lock lock(mutex);
  return primary ? held(primary, kind) : 0;
}
CONTROL int standin_kernels(const char* path) {
  Lock lock(mutex);
  kernels = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!kernels) fprintf(stderr, "stand-in: %s\n", dlerror());
  return kernels != nullptr;
}

// ---- the driver's functions

API cuInit(unsigned) {
  Lock lock(mutex);
  if (init_result) return init_result;
  if (devices == 0) return NO_DEVICE;
  initialized = true;
  return OK;
}
API cuDriverGetVersion(int* v) { *v = version; return OK; }
API cuDeviceGetCount(int* n) { *n = devices; return OK; }
API cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return ordinal < devices ? OK : INVALID_DEVICE;
}
API cuDeviceGetName(char* text, int size, int) {
  snprintf(text, size, "stand-in on the CPU");
  return OK;
}
API cuDeviceGetPCIBusId(char* text, int size, int) {
  snprintf(text, size, "0000:00:00.0");
  return OK;
}
API cuDeviceTotalMem_v2(size_t* bytes, int) { *bytes = total; return OK; }
API cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 75: *value = 9; break;  // compute capability 9.0
    case 76: *value = 0; break;
    case 16: *value = 2; break;  // multiprocessors
    case 10: *value = 32; break; // threads of a warp
    default: *value = 0;
  }
  return OK;
}
API cuDevicePrimaryCtxRetain(void** context, int) {
  Lock lock(mutex);
  if (!initialized) return NOT_INITIALIZED;
  if (!primary) primary = new Context();
  primary->references++;
  *context = primary;
  return OK;
}
API cuDevicePrimaryCtxRelease_v2(int) {
  Lock lock(mutex);
  if (!primary) return INVALID_CONTEXT;
  if (--primary->references == 0) end(primary);
  return OK;
}
API cuDevicePrimaryCtxReset_v2(int) {
  Lock lock(mutex);
  if (primary) {
    uint64_t before[KINDS];
    memcpy(before, leaked, sizeof leaked);  // a reset is not a leak
    end(primary);
    memcpy(leaked, before, sizeof leaked);
  }
  return OK;
}
API cuCtxSetCurrent(void* context) { current = (Context*)context; return OK; }
API cuCtxGetCurrent(void** context) { *context = current; return OK; }
API cuCtxSynchronize() {
  NEED_CONTEXT;
  pump_all(c);
  return sticky;
}
API cuMemGetInfo_v2(size_t* unused, size_t* all) {
  NEED_CONTEXT;
  *all = total;
  *unused = total - c->used;
  return OK;
}
API cuMemAlloc_v2(CUdeviceptr* address, size_t size) {
  NEED_CONTEXT;
  if (size == 0) return INVALID_VALUE;
  if (c->used + size > total) return OUT_OF_MEMORY;
  void* block = nullptr;
  if (posix_memalign(&block, 512, size)) return OUT_OF_MEMORY;
  memset(block, 0xA5, size);
  c->memory[(CUdeviceptr)block] = size;
  c->used += size;
  *address = (CUdeviceptr)block;
  return OK;
}
API cuMemFree_v2(CUdeviceptr address) {
  NEED_CONTEXT;
  auto block = c->memory.find(address);
  if (block == c->memory.end()) return INVALID_VALUE;
  pump_all(c);
  c->used -= block->second;
  memset((void*)address, 0xDD, block->second);
  free((void*)address);
  c->memory.erase(block);
  return OK;
}
API cuMemHostAlloc(void** address, size_t size, unsigned) {
  NEED_CONTEXT;
  if (size == 0 || posix_memalign(address, 4096, size)) return OUT_OF_MEMORY;
  c->pinned[(uintptr_t)*address] = size;
  c->used_pinned += size;
  return OK;
}
API cuMemFreeHost(void* address) {
  NEED_CONTEXT;
  auto block = c->pinned.find((uintptr_t)address);
  if (block == c->pinned.end()) return INVALID_VALUE;
  pump_all(c);
  c->used_pinned -= block->second;
  c->pinned.erase(block);
  free(address);
  return OK;
}
API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void* from, size_t size, void* stream) {
  NEED_CONTEXT;
  // Pinned memory is read when the copy runs; other memory is read at once, as the driver does.
  if (is_pinned(c, from, size))
    return add(c, stream, {[=] {
      if (touches(c, to, size)) memcpy((void*)to, from, size);
    }});
  auto bytes = std::make_shared<std::vector<char>>((const char*)from, (const char*)from + size);
  return add(c, stream, {[=] {
    if (touches(c, to, size)) memcpy((void*)to, bytes->data(), size);
  }});
}
API cuMemcpyDtoHAsync_v2(void* to, CUdeviceptr from, size_t size, void* stream) {
  NEED_CONTEXT;
  return add(c, stream, {[=] {
    if (touches(c, from, size)) memcpy(to, (void*)from, size);
  }});
}
API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, void* stream) {
  NEED_CONTEXT;
  return add(c, stream, {[=] {
    if (touches(c, from, size) && touches(c, to, size)) memmove((void*)to, (void*)from, size);
  }});
}
API cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t size, void* stream) {
  NEED_CONTEXT;
  return add(c, stream, {[=] {
    if (touches(c, to, size)) memset((void*)to, value, size);
  }});
}
API cuStreamCreate(void** handle, unsigned) {
  NEED_CONTEXT;
  Stream* stream = new Stream();
  c->streams.insert(stream);
  *handle = stream;
  return OK;
}
API cuStreamDestroy_v2(void* handle) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  pump(c, [&] { return stream->queue.empty(); });
  c->streams.erase(stream);
  delete stream;
  return OK;
}
API cuStreamSynchronize(void* handle) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  pump(c, [&] { return stream->queue.empty(); });
  return sticky;
}
API cuStreamWaitEvent(void* handle, void* event, unsigned) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)event);
  if (found == c->events.end()) return INVALID_HANDLE;
  return add(c, handle, {nullptr, found->second, found->second->recorded});
}
API cuEventCreate(void** handle, unsigned) {
  NEED_CONTEXT;
  EventRef event = std::make_shared<Event>();
  c->events[event.get()] = event;
  *handle = event.get();
  return OK;
}
API cuEventDestroy_v2(void* handle) {
  NEED_CONTEXT;
  return c->events.erase((Event*)handle) ? OK : INVALID_HANDLE;
}
API cuEventRecord(void* handle, void* stream) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)handle);
  if (found == c->events.end()) return INVALID_HANDLE;
  EventRef event = found->second;
  uint64_t generation = ++event->recorded;
  return add(c, stream, {[=] {
    if (event->done < generation) event->done = generation;
  }});
}
API cuEventQuery(void* handle) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)handle);
  if (found == c->events.end()) return INVALID_HANDLE;
  if (found->second->done >= found->second->recorded) return OK;
  std::vector<Stream*> ready;  // a device goes on while it is asked
  for (Stream* stream : c->streams)
    if (is_ready(stream)) ready.push_back(stream);
  if (!ready.empty()) step(ready[chance() % ready.size()]);
  return sticky ? sticky : NOT_READY;
}
API cuEventSynchronize(void* handle) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)handle);
  if (found == c->events.end()) return INVALID_HANDLE;
  EventRef event = found->second;
  pump(c, [&] { return event->done >= event->recorded; });
  return sticky;
}
// The headers of sections are at the end of the file.
static size_t elf_size(const char* image) {
  uint64_t sections;
  uint16_t size, count;
  memcpy(&sections, image + 0x28, sizeof sections);
  memcpy(&size, image + 0x3A, sizeof size);
  memcpy(&count, image + 0x3C, sizeof count);
  return sections + (uint64_t)size * count;
}
API cuModuleLoadData(void** handle, const void* image) {
  NEED_CONTEXT;
  bool is_compiled = memcmp(image, "\x7f" "ELF", 4) == 0;
  std::string text((const char*)image, is_compiled ? elf_size((const char*)image) : strlen((const char*)image));
  if (!refused.empty() && text.find(refused) != std::string::npos) return INVALID_PTX;
  if (!is_compiled) {
    size_t at = text.find(".version ");
    if (at == std::string::npos) return INVALID_PTX;
    if (atof(&text[at + 9]) * 1000 > version - 2999) return UNSUPPORTED_PTX;  // PTX 7.8 is of CUDA 11.8
  }
  Module* module = new Module();
  module->is_compiled = is_compiled;
  module->text = text;
  c->modules.insert(module);
  *handle = module;
  return OK;
}
API cuModuleUnload(void* handle) {
  NEED_CONTEXT;
  Module* module = (Module*)handle;
  if (!c->modules.erase(module)) return INVALID_HANDLE;
  pump_all(c);
  for (Kernel* kernel : module->kernels) delete kernel;
  delete module;
  return OK;
}
API cuModuleGetFunction(void** function, void* handle, const char* name) {
  NEED_CONTEXT;
  Module* module = (Module*)handle;
  if (!c->modules.count(module)) return INVALID_HANDLE;
  std::string entry = module->is_compiled ? std::string(".text.") + name + '\0' : std::string(".entry ") + name + "(";
  if (module->text.find(entry) == std::string::npos || !kernels) return NOT_FOUND;
  auto run = (void (*)(unsigned*, unsigned*, unsigned, void**))dlsym(
      kernels, (std::string("standin_run_") + name).c_str());
  auto sizes = (const int*)dlsym(kernels, (std::string("standin_sizes_") + name).c_str());
  if (!run || !sizes) return NOT_FOUND;
  Kernel* kernel = new Kernel{run, sizes};
  module->kernels.push_back(kernel);
  *function = kernel;
  return OK;
}
API cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void* stream, void** parameters, void**) {
  NEED_CONTEXT;
  if (gx == 0 || gy == 0 || gz == 0 || bx * by * bz == 0 || bx * by * bz > 1024)
    return INVALID_VALUE;
  Kernel kernel = *(Kernel*)function;
  std::vector<std::vector<char>> values;
  for (int i = 0; i < kernel.sizes[0]; i++) {
    char* value = (char*)parameters[i];
    values.emplace_back(value, value + kernel.sizes[i + 1]);
  }
  return add(c, stream, {[=]() mutable {
    if (next_failure) {
      sticky = next_failure;
      next_failure = 0;
      return;
    }
    unsigned grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
    std::vector<void*> pointers;
    for (auto& value : values) pointers.push_back(value.data());
    kernel.run(grid, block, shared, pointers.data());
  }});
}
API cuGetErrorName(int code, const char** name) {
  switch (code) {
    case OUT_OF_MEMORY: *name = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case ILLEGAL_ADDRESS: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; break;
    case INVALID_PTX: *name = "CUDA_ERROR_INVALID_PTX"; break;
    case UNSUPPORTED_PTX: *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; break;
    case NOT_FOUND: *name = "CUDA_ERROR_NOT_FOUND"; break;
    case UNKNOWN: *name = "CUDA_ERROR_UNKNOWN"; break;
    case 719: *name = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *name = "CUDA_ERROR"; break;
  }
  return OK;
}
API cuGetErrorString(int, const char** text) { *text = "stand-in"; return OK; }
