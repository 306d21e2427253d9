// Elements at positions that other tensors give. Values that meet at one target are combined in
// their order: lists of moves are sorted by target, and one thread combines those of a target.
#include "order.h"

struct Bytes16 { u64 low, high; };
#define FOR_BYTES(M) M(1, u8) M(2, u16) M(4, u32) M(8, u64) M(16, Bytes16)

static __device__ i64 index_at(int type, const char* at) { return type == 3 ? *(const i32*)at : *(const i64*)at; }
// The index counted from 0, or -1 if it is outside: another thread may have changed it.
static __device__ i64 within(i64 index, i64 size) {
  const i64 wrapped = index < 0 ? index + size : index;
  return wrapped >= 0 && wrapped < size ? wrapped : -1;
}
// Where an element of one operand is, counted in row-major order.
static __device__ char* element(const Words& words, int operand, i64 i) {
  char* at = words.address(operand);
  for (int d = words.rank() - 1; d >= 0; d--) {
    const i64 next = i / words.size(d);
    at += (i - next * words.size(d)) * words.step(operand, d);
    i = next;
  }
  return at;
}

// Finds the first index that is outside of [number 0, number 1). Operands: two int64 for its place,
// or -1, and its value; the indexes.
COOPERATIVE_KERNEL(index_check) {
  __shared__ i64 found[256];
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), least = words.integer(0), end = words.integer(1);
  i64 first = n;
  for (i64 i = threadIdx.x; i < n && first == n; i += blockDim.x) {
    const i64 index = index_at(words.type(1), element(words, 1, i));
    if (index < least || index >= end) first = i;
  }
  found[threadIdx.x] = first;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half && found[threadIdx.x + half] < found[threadIdx.x])
      found[threadIdx.x] = found[threadIdx.x + half];
  }
  if (threadIdx.x == 0) {
    i64* result = (i64*)words.address(0);
    result[0] = found[0] == n ? -1 : found[0];
    result[1] = found[0] == n ? 0 : index_at(words.type(1), element(words, 1, found[0]));
  }
}

// Operands: out, index, self, of which the dimension with indexes has step 0. Numbers: that
// dimension's size and step in self.
template <class T> static __device__ void gather(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), size = words.integer(0), step = words.integer(1);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {words.address(0), words.address(1), words.address(2)};
    words.place<3>(i, 0, words.rank(), at);
    const i64 index = within(index_at(words.type(1), at[1]), size);
    if (index >= 0) *(T*)at[0] = *(const T*)(at[2] + index * step);
  }
}
#define GATHER(bytes, T) KERNEL(gather_##bytes) { gather<T>(block, far); }
FOR_BYTES(GATHER)

// Where the indexes of several dimensions lead. Operands from 2 on: an index for each. Numbers: the
// size of its dimension, and the step there.
static __device__ bool is_inside(const Words& words, i64 i, i64& offset) {
  for (int k = 2; k < words.operands(); k++) {
    const i64 index = within(index_at(words.type(k), element(words, k, i)), words.integer(2 * (k - 2)));
    if (index < 0) return false;
    offset += index * words.integer(2 * (k - 2) + 1);
  }
  return true;
}
template <class T> static __device__ void read_indexed(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 offset = 0;
    if (is_inside(words, i, offset)) *(T*)element(words, 0, i) = *(const T*)(element(words, 1, i) + offset);
  }
}
#define READ_INDEXED(bytes, T) KERNEL(index_##bytes) { read_indexed<T>(block, far); }
FOR_BYTES(READ_INDEXED)

// ---- lists of moves: the address of each target, or 0, and of each source

