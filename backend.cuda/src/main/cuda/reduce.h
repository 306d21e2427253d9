// Reductions, for the sources of reductions.
#pragma once
#include "kernel.h"

// Joins the partial results of a block's threads, in a fixed order.
template <class Part> static __device__ void join(Part* parts) {
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x].join(parts[threadIdx.x + half]);
  }
}

// Gives a part the numbers that it needs; most need none.
template <class Part> static __device__ void begin(Part&, const Words&) {}

template <class T, class Part, int OUTPUTS>
static __device__ void reduce(const Block& block, const i64* far, Part* parts) {
  const Words words(block, far);
  const int kept = (int)words.integer(0);
  const i64 outputs = words.count(0, kept), elements = words.count(kept, words.rank());
  for (i64 output = blockIdx.x; output < outputs; output += gridDim.x) {
    char* at[OUTPUTS + 1];
    for (int i = 0; i <= OUTPUTS; i++) at[i] = words.address(i);
    words.place<OUTPUTS + 1>(output, 0, kept, at);
    Part part = {};
    begin(part, words);
    for (i64 i = threadIdx.x; i < elements; i += blockDim.x) {
      char* from[OUTPUTS + 1] = {};
      from[OUTPUTS] = at[OUTPUTS];
      words.place<OUTPUTS + 1>(i, kept, words.rank(), from);
      part.add(load(*(const T*)from[OUTPUTS]), i);
    }
    parts[threadIdx.x] = part;
    join(parts);
    if (threadIdx.x == 0) parts[0].store(at, words, elements);
    __syncthreads();
  }
}
#define REDUCTION(name, T, Part, outputs) \
  COOPERATIVE_KERNEL(name) { \
    __shared__ __align__(16) char parts[256 * sizeof(Part)]; \
    reduce<T, Part, outputs>(block, far, (Part*)parts); \
  }

template <class T> struct Wide { typedef double type; };
template <> struct Wide<u8> { typedef i64 type; };
template <> struct Wide<i8> { typedef i64 type; };
template <> struct Wide<i16> { typedef i64 type; };
template <> struct Wide<i32> { typedef i64 type; };
template <> struct Wide<i64> { typedef i64 type; };
template <> struct Wide<Bool> { typedef i64 type; };
template <> struct Wide<Complex<float>> { typedef Complex<double> type; };
template <> struct Wide<Complex<double>> { typedef Complex<double> type; };
static __device__ i64 widened(i64 a) { return a; }
static __device__ double widened(float a) { return a; }
static __device__ double widened(double a) { return a; }
template <class F> __device__ Complex<double> widened(Complex<F> a) { return {(double)a.re, (double)a.im}; }
static __device__ double divided(double a, double by) { return a / by; }
static __device__ i64 divided(i64 a, double) { return a; }
static __device__ Complex<double> divided(Complex<double> a, double by) { return {a.re / by, a.im / by}; }
