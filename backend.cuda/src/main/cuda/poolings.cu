// Averages and greatest elements of windows, and their gradients. A thread computes an element.
#include "kernel.h"

// Numbers: spatial dimensions, whether windows are adaptive, whether padding counts, the divisor or
// 0; then for each dimension the image's size, windows, taps, stride, padding, dilation. The
// block's dimensions are batch, channels, then those of what is computed; operands have the steps
// of their own spatial dimensions there.
static __device__ i64 least(i64 a, i64 b) { return a < b ? a : b; }
struct Window { i64 first, end; };

struct Pooling : Words {
  int spatial;
  bool adaptive, counts_padding;
  i64 divisor;
  __device__ Pooling(const Block& block, const i64* far) : Words(block, far) {
    spatial = (int)integer(0);
    adaptive = integer(1);
    counts_padding = integer(2);
    divisor = integer(3);
  }
  __device__ i64 of(int d, int which) const { return integer(4 + 6 * d + which); }
  __device__ i64 image(int d) const { return of(d, 0); }
  __device__ i64 windows(int d) const { return of(d, 1); }
  __device__ i64 dilation(int d) const { return adaptive ? 1 : of(d, 5); }
  __device__ i64 start(int d, i64 position) const { return position * of(d, 3) - of(d, 4); }
  __device__ Window window(int d, i64 position) const {
    if (adaptive) {
      const i64 n = windows(d);
      return {position * image(d) / n, ((position + 1) * image(d) + n - 1) / n};
    }
    const i64 first = start(d, position), step = dilation(d);
    return {first >= 0 ? first : first + (step - 1 - first) / step * step,
            least(first + (of(d, 2) - 1) * step + 1, image(d))};
  }
  __device__ i64 padded(int d, i64 position) const {
    const i64 first = start(d, position);
    return least(first + of(d, 2), image(d) + of(d, 4)) - first;
  }
  __device__ i64 share(const i64* position) const {
    if (divisor != 0) return divisor;
    i64 count = 1;
    for (int d = 0; d < spatial; d++) {
      const Window w = window(d, position[d]);
      count *= counts_padding ? padded(d, position[d]) : w.end - w.first;
    }
    return count;
  }
  // The indexes of an element in all dimensions; at: where its plane is in each operand.
  template <int N> __device__ void find(i64 i, i64* index, char** at) const {
    for (int d = spatial - 1; d >= 0; d--) {
      const i64 next = i / size(2 + d);
      index[d] = i - next * size(2 + d);
      i = next;
    }
    for (int operand = 0; operand < N; operand++) at[operand] = address(operand);
    place<N>(i, 0, 2, at);
  }
  __device__ i64 offset(int operand, const i64* index) const {
    i64 sum = 0;
    for (int d = 0; d < spatial; d++) sum += index[d] * step(operand, 2 + d);
    return sum;
  }
  // Visits the elements of ranges in steps, the last dimension fastest.
  template <class Visit> __device__ void visit(const Window* ranges, bool in_steps, Visit each) const {
    i64 index[3];
    for (int d = 0; d < spatial; d++) {
      if (ranges[d].first >= ranges[d].end) return;
      index[d] = ranges[d].first;
    }
    for (;;) {
      each(index);
      int d = spatial - 1;
      for (; d >= 0; d--) {
        index[d] += in_steps ? dilation(d) : 1;
        if (index[d] < ranges[d].end) break;
        index[d] = ranges[d].first;
      }
      if (d < 0) return;
    }
  }
};
template <class T> struct Totals { typedef double type; };
template <> struct Totals<i64> { typedef i64 type; };
template <> struct Totals<u8> { typedef i64 type; };
template <> struct Totals<i8> { typedef i64 type; };
template <> struct Totals<i16> { typedef i64 type; };
template <> struct Totals<i32> { typedef i64 type; };
template <> struct Totals<Bool> { typedef i64 type; };

