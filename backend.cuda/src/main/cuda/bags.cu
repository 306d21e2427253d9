// Bags of rows of a table: sums, means and greatest elements.
#include "across.h"

// Numbers: indexes, bags, width, mode, the row that is left out. Tensors: weight, indices, offsets,
// factors, output, the bag of each index, sizes of bags, greatest rows.
enum { SUM, MEAN, MAX };
struct Bags : Tensors {
  i64 indexes, bags, width, mode, padding;
  Numbers weight, indices, offsets;
  __device__ Bags(const Block& block, const i64* far)
      : Tensors(block, far), weight(tensor(0)), indices(tensor(1)), offsets(tensor(2)) {
    indexes = integer(1);
    bags = integer(2);
    width = integer(3);
    mode = integer(4);
    padding = integer(5);
  }
  __device__ i64 limited(i64 offset) const { return offset < 0 ? 0 : offset > indexes ? indexes : offset; }
  __device__ i64 first(i64 bag) const { return limited(integer_of(offsets, bag)); }
  __device__ i64 end(i64 bag) const { return bag + 1 < bags ? first(bag + 1) : indexes; }
  __device__ i64 size(i64 bag) const {
    i64 count = 0;
    for (i64 i = first(bag); i < end(bag); i++) count += integer_of(indices, i) != padding ? 1 : 0;
    return count;
  }
  __device__ double value(i64 row, i64 column) const { return weight.at(row * width + column); }
};

// Finds the first offset that does not follow the one before. Numbers: where its bag, or -1, and its
// value are written, offsets, indexes. Tensor: the offsets.
COOPERATIVE_KERNEL(bag_check) {
  __shared__ i64 parts[256];
  const Tensors words(block, far);
  i64* result = (i64*)words.integer(1);
  const i64 n = words.integer(2), indexes = words.integer(3);
  const Numbers offsets = words.tensor(0);
  i64 first = n;
  for (i64 i = threadIdx.x; i < n && first == n; i += blockDim.x) {
    const i64 offset = integer_of(offsets, i), least = i == 0 ? 0 : integer_of(offsets, i - 1);
    if (offset < least || offset > (i == 0 ? 0 : indexes)) first = i;
  }
  first = least_of(first, parts);
  if (threadIdx.x != 0) return;
  result[0] = first == n ? -1 : first;
  if (first < n) result[1] = integer_of(offsets, first);
}
// A thread finds the last bag that begins at an index or before.
KERNEL(bag_of_index) {
  const Bags words(block, far);
  for (i64 i = thread_index(); i < words.indexes; i += thread_total()) {
    i64 low = 0, high = words.bags;
    while (low < high) {
      const i64 middle = low + (high - low) / 2;
      if (words.first(middle) <= i) low = middle + 1; else high = middle;
    }
    put_integer(words.tensor(5), i, low - 1);
  }
}
KERNEL(bag_sizes) {
  const Bags words(block, far);
  for (i64 bag = thread_index(); bag < words.bags; bag += thread_total()) {
    const i64 size = words.size(bag);
    put_integer(words.tensor(6), bag, size);
    if (words.mode != MAX) put_integer(words.tensor(7), bag, size);
  }
}
// A thread computes an element. Of equal ones the first is chosen; a NaN stays only if it is first.
KERNEL(bag_combine) {
  const Bags words(block, far);
  const Numbers factors = words.tensor(3);
  for (i64 at = thread_index(); at < words.bags * words.width; at += thread_total()) {
    const i64 bag = at / words.width, column = at % words.width;
    double result = 0;
    i64 chosen = -1, count = 0;
    for (i64 i = words.first(bag); i < words.end(bag); i++) {
      const i64 row = integer_of(words.indices, i);
      if (row == words.padding || row < 0 || row >= words.weight.w[3]) continue;
      const double value = words.value(row, column);
      count++;
      if (words.mode != MAX) {
        result += factors.at_or(i, 1) * value;
      } else if (chosen < 0 || value > result) {
        result = value;
        chosen = row;
      }
    }
    words.tensor(4).put(at, words.mode == MEAN && count > 0 ? result / (double)count : result);
    if (words.mode == MAX) put_integer(words.tensor(7), at, chosen < 0 ? 0 : chosen);
  }
}
