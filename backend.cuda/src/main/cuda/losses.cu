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