// Operands: out, self.
template <class T> static __device__ void average(const Block& block, const i64* far) {
  typedef typename Totals<T>::type W;
  const Pooling pooling(block, far);
  const i64 n = pooling.count(0, pooling.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 position[3];
    char* at[2];
    pooling.find<2>(i, position, at);
    Window ranges[3];
    bool is_empty = false;
    for (int d = 0; d < pooling.spatial; d++) {
      ranges[d] = pooling.window(d, position[d]);
      is_empty |= ranges[d].first >= ranges[d].end;
    }
    W sum = 0;
    pooling.visit(ranges, true, [&](const i64* index) { sum += (W)load(*(const T*)(at[1] + pooling.offset(1, index))); });
    *(T*)(at[0] + pooling.offset(0, position)) = Store<T>::of(is_empty ? sum : sum / (W)pooling.share(position));
  }
}
// Operands: the gradient of self, that of the result. The windows over an element have no gaps.
template <class T> static __device__ void average_backward(const Block& block, const i64* far) {
  typedef typename Totals<T>::type W;
  const Pooling pooling(block, far);
  const i64 n = pooling.count(0, pooling.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 element[3];
    char* at[2];
    pooling.find<2>(i, element, at);
    Window over[3];
    for (int d = 0; d < pooling.spatial; d++) {
      i64 first = 0, end = pooling.windows(d);
      while (first < end) {  // the first that ends after the element
        const i64 half = first + (end - first) / 2;
        if (pooling.window(d, half).end > element[d]) end = half; else first = half + 1;
      }
      over[d].first = first;
      end = pooling.windows(d);
      while (first < end) {  // the first that begins after it
        const i64 half = first + (end - first) / 2;
        if (pooling.window(d, half).first > element[d]) end = half; else first = half + 1;
      }
      over[d].end = first;
    }
    W sum = 0;
    pooling.visit(over, false, [&](const i64* position) {
      sum += (W)load(*(const T*)(at[1] + pooling.offset(1, position))) / (W)pooling.share(position);
    });
    *(T*)(at[0] + pooling.offset(0, element)) = Store<T>::of(sum);
  }
}
// The greatest element and its place in the image: the last NaN, else the first of equals.
// Operands: out, indexes, self.
template <class T> struct Least { static __device__ T of() { return Store<T>::of(-infinity()); } };
template <> struct Least<u8> { static __device__ u8 of() { return 0; } };
template <> struct Least<i8> { static __device__ i8 of() { return -128; } };
template <> struct Least<i16> { static __device__ i16 of() { return -32768; } };
template <> struct Least<i32> { static __device__ i32 of() { return (i32)0x80000000; } };
template <> struct Least<i64> { static __device__ i64 of() { return (i64)1 << 63; } };
template <class T> static __device__ void greatest(const Block& block, const i64* far) {
  const Pooling pooling(block, far);
  const i64 n = pooling.count(0, pooling.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 position[3];
    char* at[3];
    pooling.find<3>(i, position, at);
    Window ranges[3];
    i64 place = 0;
    for (int d = 0; d < pooling.spatial; d++) {
      ranges[d] = pooling.window(d, position[d]);
      place = place * pooling.image(d) + ranges[d].first;
    }
    T best = Least<T>::of();
    pooling.visit(ranges, true, [&](const i64* index) {
      const T value = *(const T*)(at[2] + pooling.offset(2, index));
      if (!(load(value) > load(best)) && load(value) == load(value)) return;
      best = value;
      place = 0;
      for (int d = 0; d < pooling.spatial; d++) place = place * pooling.image(d) + index[d];
    });
    *(T*)(at[0] + pooling.offset(0, position)) = best;
    *(i64*)(at[1] + pooling.offset(1, position)) = place;
  }
}
#define POOL(name, T)                                                    \
  KERNEL(average_##name) { average<T>(block, far); }                     \
  KERNEL(average_backward_##name) { average_backward<T>(block, far); }   \
  KERNEL(greatest_##name) { greatest<T>(block, far); }
POOL(uint8, u8)
POOL(int8, i8)
POOL(int16, i16)
POOL(int32, i32)
POOL(int64, i64)
FOR_FLOATS(POOL)

// Where the places in images lead, which are row-major positions. Operands: the images, the places,
// what is moved; the images have no steps but those of batch and channel. Numbers: spatial
// dimensions, the size and step of each, then the lists of targets and sources.
KERNEL(list_places) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank());
  const int spatial = (int)words.integer(0);
  i64 *targets = (i64*)words.integer(1 + 2 * spatial), *sources = (i64*)words.integer(2 + 2 * spatial);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {words.address(0), words.address(1), words.address(2)};
    words.place<3>(i, 0, words.rank(), at);
    i64 left = *(const i64*)at[1], offset = 0;
    bool is_inside = left >= 0;
    for (int d = spatial - 1; d >= 0; d--) {
      const i64 size = words.integer(1 + 2 * d), next = left / size;
      offset += (left - next * size) * words.integer(2 + 2 * d);
      left = next;
    }
    is_inside &= left == 0;
    targets[i] = is_inside ? (i64)(at[0] + offset) : 0;
    sources[i] = (i64)at[2];
  }
}
