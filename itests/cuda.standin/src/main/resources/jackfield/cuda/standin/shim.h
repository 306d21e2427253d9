// Compiles kernels for the CPU. A block runs at a time. Each thread of a kernel with barriers is a
// fiber; barriers and shuffles switch to another fiber. Threads of other kernels run one by one.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace standin {
struct Dimensions { unsigned x = 1, y = 1, z = 1; };
struct Fiber {
  void* stack = nullptr;  // while it does not run
  Dimensions thread;
  bool done = false;
  const unsigned* barrier = nullptr;  // how often the barrier that it waits for was passed
  unsigned passed = 0;                // and how often when it arrived
};
extern Fiber* self;
extern Dimensions block_index, block_size, grid_size;
extern char* dynamic_shared;  // of the block that runs
void barrier();
void warp_barrier(unsigned warp);
unsigned long long* slots(unsigned warp);
unsigned thread_count();
inline unsigned linear() {
  return self->thread.x + block_size.x * (self->thread.y + block_size.y * self->thread.z);
}
template <class T>
T shuffle(T value, int mask) {
  static_assert(sizeof(T) <= 8, "a shuffle moves 8 bytes");
  unsigned thread = linear(), warp = thread / 32, lane = thread % 32;
  unsigned long long bits = 0;
  memcpy(&bits, &value, sizeof value);
  slots(warp)[lane] = bits;
  warp_barrier(warp);
  unsigned source = lane ^ mask;
  if (warp * 32 + source >= thread_count()) source = lane;
  bits = slots(warp)[source];
  warp_barrier(warp);
  memcpy(&value, &bits, sizeof value);
  return value;
}
// Gives a thread what the threads of its warp have.
template <class T>
void gather(T value, T* all) {
  static_assert(sizeof(T) == 8, "a slot has 8 bytes");
  unsigned warp = linear() / 32;
  memcpy(&slots(warp)[linear() % 32], &value, 8);
  warp_barrier(warp);
  memcpy(all, slots(warp), 32 * 8);
  warp_barrier(warp);
}
// The instruction ldmatrix.x4, as the PTX ISA describes it: four matrices of 8 x 8 elements of 16
// bits. Lanes 0 to 7 give the rows of the first one, 8 to 15 of the second, and so on.
inline void read_four(unsigned* found, const void* row, bool turned) {
  const void* rows[32];
  gather(row, rows);
  unsigned lane = linear() % 32;
  for (unsigned matrix = 0; matrix < 4; matrix++) {
    found[matrix] = 0;
    for (unsigned i = 0; i < 2; i++) {
      unsigned at = lane / 4, next = lane % 4 * 2 + i;
      const unsigned short* from = (const unsigned short*)rows[matrix * 8 + (turned ? next : at)];
      if ((uintptr_t)from % 16 != 0) abort();  // the instruction needs rows at 16 bytes
      found[matrix] |= (unsigned)from[turned ? at : next] << 16 * i;
    }
  }
}
// The instruction mma.m16n8k16 with factors of 16 bits, as the PTX ISA describes where a warp's
// lanes have their elements.
template <class Widen>
void multiply_part(const unsigned* a, const unsigned* b, float* c, Widen widen) {
  unsigned long long left[2][32], right[32];
  gather((unsigned long long)a[1] << 32 | a[0], left[0]);
  gather((unsigned long long)a[3] << 32 | a[2], left[1]);
  gather((unsigned long long)b[1] << 32 | b[0], right);
  unsigned lane = linear() % 32;
  for (unsigned i = 0; i < 4; i++) {
    unsigned row = lane / 4 + i / 2 * 8, column = lane % 4 * 2 + i % 2;
    for (unsigned k = 0; k < 16; k++) {
      unsigned short one = left[k / 8][row % 8 * 4 + k % 8 / 2] >> (row / 8 * 32 + k % 2 * 16);
      unsigned short other = right[column * 4 + k % 8 / 2] >> (k / 8 * 32 + k % 2 * 16);
      c[i] += widen(one) * widen(other);
    }
  }
}
void run(void (*body)(void**), void** parameters, unsigned* grid, unsigned* block, unsigned shared,
         bool barriers);
}  // namespace standin

#define __global__
#define __device__
#define __host__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __restrict__ __restrict
#define __shared__ static
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define threadIdx (standin::self->thread)
#define blockIdx (standin::block_index)
#define blockDim (standin::block_size)
#define gridDim (standin::grid_size)
#define __syncthreads() standin::barrier()
#define __shfl_xor_sync(mask, value, lanes) standin::shuffle(value, lanes)

#define STANDIN_EXPORT extern "C" __attribute__((visibility("default")))
// Publishes a kernel with two parameters to the stand-in's driver.
#define STANDIN_KERNEL2(name, A, B, barriers)                                              \
  STANDIN_EXPORT const int standin_sizes_##name[] = {2, sizeof(A), sizeof(B)};             \
  STANDIN_EXPORT void standin_run_##name(unsigned* g, unsigned* b, unsigned s, void** p) { \
    standin::run([](void** q) { name(*(A*)q[0], *(B*)q[1]); }, p, g, b, s, barriers);      \
  }

// The inverse of the error function, which a device has and C++ has not: a logarithmic
// approximation, then Newton's steps.
inline double erfinv(double y) {
  if (!(y > -1 && y < 1)) return y == 1 || y == -1 ? y * HUGE_VAL : NAN;
  if (y == 0) return y;
  const double l = log1p(-y * y), t = 2 / (M_PI * 0.147) + l / 2;
  double x = copysign(sqrt(sqrt(t * t - l / 0.147) - t), y);
  for (int step = 0; step < 4; step++) {
    const double error = y < 0.5 && y > -0.5 ? erf(x) - y : y > 0 ? (1 - y) - erfc(x) : erfc(-x) - (1 + y);
    x -= error / (M_2_SQRTPI * exp(-x * x));
  }
  return x;
}
inline float erfinvf(float y) { return (float)erfinv((double)y); }

// exp(x * x) erfc(x): a continued fraction where erfc is about to underflow.
inline double erfcx(double x) {
  if (x < 10) return exp(x * x) * erfc(x);
  double fraction = x;
  for (int k = 60; k > 0; k--) fraction = x + k / 2.0 / fraction;
  return 1 / (fraction * sqrt(M_PI));
}
// The inverse of erfc: erfinv near 1, and Newton's steps for the logarithm of erfc near 0.
inline double erfcinv(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
  if (y > 0.25) return y > 1.75 ? -erfcinv(2 - y) : erfinv(1 - y);
  double x = sqrt(-log(y));
  for (int step = 0; step < 30; step++)
    x += (log(erfcx(x)) - x * x - log(y)) * erfcx(x) / M_2_SQRTPI;
  return x;
}
