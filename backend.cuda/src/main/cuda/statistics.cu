// Searches in ordered rows, distinct elements and slices, and the bins of elements.
#include "across.h"
#include "order.h"

struct Bytes16 { u64 low, high; };

// ---- bins

// The smallest and the largest element. Numbers: where they are written, the count. Tensor: self.
COOPERATIVE_KERNEL(integer_range) {
  __shared__ i64 parts[256];
  const Tensors words(block, far);
  i64* result = (i64*)words.integer(1);
  const i64 n = words.integer(2);
  i64 low = 0x7FFFFFFFFFFFFFFFLL, high = 0x7FFFFFFFFFFFFFFFLL;  // the largest by its complement
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    const i64 value = integer_of(words.tensor(0), i);
    if (value < low) low = value;
    if (~value < high) high = ~value;
  }
  low = least_of(low, parts);
  high = least_of(high, parts);
  if (threadIdx.x != 0) return;
  result[0] = low;
  result[1] = ~high;
}
// The same of floats; NaN if there is one.
COOPERATIVE_KERNEL(float_range) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  double* result = (double*)words.integer(1);
  const i64 n = words.integer(2);
  double low = -infinity(), high = -infinity();  // the smallest by its negative
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
    const double value = words.tensor(0).at(i);
    low = Most::of(low, -value);
    high = Most::of(high, value);
  }
  low = across<Most>(low, parts);
  high = across<Most>(high, parts);
  if (threadIdx.x != 0) return;
  result[0] = -low;
  result[1] = high;
}

enum { INTEGERS, EQUAL, EDGES };
// The bin of an element, or -1. Numbers: count, how bins are found, the ends of bins of equal width.
// Tensors: self, weights, out, edges.
struct Bins : Tensors {
  i64 n, kind;
  double left, right;
  Numbers self, out, edges;
  __device__ Bins(const Block& block, const i64* far)
      : Tensors(block, far), self(tensor(0)), out(tensor(2)), edges(tensor(3)) {
    n = integer(1);
    kind = integer(2);
    left = real(3);
    right = real(4);
  }
  __device__ i64 count() const { return out.w[3]; }
  // Each step of the arithmetic is rounded to the type of the elements.
  __device__ i64 equal(double value) const {
    const int type = (int)self.w[1];
    if (!(value >= left && value <= right)) return -1;
    const double scaled = rounded_to(type, rounded_to(type, value - left) * (double)count());
    const i64 bin = to_integer(rounded_to(type, scaled / rounded_to(type, right - left)));
    return bin < 0 ? 0 : bin >= count() ? count() - 1 : bin;
  }
  __device__ i64 between(double value) const {
    const i64 last = count();
    if (!(value >= edges.at(0) && value <= edges.at(last))) return -1;
    i64 low = 0, high = last + 1;
    while (low < high) {
      const i64 middle = low + (high - low) / 2;
      if (value < edges.at(middle)) high = middle; else low = middle + 1;
    }
    return low - 1 < last - 1 ? low - 1 : last - 1;
  }
  __device__ i64 of(i64 i) const {
    if (kind != INTEGERS) return kind == EQUAL ? equal(self.at(i)) : between(self.at(i));
    const i64 bin = integer_of(self, i);
    return bin >= 0 && bin < count() ? bin : -1;
  }
};
// Lists the bin of each element as a target, and its weight, converted to the type of the bins.
// Number 5: where the weights are written. The last two numbers: the lists.
KERNEL(list_bins) {
  const Bins words(block, far);
  const int numbers = (int)words.w[2], type = (int)words.out.w[1];
  i64 *targets = (i64*)words.integer(numbers - 2), *sources = (i64*)words.integer(numbers - 1);
  const Numbers weights = words.tensor(1);
  for (i64 i = thread_index(); i < words.n; i += thread_total()) {
    const i64 bin = words.of(i);
    targets[i] = bin < 0 || words.count() == 0 ? 0 : (i64)words.out.address(bin);
    sources[i] = 0;
    if (weights.is_absent()) continue;
    char* scratch = (char*)(words.integer(5) + 8 * i);
    store_as(type, scratch, 0, load_typed<double>((int)weights.w[1], weights.address(i)));
    sources[i] = (i64)scratch;
  }
}
// Edges at equal distances, counted from the nearer end. Numbers: first, last, step. Tensor: edges.
KERNEL(bin_edges) {
  const Tensors words(block, far);
  const Numbers edges = words.tensor(0);
  const i64 n = edges.w[3];
  for (i64 i = thread_index(); i < n; i += thread_total())
    edges.put(i, i < n / 2 ? words.real(1) + words.real(3) * (double)i : words.real(2) - words.real(3) * (double)(n - 1 - i));
}
// Divides by the sum and by the width of each bin. Tensors: bins, edges.
COOPERATIVE_KERNEL(bin_density) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const Numbers bins = words.tensor(0), edges = words.tensor(1);
  const i64 n = bins.w[3];
  double total = 0;
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) total += bins.at(i);
  total = across<Plus>(total, parts);
  for (i64 i = threadIdx.x; i < n; i += blockDim.x) bins.put(i, bins.at(i) / total / (edges.at(i + 1) - edges.at(i)));
}

