// The negative log likelihood of target classes, and its gradient.
#include "across.h"

// Finds the first target that is neither a class nor ignored. Numbers: where its place, or -1, and
// its value are written, samples, classes, the class that is ignored. Tensor: the targets.
COOPERATIVE_KERNEL(likelihood_check) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  i64* result = (i64*)words.integer(1);
  const i64 samples = words.integer(2), classes = words.integer(3), ignored = words.integer(4);
  const Numbers target = words.tensor(0);
  double bad = 0;
  for (i64 n = threadIdx.x; n < samples; n += blockDim.x) {
    const i64 c = target.integer(n);
    if (c != ignored && (c < 0 || c >= classes)) bad = 1;
  }
  bad = across<Plus>(bad, parts);
  if (threadIdx.x != 0) return;
  result[0] = -1;
  for (i64 n = 0; bad > 0 && n < samples && result[0] < 0; n++) {
    const i64 c = target.integer(n);
    if (c == ignored || (c >= 0 && c < classes)) continue;
    result[0] = n;
    result[1] = c;
  }
}

// Numbers: samples, classes, the class that is ignored, whether each sample has a loss, whether the
// mean is wanted. Tensors: self, target, weight, output, total weight.
COOPERATIVE_KERNEL(likelihood) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const i64 samples = words.integer(1), classes = words.integer(2), ignored = words.integer(3);
  const bool each = words.integer(4), mean = words.integer(5);
  const Numbers self = words.tensor(0), target = words.tensor(1), weight = words.tensor(2), output = words.tensor(3);
  double loss = 0, total = 0;
  for (i64 n = threadIdx.x; n < samples; n += blockDim.x) {
    const i64 c = target.integer(n);
    const bool counts = c != ignored && c >= 0 && c < classes;
    const double w = counts ? weight.at_or(c, 1) : 0, own = counts ? -w * self.at(n * classes + c) : 0;
    if (each) output.put(n, own);
    loss += own;
    total += w;
  }
  loss = across<Plus>(loss, parts);
  total = across<Plus>(total, parts);
  if (threadIdx.x != 0) return;
  if (!each) output.put(0, mean ? loss / total : loss);
  words.tensor(4).put(0, each ? 0 : total);
}

// Numbers as above. Tensors: gradient, target, weight, total weight, the gradient of self.
KERNEL(likelihood_backward) {
  const Tensors words(block, far);
  const i64 samples = words.integer(1), classes = words.integer(2), ignored = words.integer(3);
  const bool each = words.integer(4), mean = words.integer(5);
  const Numbers grad = words.tensor(0), target = words.tensor(1), weight = words.tensor(2), to = words.tensor(4);
  for (i64 i = thread_index(); i < samples * classes; i += thread_total()) {
    const i64 n = i / classes, c = i - n * classes;
    double value = 0;
    if (target.integer(n) == c && c != ignored)
      value = -weight.at_or(c, 1) * grad.at(each ? n : 0) / (mean ? words.tensor(3).at(0) : 1);
    to.put(i, value);
  }
}

// ---- losses of rows

// Writes a loss into a tensor, or into scratch memory from which it is reduced.
static __device__ void put_loss(const Numbers& to, i64 scratch, i64 i, double loss) {
  if (scratch) ((double*)scratch)[i] = loss; else to.put(i, loss);
}
// Each block adds up a part of some float64. Numbers: count, where they are, where sums are written.
COOPERATIVE_KERNEL(loss_sums) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const double* from = (const double*)words.integer(2);
  double sum = 0;
  for (i64 i = thread_index(); i < words.integer(1); i += thread_total()) sum += from[i];
  sum = across<Plus>(sum, parts);
  if (threadIdx.x == 0) ((double*)words.integer(3))[blockIdx.x] = sum;
}
// Numbers: sums, where they are, by what their sum is divided. Tensor: the result.
COOPERATIVE_KERNEL(loss_total) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const double* from = (const double*)words.integer(2);
  double sum = 0;
  for (i64 i = threadIdx.x; i < words.integer(1); i += blockDim.x) sum += from[i];
  sum = across<Plus>(sum, parts);
  if (threadIdx.x == 0) words.tensor(0).put(0, sum / words.real(3));
}

// ---- the cross entropy of two classes

// Finds the first element that is not from 0 to 1. Numbers: where its place, or -1, and its value as
// a float64 are written, the count. Tensor: the probabilities.
COOPERATIVE_KERNEL(probability_check) {
  __shared__ i64 parts[256];
  const Tensors words(block, far);
  i64* result = (i64*)words.integer(1);
  const i64 n = words.integer(2);
  const Numbers values = words.tensor(0);
  i64 first = n;
  for (i64 i = threadIdx.x; i < n && first == n; i += blockDim.x)
    if (!(values.at(i) >= 0 && values.at(i) <= 1)) first = i;
  first = least_of(first, parts);
  if (threadIdx.x != 0) return;
  result[0] = first == n ? -1 : first;
  if (first < n) *(double*)(result + 1) = values.at(first);
}
// The logarithm of 0 counts as -100. Numbers: count, scratch. Tensors: self, target, weight, losses.
static __device__ double cut_log(double log) { return log != log || log > -100 ? log : -100; }
KERNEL(cross_entropy) {
  const Tensors words(block, far);
  const Numbers self = words.tensor(0), target = words.tensor(1), weight = words.tensor(2), to = words.tensor(3);
  for (i64 i = thread_index(); i < words.integer(1); i += thread_total()) {
    const double p = self.at(i), t = target.at(i);
    const double loss = (t - 1) * cut_log(::log1p(-p)) - t * cut_log(::log(p));
    put_loss(to, words.integer(2), i, loss * weight.at_or(i, 1));
  }
}

