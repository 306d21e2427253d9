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

// The last three numbers of a block: in how many slices the elements of an output are reduced, where
// the slices' results are, and the pass. Pass 0 does all; pass 1 reduces each slice by a block of
// threads, pass 2 joins the slices of an output in their order.
enum { WHOLE, SLICES, JOIN };
static const int MOST_PART_BYTES = 64;  // as in Java

// Adds elements that are side by side, as many as are in whole rounds of the block's threads: each
// thread has several packs in flight. Returns where the rest begins.
static const int ROUND = 4;  // packs of a thread in a round
template <class T, class Part>
static __device__ i64 add_rounds(const char* line, i64 from, i64 to, Part& part) {
  constexpr int N = 16 / sizeof(T) < 1 ? 1 : 16 / sizeof(T) < 4 ? 16 / sizeof(T) : 4;
  if (((i64)line + from * (i64)sizeof(T)) % (i64)sizeof(Pack<T, N>) != 0) return from;
  const Pack<T, N>* packs = (const Pack<T, N>*)(line + from * (i64)sizeof(T));
  const i64 round = (i64)blockDim.x * ROUND, whole = (to - from) / N / round * round;
  for (i64 p = threadIdx.x; p < whole; p += round) {
    Pack<T, N> own[ROUND];
#pragma unroll
    for (int k = 0; k < ROUND; k++) own[k] = packs[p + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < ROUND; k++)
#pragma unroll
      for (int v = 0; v < N; v++) part.add(load(own[k].v[v]), from + (p + k * blockDim.x) * N + v);
  }
  return from + whole * N;
}
template <class T, class Part, int OUTPUTS>
static __device__ void add_elements(const Words& words, int kept, char* const* at, i64 from, i64 to, Part& part) {
  const bool is_line = words.rank() - kept == 1;
  const i64 step = is_line ? words.step(OUTPUTS, kept) : 0;
  if (step == sizeof(T)) from = add_rounds<T>(at[OUTPUTS], from, to, part);
  for (i64 i = from + threadIdx.x; i < to; i += blockDim.x) {
    char* element[OUTPUTS + 1] = {};
    element[OUTPUTS] = at[OUTPUTS] + i * step;
    if (!is_line) words.place<OUTPUTS + 1>(i, kept, words.rank(), element);
    part.add(load(*(const T*)element[OUTPUTS]), i);
  }
}

template <class T, class Part, int OUTPUTS>
static __device__ void reduce(const Block& block, const i64* far, Part* parts) {
  static_assert(sizeof(Part) <= MOST_PART_BYTES, "a slice's result has its place");
  const Words words(block, far);
  const int kept = (int)words.integer(0), last = (int)words.w[2];
  const i64 outputs = words.count(0, kept), elements = words.count(kept, words.rank());
  const i64 slices = words.integer(last - 3), pass = words.integer(last - 1);
  char* results = (char*)words.integer(last - 2);
  const i64 items = pass == SLICES ? outputs * slices : outputs;
  for (i64 item = blockIdx.x; item < items; item += gridDim.x) {
    const i64 output = pass == SLICES ? item / slices : item;
    char* at[OUTPUTS + 1];
    for (int i = 0; i <= OUTPUTS; i++) at[i] = words.address(i);
    words.place<OUTPUTS + 1>(output, 0, kept, at);
    Part part = {};
    begin(part, words);
    if (pass == JOIN) {
      for (i64 slice = threadIdx.x; slice < slices; slice += blockDim.x)
        part.join(*(const Part*)(results + (output * slices + slice) * MOST_PART_BYTES));
    } else {
      // Slices begin where packs do.
      const i64 length = pass == SLICES ? ((elements + slices - 1) / slices + 15) / 16 * 16 : elements;
      const i64 first = (item - output * (pass == SLICES ? slices : 1)) * length;
      const i64 from = first < elements ? first : elements;
      add_elements<T, Part, OUTPUTS>(words, kept, at, from, from + length < elements ? from + length : elements, part);
    }
    parts[threadIdx.x] = part;
    join(parts);
    if (threadIdx.x == 0) {
      if (pass == SLICES) *(Part*)(results + item * MOST_PART_BYTES) = parts[0];
      else parts[0].store(at, words, elements);
    }
    __syncthreads();
  }
}
#define REDUCTION(name, T, Part, outputs) \
  BOUND_KERNEL(name, 3) { \
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
