#include "shim.h"

namespace standin {
namespace {
constexpr size_t STACK = 128 << 10;
ucontext_t scheduler;
std::vector<Fiber> fibers;
unsigned threads;
unsigned long long exchanged[32][32];
void (*kernel)(void**);
void** arguments;

void yield() { swapcontext(&self->context, &scheduler); }

void start() {
  kernel(arguments);
  self->done = true;
  yield();
}

Dimensions place(unsigned thread) {
  return {thread % block_size.x, thread / block_size.x % block_size.y,
          thread / block_size.x / block_size.y};
}

void run_one_by_one() {
  Fiber only;
  self = &only;
  for (unsigned thread = 0; thread < threads; thread++) {
    only.thread = place(thread);
    kernel(arguments);
  }
}

void run_as_fibers() {
  static std::vector<char*> stacks;
  static unsigned order = 7;
  while (stacks.size() < threads) stacks.push_back((char*)malloc(STACK));
  fibers.resize(threads);
  for (unsigned thread = 0; thread < threads; thread++) {
    Fiber& fiber = fibers[thread];
    fiber.done = false;
    fiber.barriers = fiber.shuffles = 0;
    fiber.thread = place(thread);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = stacks[thread];
    fiber.context.uc_stack.ss_size = STACK;
    fiber.context.uc_link = &scheduler;
    makecontext(&fiber.context, start, 0);
  }
  for (unsigned left = threads; left > 0;) {
    order = order * 1103515245 + 12345;
    for (unsigned i = 0; i < threads; i++) {
      Fiber& fiber = fibers[(i + order / 65536) % threads];
      if (fiber.done) continue;
      self = &fiber;
      swapcontext(&scheduler, &fiber.context);
      if (fiber.done) left--;
    }
  }
}
}  // namespace

Fiber* self;
Dimensions block_index, block_size, grid_size;

unsigned long long* slots(unsigned warp) { return exchanged[warp]; }
unsigned thread_count() { return threads; }

void barrier() {
  unsigned mine = ++self->barriers;
  for (;;) {
    bool all = true;
    for (Fiber& fiber : fibers) all = all && (fiber.done || fiber.barriers >= mine);
    if (all) return;
    yield();
  }
}

void warp_barrier(unsigned warp) {
  unsigned mine = ++self->shuffles;
  for (;;) {
    bool all = true;
    for (unsigned i = warp * 32; i < (warp + 1) * 32 && i < threads; i++)
      all = all && (fibers[i].done || fibers[i].shuffles >= mine);
    if (all) return;
    yield();
  }
}

void run(void (*body)(void**), void** parameters, unsigned* grid, unsigned* block, bool barriers) {
  kernel = body;
  arguments = parameters;
  grid_size = {grid[0], grid[1], grid[2]};
  block_size = {block[0], block[1], block[2]};
  threads = block[0] * block[1] * block[2];
  for (unsigned z = 0; z < grid[2]; z++)
    for (unsigned y = 0; y < grid[1]; y++)
      for (unsigned x = 0; x < grid[0]; x++) {
        block_index = {x, y, z};
        if (barriers)
          run_as_fibers();
        else
          run_one_by_one();
      }
}
}  // namespace standin
