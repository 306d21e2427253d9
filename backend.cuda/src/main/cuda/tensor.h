// What tensor cores do, and the copies to shared memory that feed them. On the CPU the instructions
// are functions of the stand-in with the same operands.
#pragma once
#include "dynamic.h"

// Addresses in shared memory have 32 bits on a device: with them the loops below need fewer registers.
#ifdef STANDIN
typedef char* Shared;
static inline Shared dynamic_shared() { return dynamic_memory(); }
#else
typedef u32 Shared;
static __device__ Shared dynamic_shared() { return (u32)__cvta_generic_to_shared(dynamic_memory()); }
#endif

// ---- copies of 16 bytes that run beside the computation; zeros where there is nothing to copy

#ifdef STANDIN
static inline void bring16(Shared to, const void* from, bool inside) {
  if (inside) memcpy(to, from, 16);
  else memset(to, 0, 16);
}
static inline void end_group() {}
template <int LATER> static inline void await_groups() {}
#else
static __device__ void bring16(Shared place, const void* from, bool inside) {
  const int bytes = inside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(__cvta_generic_to_global(from)), "r"(bytes) : "memory");
}
static __device__ void end_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LATER> static __device__ void await_groups() { asm volatile("cp.async.wait_group %0;" ::"n"(LATER) : "memory"); }
#endif

// ---- slices of a factor in shared memory: lines are rows of the left factor or columns of the right one

static const int HIGH = 128;   // rows of a tile
static const int SLICE = 32;   // inner elements of a slice
static const int STEP = 16;    // inner elements that an instruction multiplies

// Where an element of a slice is. Groups of 8 elements are permuted, so that the 8 groups that one
// instruction reads are in different banks.
template <int LINES> static __device__ int place_in_slice(bool is_by_depth, int line, int depth) {
  return is_by_depth ? depth * LINES + ((line / 8) ^ (depth % 8)) * 8 + line % 8
                     : line * SLICE + ((depth / 8) ^ (line / 2 % 4)) * 8 + depth % 8;
}
// The place some parts of 16 lines and a step of inner elements further, of a place whose line is in
// the first part of 64 lines, and whose depth is in the first step.
template <int LINES> static __device__ int place_further(bool is_by_depth, int place, int parts, bool is_second) {
  return is_by_depth ? (place ^ parts * 16) + is_second * STEP * LINES : (place ^ is_second * STEP) + parts * 16 * SLICE;
}

#ifdef STANDIN
static inline void read_four(u32* found, Shared row, bool turned) { standin::read_four(found, row, turned); }
template <class T> static inline void multiply_part(T, const u32* a, const u32* b, float* c) {
  standin::multiply_part(a, b, c, [](u16 bits) { return load(T{bits}); });
}
#else
// Four matrices of 8 x 8; each lane gives the address of a row of one.
static __device__ void read_four(u32* found, Shared place, bool turned) {
  if (turned)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(found[0]), "=r"(found[1]), "=r"(found[2]), "=r"(found[3]) : "r"(place) : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(found[0]), "=r"(found[1]), "=r"(found[2]), "=r"(found[3]) : "r"(place) : "memory");
}
#define TENSOR_MULTIPLY(T, name)                                                                             \
  static __device__ void multiply_part(T, const u32* a, const u32* b, float* c) {                            \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." name "." name ".f32 "                              \
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                           \
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])                                            \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));                        \
  }
TENSOR_MULTIPLY(Half, "f16")
TENSOR_MULTIPLY(BFloat, "bf16")
#endif

// The product of a warp: 64 rows and a quarter of a tile's columns, in parts of 16 x 8. A thread has
// four sums of each part: row lane / 4, columns lane % 4 * 2 and the next, and the same columns eight
// rows below.
template <class T, int COLUMNS, bool LEFT_BY_DEPTH, bool RIGHT_BY_DEPTH> struct WarpProduct {
  static const int PAIRS = COLUMNS / 64;
  float sums[4][2 * PAIRS][4];
  int left_at, right_at;  // what a lane reads first, in a slice
  // The first row and column of the warp in the tile.
  static __device__ WarpProduct of(int top, int first) {
    const int lane = threadIdx.x % 32, quarter = lane / 8, row = lane % 8;
    WarpProduct made = {};
    made.left_at = place_in_slice<HIGH>(LEFT_BY_DEPTH, top + quarter % 2 * 8 + (LEFT_BY_DEPTH ? 0 : row),
                                        quarter / 2 * 8 + (LEFT_BY_DEPTH ? row : 0));
    made.right_at = place_in_slice<COLUMNS>(RIGHT_BY_DEPTH, first + quarter / 2 * 8 + (RIGHT_BY_DEPTH ? 0 : row),
                                            quarter % 2 * 8 + (RIGHT_BY_DEPTH ? row : 0));
    return made;
  }
  // What a step of a slice contributes, in registers.
  struct Step { u32 a[4][4], b[PAIRS][4]; };
  __device__ void read(Step& step, Shared left, Shared right, bool is_second) const {
#pragma unroll
    for (int n = 0; n < PAIRS; n++)
      read_four(step.b[n], right + 2 * place_further<COLUMNS>(RIGHT_BY_DEPTH, right_at, n, is_second), RIGHT_BY_DEPTH);
#pragma unroll
    for (int m = 0; m < 4; m++)
      read_four(step.a[m], left + 2 * place_further<HIGH>(LEFT_BY_DEPTH, left_at, m, is_second), LEFT_BY_DEPTH);
  }
  __device__ void add(const Step& step) {
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
      for (int n = 0; n < 2 * PAIRS; n++) multiply_part(T(), step.a[m], step.b[n / 2] + n % 2 * 2, sums[m][n]);
  }
};