// Operands: the indexed tensor, the values, indexes. The last two numbers: the lists.
KERNEL(list_indexed) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank());
  const int numbers = 2 * (words.operands() - 2);
  i64 *targets = (i64*)words.integer(numbers), *sources = (i64*)words.integer(numbers + 1);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 offset = 0;
    targets[i] = is_inside(words, i, offset) ? (i64)(element(words, 0, i) + offset) : 0;
    sources[i] = (i64)element(words, 1, i);
  }
}
// Operands: out, index, source, of which out has step 0 in the dimension with indexes; the source
// may be absent. Numbers: that dimension's size and step in out, then the lists.
KERNEL(list_along) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), size = words.integer(0), step = words.integer(1);
  i64 *targets = (i64*)words.integer(2), *sources = (i64*)words.integer(3);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {words.address(0), words.address(1), words.address(2)};
    words.place<3>(i, 0, words.rank(), at);
    const i64 index = within(index_at(words.type(1), at[1]), size);
    targets[i] = index < 0 ? 0 : (i64)(at[0] + index * step);
    sources[i] = (i64)at[2];
  }
}
// Positions among all elements. Operands: the indexes, the values or results. Numbers: the address
// and rank of the tensor, the lists, then size and step of each dimension of the tensor, in bytes.
KERNEL(list_all) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank());
  const int rank = (int)words.integer(1);
  i64 *targets = (i64*)words.integer(2), *sources = (i64*)words.integer(3), size = 1;
  for (int d = 0; d < rank; d++) size *= words.integer(4 + 2 * d);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 left = within(index_at(words.type(0), element(words, 0, i)), size), target = words.integer(0);
    sources[i] = (i64)element(words, 1, i);
    targets[i] = left < 0 ? 0 : target;
    for (int d = rank - 1; d >= 0 && left >= 0; d--) {
      const i64 next = left / words.integer(4 + 2 * d);
      targets[i] += (left - next * words.integer(4 + 2 * d)) * words.integer(5 + 2 * d);
      left = d == 0 ? -1 : next;
    }
  }
}

// Copies in the direction of the lists, or back. Numbers: count, the lists.
template <class T> static __device__ void copy_listed(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 n = words.integer(0);
  const i64 *to = (const i64*)words.integer(1), *from = (const i64*)words.integer(2);
  for (i64 i = thread_index(); i < n; i += thread_total())
    if (to[i] != 0 && from[i] != 0) *(T*)to[i] = *(const T*)from[i];
}
#define COPY_LISTED(bytes, T) KERNEL(copy_listed_##bytes) { copy_listed<T>(block, far); }
FOR_BYTES(COPY_LISTED)

// A step of the sort by target. Numbers: count, targets, the order before and after, width.
struct ByTarget {
  const i64* targets;
  __device__ bool operator()(i64 a, i64 b) const { return targets[a] < targets[b]; }
};
KERNEL(order_targets) {
  const Words words(block, far);
  const i64 n = words.integer(0), width = words.integer(4);
  const ByTarget less = {(const i64*)words.integer(1)};
  for (i64 i = thread_index(); i < n; i += thread_total())
    merge(i, n, width, (const i64*)words.integer(2), (i64*)words.integer(3), less);
}

// What is done with values that meet: 0 the last one, 1 their sum, 2 their product, 3 their mean,
// 4 the largest, 5 the smallest.
template <class C> static __device__ C chosen(C a, C b, int reduction) {
  return reduction == 4 ? largest(a, b) : smallest(a, b);
}
template <class F> static __device__ Complex<F> chosen(Complex<F> a, Complex<F>, int) { return a; }
template <class C> static __device__ C share(C a, i64 count) { return a / (C)count; }
template <> __device__ i64 share(i64 a, i64 count) { return floor_quotient(a, count); }

