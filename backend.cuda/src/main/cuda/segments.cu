// Reductions of segments of a dimension, and their gradients, in double precision.
#include "across.h"

// A segment of one column, whose elements are a distance apart. Numbers: results, segments, columns,
// the size of the dimension, the first element of each segment and the end, then those of kernels.
struct Segment {
  i64 first, step, count;
  __device__ Segment(const Words& words, i64 result) {
    const i64 segments = words.integer(2), columns = words.integer(3), size = words.integer(4);
    const i64 column = result % columns, row = result / columns, outer = row / segments;
    const i64* bounds = (const i64*)words.integer(5) + outer * (segments + 1) + row % segments;
    first = (outer * size + bounds[0]) * columns + column;
    step = columns;
    count = bounds[1] - bounds[0];
  }
  __device__ i64 at(i64 i) const { return first + i * step; }
};
enum { SUM, MEAN, MOST, LEAST, PRODUCT };

static __device__ double joined(i64 reduce, double a, double b) {
  switch (reduce) {
    case MOST: return largest(a, b);
    case LEAST: return smallest(a, b);
    case PRODUCT: return a * b;
    default: return a + b;
  }
}
// Further numbers: the reduction, its start, whether the mean of no elements is the start. Tensors:
// data, output; both are row-major.
KERNEL(segment_reduce) {
  const Tensors words(block, far);
  const Numbers data = words.tensor(0), output = words.tensor(1);
  const i64 reduce = words.integer(6);
  for (i64 result = thread_index(); result < words.integer(1); result += thread_total()) {
    const Segment segment(words, result);
    double value = words.real(7);
    for (i64 i = 0; i < segment.count; i++) value = joined(reduce, value, data.at(segment.at(i)));
    if (reduce == MEAN && (segment.count > 0 || !words.integer(8))) value /= (double)segment.count;
    output.put(result, value);
  }
}

// Each element's gradient is the product of the others.
static __device__ void other_products(const Segment& s, const Numbers& data, const Numbers& to, double before) {
  for (i64 i = 0; i < s.count; i++) {
    to.put(s.at(i), before);
    before *= data.at(s.at(i));
  }
  double after = 1;
  for (i64 i = s.count - 1; i >= 0; i--) {
    to.put(s.at(i), to.at(s.at(i)) * after);
    after *= data.at(s.at(i));
  }
}
// The elements that are the extreme, or NaN, share the gradient.
static __device__ bool is_extreme(double value, double extreme) { return value != value || value == extreme; }
static __device__ void shares(const Segment& s, const Numbers& data, const Numbers& to, double grad, double extreme) {
  i64 equal = 0;
  for (i64 i = 0; i < s.count; i++) equal += is_extreme(data.at(s.at(i)), extreme);
  for (i64 i = 0; i < s.count; i++)
    if (is_extreme(data.at(s.at(i)), extreme)) to.put(s.at(i), grad / (double)equal);
}
// Further numbers: the reduction, what products start with. Tensors: grad, output, data, the
// gradient of data, which is 0; all are row-major.
KERNEL(segment_reduce_backward) {
  const Tensors words(block, far);
  const Numbers grad = words.tensor(0), output = words.tensor(1), data = words.tensor(2), to = words.tensor(3);
  const i64 reduce = words.integer(6);
  for (i64 result = thread_index(); result < words.integer(1); result += thread_total()) {
    const Segment segment(words, result);
    const double each = grad.at(result);
    if (reduce == PRODUCT) {
      other_products(segment, data, to, each * words.real(7));
    } else if (reduce == MOST || reduce == LEAST) {
      shares(segment, data, to, each, output.at(result));
    } else {
      const double value = reduce == MEAN ? each / (double)segment.count : each;
      for (i64 i = 0; i < segment.count; i++) to.put(segment.at(i), value);
    }
  }
}