// ---- searches

// Numbers: values, values of a row, the length of rows, the type of comparisons, whether places
// are after equal elements. Tensors: rows, values, the order of rows, places.
template <class C> static __device__ bool comes_before(C a, C b, bool after_equal) {
  return after_equal ? !(a > b) : !(a >= b);  // all elements are before NaN, and NaN before all
}
KERNEL(search) {
  const Tensors words(block, far);
  const i64 n = words.integer(1), per_row = words.integer(2), length = words.integer(3);
  const int type = (int)words.integer(4);
  const bool after_equal = words.integer(5) != 0;
  const Numbers rows = words.tensor(0), values = words.tensor(1), order = words.tensor(2);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    const i64 start = i / per_row * length;
    i64 low = 0, high = length;
    while (low < high) {
      const i64 middle = low + (high - low) / 2;
      i64 place = order.is_absent() ? middle : order.integer(start + middle);
      place = place < 0 ? 0 : place >= length ? length - 1 : place;
      const char *element = rows.address(start + place), *value = values.address(i);
      const int row_type = (int)rows.w[1], own_type = (int)values.w[1];
      const bool before =
          is_floating(type)
              ? comes_before(rounded_to(type, load_typed<double>(row_type, element)),
                             rounded_to(type, load_typed<double>(own_type, value)), after_equal)
              : comes_before(load_typed<i64>(row_type, element), load_typed<i64>(own_type, value), after_equal);
      if (before) low = middle + 1; else high = middle;
    }
    put_integer(words.tensor(3), i, low);
  }
}

// ---- distinct slices. The block's first dimensions, as many as number 0 says, count slices; the
// others are those of a slice. Operand 0: self.