// ---- margins

// Numbers: rows, classes, power, margin, the divisor of gradients, whether each row has a gradient,
// scratch for losses.
struct Margins : Tensors {
  i64 rows, classes;
  bool squared, each;
  double margin, divisor;
  __device__ Margins(const Block& block, const i64* far) : Tensors(block, far) {
    rows = integer(1);
    classes = integer(2);
    squared = integer(3) == 2;
    margin = real(4);
    divisor = real(5);
    each = integer(6) != 0;
  }
  __device__ double excess(const Numbers& self, i64 row, i64 target, i64 other) const {
    return margin - self.at(row * classes + target) + self.at(row * classes + other);
  }
  __device__ i64 target(const Numbers& targets, i64 i) const {
    const i64 found = targets.integer(i);
    return found >= 0 && found < classes ? found : -1;
  }
};
// Tensors: self, target, weight, losses.
KERNEL(multi_margin) {
  const Margins words(block, far);
  const Numbers self = words.tensor(0);
  for (i64 row = thread_index(); row < words.rows; row += thread_total()) {
    const i64 target = words.target(words.tensor(1), row);
    double sum = 0;
    for (i64 other = 0; other < words.classes && target >= 0; other++) {
      const double excess = words.excess(self, row, target, other);
      if (other != target && excess > 0) sum += words.squared ? excess * excess : excess;
    }
    const double weight = words.tensor(2).at_or(target < 0 ? 0 : target, 1);
    put_loss(words.tensor(3), words.integer(7), row, sum * weight / (double)words.classes);
  }
}
// Tensors: self, target, weight, the gradient of the losses, that of self.
KERNEL(multi_margin_backward) {
  const Margins words(block, far);
  const Numbers self = words.tensor(0);
  for (i64 row = thread_index(); row < words.rows; row += thread_total()) {
    const i64 target = words.target(words.tensor(1), row);
    const double weight = words.tensor(2).at_or(target < 0 ? 0 : target, 1);
    const double share = words.tensor(3).at(words.each ? row : 0) * weight / words.divisor;
    double own = 0;
    for (i64 other = 0; other < words.classes; other++) {
      const double excess = target < 0 ? 0 : words.excess(self, row, target, other);
      const double slope = other == target || !(excess > 0) ? 0 : words.squared ? 2 * share * excess : share;
      own -= slope;
      words.tensor(4).put(row * words.classes + other, slope);
    }
    if (target >= 0) words.tensor(4).put(row * words.classes + target, own);
  }
}
// Tensors: self, target, losses, marks of targets.
KERNEL(multilabel_margin) {
  const Margins words(block, far);
  const Numbers self = words.tensor(0), targets = words.tensor(1), marks = words.tensor(3);
  for (i64 row = thread_index(); row < words.rows; row += thread_total()) {
    const i64 first = row * words.classes;
    for (i64 c = 0; c < words.classes; c++) marks.put(first + c, 0);
    for (i64 i = 0; i < words.classes && words.target(targets, first + i) >= 0; i++)
      marks.put(first + words.target(targets, first + i), 1);
    double sum = 0;
    for (i64 i = 0; i < words.classes && words.target(targets, first + i) >= 0; i++)
      for (i64 other = 0; other < words.classes; other++) {
        const double excess = words.excess(self, row, words.target(targets, first + i), other);
        if (marks.at(first + other) == 0 && excess > 0) sum += excess;
      }
    put_loss(words.tensor(2), words.integer(7), row, sum / (double)words.classes);
  }
}
// Tensors: self, target, marks, the gradient of the losses, that of self.
KERNEL(multilabel_margin_backward) {
  const Margins words(block, far);
  const Numbers self = words.tensor(0), targets = words.tensor(1), marks = words.tensor(2);
  for (i64 at = thread_index(); at < words.rows * words.classes; at += thread_total()) {
    const i64 row = at / words.classes, c = at % words.classes, first = row * words.classes;
    double count = 0;
    for (i64 i = 0; i < words.classes; i++) {
      const i64 target = words.target(targets, first + i);
      if (target < 0) break;
      if (marks.at(at) == 0 && words.excess(self, row, target, c) > 0) count++;
      for (i64 other = 0; other < words.classes && target == c; other++)
        if (marks.at(first + other) == 0 && words.excess(self, row, target, other) > 0) count--;
    }
    words.tensor(4).put(at, count * (words.tensor(3).at(words.each ? row : 0) / words.divisor));
  }
}
