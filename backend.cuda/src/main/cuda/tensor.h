// What tensor cores do, and the copies to shared memory that feed them. On the CPU the instructions
// are functions of the stand-in with the same operands.
#pragma once
#include "kernel.h"

// ---- copies of 16 bytes that run beside the computation; zeros where there is nothing to copy

#ifdef STANDIN
static inline void bring16(void* to, const void* from, bool inside) {
  if (inside) memcpy(to, from, 16);
  else memset(to, 0, 16);
}
static inline void end_group() {}
template <int LATER> static inline void await_groups() {}
#else
static __device__ void bring16(void* to, const void* from, bool inside) {
  const u32 place = (u32)__cvta_generic_to_shared(to);
  const int bytes = inside ? 16 : 0;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(place), "l"(__cvta_generic_to_global(from)), "r"(bytes) : "memory");
}
static __device__ void end_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int LATER> static __device__ void await_groups() { asm volatile("cp.async.wait_group %0;" ::"n"(LATER) : "memory"); }
#endif

// ---- tiles of a factor in shared memory: lines are rows of the left factor or columns of the right one

static const int TILE_LINES = 128;
static const int TILE_DEPTH = 32;
static const int BY_LINES = TILE_DEPTH + 8;  // elements from a line to the next, if its elements are side by side
static const int BY_DEPTH = TILE_LINES + 8;  // elements from a depth to the next, if lines are side by side
static const int TILE = TILE_LINES * BY_LINES;  // elements with the space between lines, the larger of the two

template <class T> struct FactorTile {
  const T* elements;
  bool is_by_depth;
  __device__ const T* at(int line, int depth) const {
    return elements + (is_by_depth ? depth * BY_DEPTH + line : line * BY_LINES + depth);
  }
};

// The sums of a warp: 64 x 32 elements, in 4 x 4 parts of 16 x 8. A thread has four of each part:
// row lane / 4, columns lane % 4 * 2 and the next, and the same columns eight rows below.
struct WarpSums { float part[4][4][4]; };

#ifdef STANDIN
static inline void read_four(u32* found, const void* row, bool turned) { standin::read_four(found, row, turned); }
template <class T> static inline void multiply_part(T, const u32* a, const u32* b, float* c) {
  standin::multiply_part(a, b, c, [](u16 bits) { return load(T{bits}); });
}
#else
// Four matrices of 8 x 8; each lane gives the address of a row of one.
static __device__ void read_four(u32* found, const void* row, bool turned) {
  const u32 place = (u32)__cvta_generic_to_shared(row);
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

template <class T>
static __device__ void multiply_tiles(const FactorTile<T>& left, const FactorTile<T>& right, int top, int first, WarpSums& sums) {
  const int lane = threadIdx.x % 32, quarter = lane / 8, row = lane % 8;
#pragma unroll
  for (int k = 0; k < TILE_DEPTH; k += 16) {
    u32 a[4][4], b[2][4];
#pragma unroll
    for (int m = 0; m < 4; m++)
      read_four(a[m], left.at(top + m * 16 + quarter % 2 * 8 + (left.is_by_depth ? 0 : row),
                              k + quarter / 2 * 8 + (left.is_by_depth ? row : 0)), left.is_by_depth);
#pragma unroll
    for (int n = 0; n < 2; n++)
      read_four(b[n], right.at(first + n * 16 + quarter / 2 * 8 + (right.is_by_depth ? 0 : row),
                               k + quarter % 2 * 8 + (right.is_by_depth ? row : 0)), right.is_by_depth);
#pragma unroll
    for (int m = 0; m < 4; m++)
#pragma unroll
      for (int n = 0; n < 4; n++) multiply_part(T(), a[m], b[n / 2] + n % 2 * 2, sums.part[m][n]);
  }
}
