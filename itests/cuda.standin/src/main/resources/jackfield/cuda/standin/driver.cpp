// A stand-in for libcuda.so.1 that runs on the CPU, for tests only. Device memory is host memory.
// Kernels are the same .cu sources, compiled by g++ with shim.h. Streams are queues: nothing runs
// before a call waits for it, and then in a random order that respects only the order of each
// stream and events; streams stall at random. So work that is ordered by luck fails. A captured
// graph is the list of its work, which every launch runs. The streams that joined a capture are
// branches: each launch has streams of its own for them, which only captured events order.
// Each device has a context; work of their streams runs in one random order.
// Numerics, speed and the memory model of a GPU are not reproduced.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
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
#include <thread>
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
  ILLEGAL_STATE = 401,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  NOT_SUPPORTED = 801,
  CAPTURE_UNSUPPORTED = 900,
  CAPTURE_INVALIDATED = 901,
  CAPTURE_UNMATCHED = 903,
  CAPTURE_UNJOINED = 904,
  CAPTURE_ISOLATION = 905,
  CAPTURED_EVENT = 907,
  CAPTURE_WRONG_THREAD = 908,
  UNKNOWN = 999
};

namespace {

struct Capture;

struct Event {
  uint64_t recorded = 0;
  uint64_t done = 0;
  std::weak_ptr<Capture> capture;  // of the stream that recorded it last, if that was capturing
  int node = -1;                   // of that capture
};
using EventRef = std::shared_ptr<Event>;

struct Module;

struct Work {
  std::function<void()> run;
  EventRef wait;
  uint64_t generation = 0;
  Module* module = nullptr;  // of a kernel
  bool is_record = false;    // of an event, which a failed device sets, too
};

enum Mode { GLOBAL = 0, OF_THREAD = 1, RELAXED = 2 };

// A piece of work in a branch of a capture. A record of an event has no work; a wait names one.
struct Node {
  int branch;
  Work work;
  bool is_record = false;
  int waits_for = -1;  // the node of a record
};

struct Stream;

struct Capture {
  Mode mode;
  std::thread::id thread;
  bool is_invalid = false;
  std::vector<Stream*> branches;  // the first one began it
  std::vector<Node> nodes;
};

// A graph, or what can be launched of one.
struct Graph {
  std::vector<Node> nodes;
  bool is_executable;
  EventRef launched = std::make_shared<Event>();  // done when the last launch is
};

struct Context;

struct Stream {
  Context* owner;
  std::deque<Work> queue;
  std::shared_ptr<Capture> capture;  // null unless it is capturing
  int branch = 0;                    // of the capture
  bool is_of_launch = false;         // ends with its work
  explicit Stream(Context* owner) : owner(owner) {}
};

struct Kernel {
  void (*run)(unsigned*, unsigned*, unsigned, void**);
  const int* sizes;  // the number of parameters, then the size of each
  Module* module;
  unsigned most_shared = 48 << 10;  // bytes of dynamic shared memory that a launch may ask for
};

struct Module {
  bool is_compiled;
  std::string text;  // of PTX, or the bytes of a compiled module
  std::vector<Kernel*> kernels;
};

struct Context {
  int device;
  int references = 0;
  int sticky = 0;  // the result of every call once a kernel has failed
  std::set<Stream*> streams;
  std::map<Event*, EventRef> events;
  std::map<CUdeviceptr, size_t> memory;
  std::map<uintptr_t, size_t> pinned;
  std::set<Module*> modules;
  std::set<Graph*> graphs;
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
std::map<int, Context*> primaries;  // by device
int next_failure = 0;  // the result of the next kernel
int init_result = OK;
std::string failing;  // the function whose next calls fail, their result and number
int failing_code = 0;
int failing_times = 0;
int calls_to_failure = 0;  // 1: the next call of any function fails; 0: none does
int numbered_code = 0;     // the result of that call
std::string refused;   // modules with this text are not loaded; empty for none
bool removed = false;  // whether the devices were taken out
constexpr int KINDS = 6;
uint64_t leaked[KINDS];  // of contexts that ended, by kind
std::map<int, int64_t> launches;  // of kernels, by device
thread_local Context* current = nullptr;

bool is_live(Context* context) {
  for (auto& each : primaries)
    if (each.second == context) return true;
  return false;
}

CUresult usable() {
  if (!initialized) return NOT_INITIALIZED;
  if (!is_live(current)) return INVALID_CONTEXT;
  return removed ? UNKNOWN : current->sticky;
}

// Calls that a test holds before they begin, by function; others take the lock meanwhile.
enum Hold { AWAITED, HELD };
std::mutex gate;
std::condition_variable gate_changed;
std::atomic<bool> is_holding{false};
std::map<std::string, Hold> holds;  // guarded by the gate

void hold(const char* function) {
  if (!is_holding) return;
  std::unique_lock<std::mutex> own(gate);
  auto found = holds.find(function);
  if (found == holds.end() || found->second == HELD) return;
  found->second = HELD;
  gate_changed.notify_all();
  gate_changed.wait(own, [=] { return !holds.count(function); });
}

CUresult injected(const char* function) {
  if (calls_to_failure > 0 && --calls_to_failure == 0) return numbered_code;
  if (failing.empty() || failing != function) return OK;
  if (--failing_times == 0) failing.clear();
  return failing_code;
}
#define NEED_CONTEXT                                     \
  hold(__func__);                                        \
  Lock lock(mutex);                                      \
  if (CUresult unusable = usable()) return unusable;     \
  if (CUresult fault = injected(__func__)) return fault; \
  Context* c = current

bool is_ready(Stream* stream) {
  if (stream->queue.empty()) return false;
  Work& first = stream->queue.front();
  return !first.wait || first.wait->done >= first.generation;
}

// Chooses one of the streams that can go on. A stream that stalls is left out for some steps.
Stream* choose(std::vector<Stream*> ready) {
  static Stream* stalled = nullptr;
  static unsigned steps = 0;
  if (steps == 0) {
    stalled = ready[chance() % ready.size()];
    steps = 1 + chance() % 24;
  }
  steps--;
  Stream* chosen = ready[chance() % ready.size()];
  while (ready.size() > 1 && chosen == stalled) chosen = ready[chance() % ready.size()];
  return chosen;
}

void step(Stream* stream) {
  Context* owner = stream->owner;
  Work work = std::move(stream->queue.front());
  stream->queue.pop_front();
  if (stream->is_of_launch && stream->queue.empty()) {
    owner->streams.erase(stream);
    delete stream;
  }
  if (work.run && (owner->sticky == 0 || work.is_record)) work.run();
}

// Returns the streams of all devices that can go on.
std::vector<Stream*> all_ready() {
  std::vector<Stream*> ready;
  for (auto& each : primaries)
    for (Stream* stream : each.second->streams)
      if (is_ready(stream)) ready.push_back(stream);
  return ready;
}

// Runs work of random streams until the condition holds.
template <class Condition>
void pump(Condition done) {
  while (!done()) {
    std::vector<Stream*> ready = all_ready();
    if (ready.empty()) return;
    step(choose(ready));
  }
}

void pump_all(Context* c) {
  pump([&] {
    for (Stream* stream : c->streams)
      if (!stream->queue.empty()) return false;
    return true;
  });
}

CUresult add(Context* c, void* handle, Work work) {
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (stream->capture && stream->capture->is_invalid) return CAPTURE_INVALIDATED;
  if (stream->capture)
    stream->capture->nodes.push_back({stream->branch, work});
  else
    stream->queue.push_back(work);
  return OK;
}

CUresult refuse(Capture& capture, CUresult code = CAPTURE_UNSUPPORTED) {
  capture.is_invalid = true;
  return code;
}

// A call that a capture of this thread, or a global one of any thread, does not permit.
CUresult unsafe(Context* c) {
  CUresult result = OK;
  for (Stream* stream : c->streams) {
    if (!stream->capture) continue;
    Capture& capture = *stream->capture;
    bool is_own = capture.thread == std::this_thread::get_id();
    if (capture.mode == GLOBAL || (capture.mode == OF_THREAD && is_own)) result = refuse(capture);
  }
  return result;
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
  c->sticky = ILLEGAL_ADDRESS;
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
    case 1: return std::count_if(c->streams.begin(), c->streams.end(), [](Stream* s) {
      return !s->is_of_launch;
    });
    case 2: return c->events.size();
    case 3: return c->modules.size();
    case 4: return c->used_pinned;
    default: return c->graphs.size();
  }
}

void end(Context* c) {
  for (int kind = 0; kind < KINDS; kind++) leaked[kind] += held(c, kind);
  for (auto& block : c->memory) free((void*)block.first);
  for (auto& block : c->pinned) free((void*)block.first);
  for (Stream* stream : c->streams) delete stream;
  for (Graph* graph : c->graphs) delete graph;
  primaries.erase(c->device);
  delete c;
  if (!primaries.empty()) return;
  next_failure = 0;
  removed = false;
}

// Returns the event of any device, or null. Streams of one device wait for events of others.
EventRef find_event(void* handle) {
  for (auto& each : primaries) {
    auto found = each.second->events.find((Event*)handle);
    if (found != each.second->events.end()) return found->second;
  }
  return nullptr;
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
CONTROL void standin_fail_call(const char* function, int code, int times) {
  Lock lock(mutex);
  failing = function;
  failing_code = code;
  failing_times = times;
}
CONTROL void standin_fail_numbered(int number, int code) {
  Lock lock(mutex);
  calls_to_failure = number;
  numbered_code = code;
}
CONTROL int standin_calls_to_failure() { Lock lock(mutex); return calls_to_failure; }
CONTROL void standin_hold(const char* function) {
  std::unique_lock<std::mutex> own(gate);
  holds[function] = AWAITED;
  is_holding = true;
}
CONTROL int standin_await_held(const char* function, int millis) {
  std::unique_lock<std::mutex> own(gate);
  return gate_changed.wait_for(own, std::chrono::milliseconds(millis), [=] {
    return holds.count(function) && holds[function] == HELD;
  });
}
CONTROL void standin_let_go(const char* function) {
  std::unique_lock<std::mutex> own(gate);
  holds.erase(function);
  is_holding = !holds.empty();
  gate_changed.notify_all();
}
CONTROL void standin_mend(int) {
  Lock lock(mutex);
  calls_to_failure = 0;
  next_failure = init_result = OK;
  for (auto& each : primaries) each.second->sticky = 0;
  failing.clear();
  refused.clear();
  removed = false;
}
CONTROL void standin_refuse(const char* text) { Lock lock(mutex); refused = text; }
CONTROL int64_t standin_leaked(int kind) { Lock lock(mutex); return leaked[kind]; }
CONTROL int64_t standin_live(int kind) {
  Lock lock(mutex);
  int64_t all = 0;
  for (auto& each : primaries) all += held(each.second, kind);
  return all;
}
CONTROL int64_t standin_launches(int device) {
  Lock lock(mutex);
  return launches[device];
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
API cuDeviceGetPCIBusId(char* text, int size, int device) {
  snprintf(text, size, "0000:%02x:00.0", device);
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
API cuDevicePrimaryCtxRetain(void** context, int device) {
  Lock lock(mutex);
  if (!initialized) return NOT_INITIALIZED;
  Context*& primary = primaries[device];
  if (!primary) {
    primary = new Context();
    primary->device = device;
  }
  primary->references++;
  *context = primary;
  return OK;
}
API cuDevicePrimaryCtxRelease_v2(int device) {
  Lock lock(mutex);
  if (!primaries.count(device)) return INVALID_CONTEXT;
  Context* primary = primaries[device];
  if (--primary->references == 0) end(primary);
  return OK;
}
API cuDevicePrimaryCtxReset_v2(int device) {
  Lock lock(mutex);
  if (primaries.count(device)) {
    uint64_t before[KINDS];
    memcpy(before, leaked, sizeof leaked);  // a reset is not a leak
    end(primaries[device]);
    memcpy(leaked, before, sizeof leaked);
  }
  return OK;
}
API cuCtxSetCurrent(void* context) {
  Lock lock(mutex);
  if (CUresult fault = injected(__func__)) return fault;
  current = (Context*)context;
  return OK;
}
API cuCtxGetCurrent(void** context) { *context = current; return OK; }
API cuCtxSynchronize() {
  NEED_CONTEXT;
  CUresult captured = OK;
  for (Stream* stream : c->streams)
    if (stream->capture) captured = refuse(*stream->capture);
  if (captured) return captured;
  pump_all(c);
  return c->sticky;
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
  if (CUresult refused = unsafe(c)) return refused;
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
  if (CUresult refused = unsafe(c)) return refused;
  pump_all(c);
  c->used -= block->second;
  memset((void*)address, 0xDD, block->second);
  free((void*)address);
  c->memory.erase(block);
  return OK;
}
API cuMemHostAlloc(void** address, size_t size, unsigned) {
  NEED_CONTEXT;
  if (CUresult refused = unsafe(c)) return refused;
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
  // Pinned memory is read when the copy runs; other memory is read at once, as the driver does,
  // but that of a graph at each launch.
  bool is_captured = c->streams.count((Stream*)stream) && ((Stream*)stream)->capture;
  if (is_captured || is_pinned(c, from, size))
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
// Copies to this device, on a stream of it, from another one.
API cuMemcpyPeerAsync(CUdeviceptr to, void* to_context, CUdeviceptr from, void* from_context,
                      size_t size, void* stream) {
  NEED_CONTEXT;
  Context* other = (Context*)from_context;
  if (to_context != c || !is_live(other)) return INVALID_CONTEXT;
  return add(c, stream, {[=] {
    if (!is_live(other))
      c->sticky = ILLEGAL_ADDRESS;
    else if (touches(other, from, size) && touches(c, to, size))
      memcpy((void*)to, (void*)from, size);
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
  Stream* stream = new Stream(c);
  c->streams.insert(stream);
  *handle = stream;
  return OK;
}
API cuStreamDestroy_v2(void* handle) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (stream->capture) return refuse(*stream->capture);
  pump([&] { return stream->queue.empty(); });
  c->streams.erase(stream);
  delete stream;
  return OK;
}
API cuStreamSynchronize(void* handle) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (stream->capture) return refuse(*stream->capture);
  pump([&] { return stream->queue.empty(); });
  return c->sticky;
}
API cuStreamBeginCapture_v2(void* handle, int mode) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (mode < GLOBAL || mode > RELAXED) return INVALID_VALUE;
  if (stream->capture) return ILLEGAL_STATE;
  stream->capture = std::make_shared<Capture>();
  stream->capture->mode = (Mode)mode;
  stream->capture->thread = std::this_thread::get_id();
  stream->capture->branches.push_back(stream);
  stream->branch = 0;
  return OK;
}
API cuStreamIsCapturing(void* handle, int* status) {
  NEED_CONTEXT;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  *status = !stream->capture ? 0 : stream->capture->is_invalid ? 2 : 1;
  return OK;
}
// Ends the capture of all its streams.
static void leave(Capture& capture) {
  for (Stream* stream : std::vector<Stream*>(capture.branches)) stream->capture.reset();
}
// Whether the last work of the first branch comes after all other work.
static bool is_joined(const Capture& capture) {
  std::vector<bool> is_before(capture.nodes.size());
  std::vector<bool> is_branch(capture.branches.size());  // whether earlier nodes of it are before
  is_branch[0] = true;
  for (int at = capture.nodes.size() - 1; at >= 0; at--) {
    const Node& node = capture.nodes[at];
    is_before[at] = is_before[at] || is_branch[node.branch];
    if (!is_before[at]) return false;
    is_branch[node.branch] = true;
    if (node.waits_for >= 0) is_before[node.waits_for] = true;
  }
  return true;
}
API cuStreamEndCapture(void* handle, void** graph) {
  Lock lock(mutex);
  if (CUresult unusable = usable()) return unusable;
  Context* c = current;
  Stream* stream = (Stream*)handle;
  *graph = nullptr;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (CUresult fault = injected(__func__)) {
    if (stream->capture) leave(*std::shared_ptr<Capture>(stream->capture));
    return fault;  // a capture ends, whatever the result is
  }
  if (!stream->capture) return ILLEGAL_STATE;
  if (stream->branch > 0) return refuse(*stream->capture, CAPTURE_UNMATCHED);
  if (stream->capture->mode != RELAXED && stream->capture->thread != std::this_thread::get_id())
    return CAPTURE_WRONG_THREAD;
  std::shared_ptr<Capture> capture = stream->capture;
  leave(*capture);
  if (capture->is_invalid) return CAPTURE_INVALIDATED;
  if (!is_joined(*capture)) return CAPTURE_UNJOINED;
  Graph* made = new Graph{capture->nodes, false};
  c->graphs.insert(made);
  *graph = made;
  return OK;
}
API cuGraphInstantiateWithFlags(void** executable, void* handle, unsigned long long) {
  NEED_CONTEXT;
  Graph* graph = (Graph*)handle;
  if (!c->graphs.count(graph) || graph->is_executable) return INVALID_VALUE;
  for (Node& node : graph->nodes)
    if (node.work.module && !c->modules.count(node.work.module)) return INVALID_HANDLE;
  Graph* made = new Graph{graph->nodes, true};
  c->graphs.insert(made);
  *executable = made;
  return OK;
}
static CUresult destroy(Context* c, void* handle, bool is_executable) {
  Graph* graph = (Graph*)handle;
  if (!c->graphs.count(graph) || graph->is_executable != is_executable) return INVALID_VALUE;
  c->graphs.erase(graph);
  delete graph;
  return OK;
}
API cuGraphDestroy(void* graph) {
  NEED_CONTEXT;
  return destroy(c, graph, false);
}
API cuGraphExecDestroy(void* graph) {
  NEED_CONTEXT;
  return destroy(c, graph, true);
}
// Adds the nodes of a graph: the first branch to the stream, each other one to a stream of its own.
static void add_nodes(Context* c, Stream* stream, const Graph& graph) {
  std::map<int, Stream*> branches = {{0, stream}};
  std::map<int, EventRef> records;
  for (size_t at = 0; at < graph.nodes.size(); at++) {
    const Node& node = graph.nodes[at];
    Stream*& branch = branches[node.branch];
    if (!branch) {
      branch = new Stream(c);
      branch->is_of_launch = true;
      c->streams.insert(branch);
    }
    if (node.is_record) {
      EventRef event = records[at] = std::make_shared<Event>();
      branch->queue.push_back({[=] { event->done = 1; }});
    } else if (node.waits_for >= 0) {
      branch->queue.push_back({nullptr, records[node.waits_for], 1});
    } else {
      branch->queue.push_back(node.work);
    }
  }
}
// A launch runs after the earlier work of its stream and after earlier launches of the same graph.
API cuGraphLaunch(void* handle, void* at) {
  NEED_CONTEXT;
  Graph* graph = (Graph*)handle;
  Stream* stream = (Stream*)at;
  if (!c->graphs.count(graph) || !graph->is_executable) return INVALID_VALUE;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  if (stream->capture) return refuse(*stream->capture, NOT_SUPPORTED);  // graphs in graphs
  for (Node& node : graph->nodes)
    if (node.work.module && !c->modules.count(node.work.module)) return INVALID_HANDLE;
  EventRef launched = graph->launched;
  add(c, stream, {nullptr, launched, launched->recorded});
  add_nodes(c, stream, *graph);
  uint64_t generation = ++launched->recorded;
  return add(c, stream, {[=] { launched->done = generation; }});
}
API cuStreamWaitEvent(void* handle, void* event, unsigned) {
  NEED_CONTEXT;
  EventRef found = find_event(event);
  if (!found) return INVALID_HANDLE;
  Stream* stream = (Stream*)handle;
  if (!c->streams.count(stream)) return INVALID_HANDLE;
  std::shared_ptr<Capture> captured = found->capture.lock();
  if (stream->capture && stream->capture != captured) return CAPTURE_ISOLATION;
  if (captured && captured->is_invalid) return CAPTURE_INVALIDATED;
  if (captured && !stream->capture) {  // it joins the capture
    stream->capture = captured;
    stream->branch = captured->branches.size();
    captured->branches.push_back(stream);
  }
  if (captured) {
    captured->nodes.push_back({stream->branch, {}, false, found->node});
    return OK;
  }
  return add(c, handle, {nullptr, found, found->recorded});
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
  if (!c->streams.count((Stream*)stream)) return INVALID_HANDLE;
  EventRef event = found->second;
  std::shared_ptr<Capture> captured = ((Stream*)stream)->capture;
  event->capture = captured;
  if (captured && captured->is_invalid) return CAPTURE_INVALIDATED;
  if (captured) {
    event->node = captured->nodes.size();
    captured->nodes.push_back({((Stream*)stream)->branch, {}, true});
    return OK;
  }
  uint64_t generation = ++event->recorded;
  auto set = [=] {
    if (event->done < generation) event->done = generation;
  };
  return add(c, stream, {set, nullptr, 0, nullptr, true});
}
API cuEventQuery(void* handle) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)handle);
  if (found == c->events.end()) return INVALID_HANDLE;
  if (std::shared_ptr<Capture> captured = found->second->capture.lock())
    return refuse(*captured, CAPTURED_EVENT);
  if (CUresult refused = unsafe(c)) return refused;
  if (found->second->done >= found->second->recorded) return OK;
  std::vector<Stream*> ready = all_ready();  // devices go on while one is asked
  if (!ready.empty()) step(choose(ready));
  return c->sticky ? c->sticky : NOT_READY;
}
API cuEventSynchronize(void* handle) {
  NEED_CONTEXT;
  auto found = c->events.find((Event*)handle);
  if (found == c->events.end()) return INVALID_HANDLE;
  EventRef event = found->second;
  if (std::shared_ptr<Capture> captured = event->capture.lock())
    return refuse(*captured, CAPTURED_EVENT);
  pump([&] { return event->done >= event->recorded; });
  return c->sticky;
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
  if (CUresult refused = unsafe(c)) return refused;
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
  Kernel* kernel = new Kernel{run, sizes, module};
  module->kernels.push_back(kernel);
  *function = kernel;
  return OK;
}
API cuFuncSetAttribute(void* function, int attribute, int value) {
  NEED_CONTEXT;
  const int most_dynamic_shared = 8, of_a_block = 227 << 10;
  if (attribute != most_dynamic_shared || value < 0 || value > of_a_block) return INVALID_VALUE;
  ((Kernel*)function)->most_shared = value;
  return OK;
}
API cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void* stream, void** parameters, void**) {
  NEED_CONTEXT;
  if (gx == 0 || gy == 0 || gz == 0 || bx * by * bz == 0 || bx * by * bz > 1024)
    return INVALID_VALUE;
  Kernel kernel = *(Kernel*)function;
  if (shared > kernel.most_shared) return INVALID_VALUE;
  std::vector<std::vector<char>> values;
  for (int i = 0; i < kernel.sizes[0]; i++) {
    char* value = (char*)parameters[i];
    values.emplace_back(value, value + kernel.sizes[i + 1]);
  }
  return add(c, stream, {[=]() mutable {
    launches[c->device]++;
    if (next_failure) {
      c->sticky = next_failure;
      next_failure = 0;
      return;
    }
    unsigned grid[3] = {gx, gy, gz}, block[3] = {bx, by, bz};
    std::vector<void*> pointers;
    for (auto& value : values) pointers.push_back(value.data());
    kernel.run(grid, block, shared, pointers.data());
  }, nullptr, 0, kernel.module});
}
API cuGetErrorName(int code, const char** name) {
  switch (code) {
    case OUT_OF_MEMORY: *name = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case ILLEGAL_ADDRESS: *name = "CUDA_ERROR_ILLEGAL_ADDRESS"; break;
    case INVALID_PTX: *name = "CUDA_ERROR_INVALID_PTX"; break;
    case UNSUPPORTED_PTX: *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"; break;
    case NOT_FOUND: *name = "CUDA_ERROR_NOT_FOUND"; break;
    case CAPTURE_UNSUPPORTED: *name = "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"; break;
    case CAPTURE_INVALIDATED: *name = "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"; break;
    case CAPTURE_UNMATCHED: *name = "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED"; break;
    case CAPTURE_UNJOINED: *name = "CUDA_ERROR_STREAM_CAPTURE_UNJOINED"; break;
    case CAPTURE_ISOLATION: *name = "CUDA_ERROR_STREAM_CAPTURE_ISOLATION"; break;
    case CAPTURED_EVENT: *name = "CUDA_ERROR_CAPTURED_EVENT"; break;
    case CAPTURE_WRONG_THREAD: *name = "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD"; break;
    case UNKNOWN: *name = "CUDA_ERROR_UNKNOWN"; break;
    case 719: *name = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *name = "CUDA_ERROR"; break;
  }
  return OK;
}
API cuGetErrorString(int, const char** text) { *text = "stand-in"; return OK; }
