#include "shim.h"

// Stores the registers that a function must keep on the stack, and goes on with another stack. It is
// a hundred times faster than swapcontext, which calls the system for the mask of signals.
extern "C" void standin_switch(void** from, void* to);
asm(".text\n"
    ".hidden standin_switch\n"
    ".globl standin_switch\n"
    ".type standin_switch,@function\n"
    "standin_switch:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  ret\n");

namespace standin {
namespace {
constexpr size_t STACK = 128 << 10;
constexpr unsigned KEPT_REGISTERS = 6;
constexpr size_t ALIGNMENT = 128;  // of dynamic shared memory

// Threads that wait for each other; those that have ended are no members.
struct Barrier {
  unsigned members = 0, arrived = 0, passed = 0;

  void pass_if_complete() {
    if (members > 0 && arrived == members) {
      arrived = 0;
      passed++;
    }
  }
};

void* scheduler;
std::vector<Fiber> fibers;
unsigned threads;
Barrier of_block, of_warp[32];
unsigned long long exchanged[32][32];
void (*kernel)(void**);
void** arguments;

void yield() { standin_switch(&self->stack, scheduler); }

void wait(Barrier& barrier) {
  barrier.arrived++;
  self->barrier = &barrier.passed;
  self->passed = barrier.passed;
  barrier.pass_if_complete();
  while (*self->barrier == self->passed) yield();
  self->barrier = nullptr;
}

void leave(Barrier& barrier) {
  barrier.members--;
  barrier.pass_if_complete();
}

void start() {
  kernel(arguments);
  self->done = true;
  leave(of_block);
  leave(of_warp[linear() / 32]);
  yield();
}

void* begin(char* memory) {
  void** top = (void**)(((uintptr_t)memory + STACK) & ~(uintptr_t)15);
  *--top = nullptr;  // where start() would return to
  *--top = (void*)start;
  return top - KEPT_REGISTERS;
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

void prepare() {
  static std::vector<char*> stacks;
  while (stacks.size() < threads) stacks.push_back((char*)malloc(STACK));
  fibers.resize(threads);
  of_block = {threads};
  for (Barrier& barrier : of_warp) barrier = {};
  for (unsigned thread = 0; thread < threads; thread++) {
    fibers[thread] = Fiber();
    fibers[thread].thread = place(thread);
    fibers[thread].stack = begin(stacks[thread]);
    of_warp[thread / 32].members++;
  }
}

void run_as_fibers() {
  static unsigned order = 7;
  prepare();
  for (unsigned left = threads; left > 0;) {
    order = order * 1103515245 + 12345;
    for (unsigned i = 0; i < threads; i++) {
      Fiber& fiber = fibers[(i + order / 65536) % threads];
      if (fiber.done || (fiber.barrier && *fiber.barrier == fiber.passed)) continue;
      self = &fiber;
      standin_switch(&scheduler, fiber.stack);
      if (fiber.done) left--;
    }
  }
}
}  // namespace

Fiber* self;
Dimensions block_index, block_size, grid_size;
char* dynamic_shared;

unsigned long long* slots(unsigned warp) { return exchanged[warp]; }
unsigned thread_count() { return threads; }
void barrier() { wait(of_block); }
void warp_barrier(unsigned warp) { wait(of_warp[warp]); }

void run(void (*body)(void**), void** parameters, unsigned* grid, unsigned* block, unsigned shared,
         bool barriers) {
  static std::vector<char> memory;  // what a block does not ask for is not there
  memory.assign(shared + ALIGNMENT, 0x7F);
  dynamic_shared = (char*)(((uintptr_t)memory.data() + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1));
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
