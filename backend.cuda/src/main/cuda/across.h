// Reductions across the threads of a block, and tensors whose geometry is among the numbers.
#pragma once
#include "typed.h"

struct Plus { static __device__ double of(double a, double b) { return a + b; } };
struct Most {
  static __device__ double of(double a, double b) { return a != a || b != b ? a + b : a > b ? a : b; }
};
// Joins the values of all threads of a block, in an order that follows from their number only, and
// gives each the result. A block has whole warps; parts has room for one value a warp.
template <class Joined> static __device__ double across(double value, double* parts) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value = Joined::of(value, __shfl_xor_sync(0xFFFFFFFF, value, lanes));
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  double result = parts[0];
  for (int warp = 1; warp < blockDim.x / 32; warp++) result = Joined::of(result, parts[warp]);
  __syncthreads();
  return result;
}

// A tensor of floats, perhaps absent, in row-major order. The words are its address, type and rank,
// then the size and the step in bytes of each dimension.
struct Numbers {
  const i64* w;
  __device__ bool is_absent() const { return w[0] == 0; }
  __device__ char* address(i64 i) const {
    char* at = (char*)w[0];
    for (int d = (int)w[2] - 1; d >= 0; d--) {
      const i64 next = i / w[3 + 2 * d];
      at += (i - next * w[3 + 2 * d]) * w[4 + 2 * d];
      i = next;
    }
    return at;
  }
  __device__ double at(i64 i) const { return load_as((int)w[1], address(i), 0); }
  __device__ double at_or(i64 i, double absent) const { return is_absent() ? absent : at(i); }
  __device__ i64 integer(i64 i) const { return w[1] == 0 ? *(const u8*)address(i) : *(const i64*)address(i); }
  __device__ void put(i64 i, double value) const { store_as((int)w[1], address(i), 0, value); }
};
// A block of tensors: number 0 says how many numbers there are before the places of the tensors.
struct Tensors : Words {
  __device__ Tensors(const Block& block, const i64* far) : Words(block, far) {}
  __device__ Numbers tensor(int which) const {
    const i64* numbers = dim(rank());
    return {numbers + numbers[numbers[0] + which]};
  }
};

// An integer of a tensor, of any type of integers.
static __device__ i64 integer_of(const Numbers& tensor, i64 i) { return load_typed<i64>((int)tensor.w[1], tensor.address(i)); }
static __device__ void put_integer(const Numbers& tensor, i64 i, i64 value) {
  store_typed((int)tensor.w[1], tensor.address(i), value);
}
// The smallest of the numbers of a block's threads.
static __device__ i64 least_of(i64 value, i64* parts) {
  parts[threadIdx.x] = value;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half && parts[threadIdx.x + half] < parts[threadIdx.x]) parts[threadIdx.x] = parts[threadIdx.x + half];
  }
  __syncthreads();
  const i64 result = parts[0];
  __syncthreads();
  return result;
}