template <class T> struct Slices {
  const Words& words;
  int kept;
  i64 length;
  __device__ Slices(const Words& words) : words(words), kept((int)words.integer(0)), length(words.count(kept, words.rank())) {}
  __device__ i64 count() const { return words.count(0, kept); }
  __device__ auto at(i64 slice, i64 i) const -> decltype(load(T())) {
    const char* from = element_of(words, 0, slice, 0, kept);
    for (int d = words.rank() - 1; d >= kept; d--) {
      const i64 next = i / words.size(d);
      from += (i - next * words.size(d)) * words.step(0, d);
      i = next;
    }
    return load(*(const T*)from);
  }
  // The order of the first elements that differ; NaN is the largest.
  __device__ bool operator()(i64 a, i64 b) const {
    for (i64 i = 0; i < length; i++) {
      const auto x = at(a, i), y = at(b, i);
      if (x < y || (x == x && y != y)) return true;
      if (x > y || (y == y && x != x)) return false;
    }
    return false;
  }
  __device__ bool is_equal(i64 a, i64 b) const {
    for (i64 i = 0; i < length; i++)
      if (!(at(a, i) == at(b, i))) return false;
    return true;
  }
};
// A step of the sort of slices. Further numbers: the order before and after, the width of runs; a
// width of 0 writes the positions in order.
template <class T> static __device__ void order_slices(const Block& block, const i64* far) {
  const Words words(block, far);
  const Slices<T> slices(words);
  const i64 n = slices.count(), width = words.integer(3);
  const i64* from = (const i64*)words.integer(1);
  i64* to = (i64*)words.integer(2);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    if (width == 0) to[i] = i; else merge(i, n, width, from, to, slices);
  }
}
// Marks the first of equal slices. Further numbers: the order, the marks.
template <class T> static __device__ void mark_slices(const Block& block, const i64* far) {
  const Words words(block, far);
  const Slices<T> slices(words);
  const i64* order = (const i64*)words.integer(1);
  for (i64 i = thread_index(); i < slices.count(); i += thread_total())
    ((i64*)words.integer(2))[i] = i == 0 || !slices.is_equal(order[i - 1], order[i]) ? 1 : 0;
}
#define SLICES(name, T)                                              \
  KERNEL(order_slices_##name) { order_slices<T>(block, far); }       \
  KERNEL(mark_slices_##name) { mark_slices<T>(block, far); }
FOR_INTEGERS(SLICES)
FOR_FLOATS(SLICES)

// Numbers: slices, their order, the number of marks up to each; where the place in order of the
// first slice of each group is written. Tensor: the group of each slice, perhaps absent.
KERNEL(group_slices) {
  const Tensors words(block, far);
  const i64 n = words.integer(1);
  const i64 *order = (const i64*)words.integer(2), *marks = (const i64*)words.integer(3);
  i64* firsts = (i64*)words.integer(4);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    const i64 group = marks[i] - 1;
    if (i == 0 || marks[i - 1] == group) firsts[group] = i;
    if (!words.tensor(0).is_absent()) put_integer(words.tensor(0), order[i], group);
  }
}
// Numbers: groups, slices, the first places. Tensor: the size of each group.
KERNEL(count_groups) {
  const Tensors words(block, far);
  const i64 groups = words.integer(1);
  const i64* firsts = (const i64*)words.integer(3);
  for (i64 group = thread_index(); group < groups; group += thread_total())
    put_integer(words.tensor(0), group, (group + 1 < groups ? firsts[group + 1] : words.integer(2)) - firsts[group]);
}
// Copies the first slice of each group. The block is that of the slices; operand 1 is where they
// go: one slice has the steps of the block, groups a step of their own. Further numbers: the order,
// the first places, groups, the step of groups.
template <class T> static __device__ void copy_slices(const Block& block, const i64* far) {
  const Words words(block, far);
  const int kept = (int)words.integer(0);
  const i64 length = words.count(kept, words.rank()), groups = words.integer(3);
  const i64 *order = (const i64*)words.integer(1), *firsts = (const i64*)words.integer(2);
  for (i64 i = thread_index(); i < groups * length; i += thread_total()) {
    const i64 group = i / length, element = i - group * length;
    char* at[2] = {element_of(words, 0, order[firsts[group]], 0, kept), words.address(1) + group * words.integer(4)};
    words.place<2>(element, kept, words.rank(), at);
    *(T*)at[1] = *(const T*)at[0];
  }
}
KERNEL(copy_slices_1) { copy_slices<u8>(block, far); }
KERNEL(copy_slices_2) { copy_slices<u16>(block, far); }
KERNEL(copy_slices_4) { copy_slices<u32>(block, far); }
KERNEL(copy_slices_8) { copy_slices<u64>(block, far); }