// Combines the values of each target, each result rounded. Numbers: count, targets, sources, their
// order, the reduction, whether the target's own value counts, whether there are sources; then the
// number that is written, or by which the sources are multiplied.
template <class T, class C> static __device__ void combine(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 n = words.integer(0);
  const i64 *targets = (const i64*)words.integer(1), *sources = (const i64*)words.integer(2);
  const i64* order = (const i64*)words.integer(3);
  const int reduction = (int)words.integer(4);
  const bool includes = words.integer(5), has_source = words.integer(6);
  const C number = Number<C>::of(words.dim(words.rank()) + 7);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    T* target = (T*)targets[order[i]];
    if (target == 0 || (i > 0 && targets[order[i - 1]] == (i64)target)) continue;
    T value = *target;
    i64 count = 0;
    for (i64 j = i; j < n && targets[order[j]] == (i64)target; j++, count++) {
      const C found = has_source ? (C)load(*(const T*)sources[order[j]]) : number;
      const C before = (C)load(value);
      const bool starts = count == 0 && !includes;
      switch (reduction) {
        case 0: value = has_source ? *(const T*)sources[order[j]] : Store<T>::of(number); break;
        case 1:
        case 3: {
          const C term = has_source ? number * found : found;
          value = Store<T>::of(starts ? term : before + term);
          break;
        }
        case 2: value = Store<T>::of(starts ? found : before * found); break;
        default: value = Store<T>::of(starts ? found : chosen(before, found, reduction));
      }
    }
    if (reduction == 3) value = Store<T>::of(share((C)load(value), count + (includes ? 1 : 0)));
    *target = value;
  }
}
#define COMBINE_INTEGER(name, T) KERNEL(combine_##name) { combine<T, i64>(block, far); }
#define COMBINE_FLOAT(name, T) KERNEL(combine_##name) { combine<T, decltype(load(T()))>(block, far); }
FOR_INTEGERS(COMBINE_INTEGER)
FOR_FLOATS(COMBINE_FLOAT)
FOR_COMPLEX(COMBINE_FLOAT)

// ---- positions of what is not 0

static __device__ bool is_true(int type, const char* at) {
  switch (type) {
    case 0: case 1: case 11: return *(const u8*)at != 0;
    case 2: return *(const i16*)at != 0;
    case 3: return *(const i32*)at != 0;
    case 4: return *(const i64*)at != 0;
    case 9: return to_bool(*(const Complex<float>*)at);
    case 10: return to_bool(*(const Complex<double>*)at);
    default: return load_as(type, at, 0) != 0;
  }
}
static const i64 SPAN = 64;  // elements of one thread, as in Java

// Operand: the tensor. Number 0: where a thread's count of elements that are not 0 is written.
KERNEL(nonzero_count) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), spans = (n + SPAN - 1) / SPAN;
  for (i64 span = thread_index(); span < spans; span += thread_total()) {
    i64 count = 0;
    for (i64 i = span * SPAN; i < n && i < (span + 1) * SPAN; i++)
      count += is_true(words.type(0), element(words, 0, i)) ? 1 : 0;
    ((i64*)words.integer(0))[span] = count;
  }
}
// Replaces counts by the sums of those before, and appends the total. Numbers: their number, where
// they are.
COOPERATIVE_KERNEL(nonzero_sums) {
  __shared__ i64 sums[257];
  const Words words(block, far);
  const i64 n = words.integer(0), part = (n + blockDim.x - 1) / blockDim.x;
  i64* counts = (i64*)words.integer(1);
  const i64 from = threadIdx.x * part, to = from + part < n ? from + part : n;
  i64 sum = 0;
  for (i64 i = from; i < to; i++) sum += counts[i];
  sums[threadIdx.x + 1] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    sums[0] = 0;
    for (int t = 1; t <= blockDim.x; t++) sums[t] += sums[t - 1];
    counts[n] = sums[blockDim.x];
  }
  __syncthreads();
  sum = sums[threadIdx.x];
  for (i64 i = from; i < to; i++) {
    const i64 count = counts[i];
    counts[i] = sum;
    sum += count;
  }
}
// Numbers: the sums, where positions are written, how many rows there are, the steps of rows and
// columns in bytes, and whether the place in row-major order is written instead.
KERNEL(nonzero_write) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), spans = (n + SPAN - 1) / SPAN;
  const i64 rows = words.integer(2), row_step = words.integer(3), step = words.integer(4);
  const bool is_flat = words.integer(5);
  for (i64 span = thread_index(); span < spans; span += thread_total()) {
    i64 row = ((const i64*)words.integer(0))[span];
    for (i64 i = span * SPAN; i < n && i < (span + 1) * SPAN; i++) {
      if (!is_true(words.type(0), element(words, 0, i))) continue;
      if (row < rows) {
        char* at = (char*)words.integer(1) + row * row_step;
        i64 left = i;
        if (is_flat) *(i64*)at = i;
        for (int d = words.rank() - 1; d >= 0 && !is_flat; d--) {
          const i64 next = left / words.size(d);
          *(i64*)(at + d * step) = left - next * words.size(d);
          left = next;
        }
      }
      row++;
    }
  }
}
