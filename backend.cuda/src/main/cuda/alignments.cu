// The connectionist temporal classification: the probability of all alignments of labels with steps
// of an input. A block of threads computes a sequence, a step at a time.
#include "across.h"

// The states of an alignment are the labels with blanks before, between and after them. Numbers:
// steps, sequences, labels, the most states, the blank, where the lengths of inputs and targets and
// the first target of each sequence are, scratch memory, whether infinite losses count as 0.
// Tensors: log_probs, targets, losses, alpha.
struct Alignment : Tensors {
  i64 steps, sequences, labels, states, blank;
  const i64* lengths;
  double* scratch;
  bool zero_infinity;
  Numbers logs, targets;
  __device__ Alignment(const Block& block, const i64* far)
      : Tensors(block, far), logs(tensor(0)), targets(tensor(1)) {
    steps = integer(1);
    sequences = integer(2);
    labels = integer(3);
    states = integer(4);
    blank = integer(5);
    lengths = (const i64*)integer(6);
    scratch = (double*)integer(7);
    zero_infinity = integer(8) != 0;
  }
  __device__ i64 length(i64 n) const { return lengths[n]; }
  __device__ i64 target_length(i64 n) const { return lengths[sequences + n]; }
  __device__ i64 own_states(i64 n) const { return 2 * target_length(n) + 1; }
  __device__ i64 label(i64 n, i64 state) const {
    if (state % 2 == 0) return blank;
    const i64 found = integer_of(targets, lengths[2 * sequences + n] + state / 2);
    return found >= 0 && found < labels ? found : blank;
  }
  // Whether a step may go from a state past the next one.
  __device__ bool skips(i64 n, i64 state) const {
    return state + 2 < own_states(n) && label(n, state) != label(n, state + 2);
  }
  __device__ double log_prob(i64 n, i64 step, i64 label) const { return logs.at((step * sequences + n) * labels + label); }
  __device__ i64 alpha_at(i64 n, i64 step, i64 state) const { return (n * steps + step) * states + state; }
  __device__ double* row(i64 n, i64 step) const { return scratch + (2 * n + step % 2) * states; }
};
// The logarithm of the sum of three numbers given by their logarithms.
static __device__ double log_sum(double a, double b, double c) {
  const double most = Most::of(a, Most::of(b, c));
  if (most == -infinity()) return most;
  return most + ::log(::exp(a - most) + ::exp(b - most) + ::exp(c - most));
}

// Finds the first target that is no label. Number 9: where its sequence, or -1, and its value are written.
COOPERATIVE_KERNEL(alignment_check) {
  __shared__ i64 parts[256];
  const Alignment words(block, far);
  i64* result = (i64*)words.integer(9);
  const i64 most = (words.states - 1) / 2, n = words.sequences * most;
  i64 first = n;
  for (i64 i = threadIdx.x; i < n && first == n; i += blockDim.x) {
    const i64 sequence = i / most, place = i % most;
    if (place >= words.target_length(sequence)) continue;
    const i64 found = integer_of(words.targets, words.lengths[2 * words.sequences + sequence] + place);
    if (found < 0 || found >= words.labels) first = i;
  }
  first = least_of(first, parts);
  if (threadIdx.x != 0) return;
  result[0] = first == n ? -1 : first / most;
  if (first < n) result[1] = integer_of(words.targets, words.lengths[2 * words.sequences + first / most] + first % most);
}

COOPERATIVE_KERNEL(alignment_forward) {
  const Alignment words(block, far);
  const Numbers losses = words.tensor(2), alphas = words.tensor(3);
  const double never = -infinity();
  for (i64 n = blockIdx.x; n < words.sequences; n += gridDim.x) {
    const i64 states = words.own_states(n), length = words.length(n);
    for (i64 t = 0; t < words.steps; t++) {
      double *own = words.row(n, t), *before = words.row(n, t + 1);
      for (i64 s = threadIdx.x; s < words.states; s += blockDim.x) {
        double value = never;
        if (t < length && s < states) {
          value = t == 0 ? (s < 2 ? 0 : never)
                         : log_sum(before[s], s > 0 ? before[s - 1] : never,
                                   s > 1 && words.skips(n, s - 2) ? before[s - 2] : never);
          value += words.log_prob(n, t, words.label(n, s));
        }
        if (t < length) own[s] = value;
        alphas.put(words.alpha_at(n, t, s), value);
      }
      __syncthreads();
    }
    if (threadIdx.x == 0) {
      const double* end = words.row(n, length + 1);
      const double none = states == 1 ? 0 : infinity();
      losses.put(n, length == 0 ? none : -log_sum(end[states - 1], states > 1 ? end[states - 2] : never, never));
    }
    __syncthreads();
  }
}

// Tensors from 4 on: the gradient of the losses, that of log_probs. It contains the gradient of the
// softmax by which the logarithms are normalised.
COOPERATIVE_KERNEL(alignment_backward) {
  const Alignment words(block, far);
  const Numbers losses = words.tensor(2), alphas = words.tensor(3), to = words.tensor(5);
  const double never = -infinity();
  for (i64 n = blockIdx.x; n < words.sequences; n += gridDim.x) {
    const i64 states = words.own_states(n), last = states - 1;
    const double loss = losses.at(n), incoming = words.tensor(4).at(n);
    const i64 length = words.zero_infinity && loss == infinity() ? 0 : words.length(n);
    for (i64 i = threadIdx.x; i < (words.steps - length) * words.labels; i += blockDim.x)
      to.put(((length + i / words.labels) * words.sequences + n) * words.labels + i % words.labels, 0);
    for (i64 t = length - 1; t >= 0; t--) {
      double *own = words.row(n, t), *after = words.row(n, t + 1);
      for (i64 s = threadIdx.x; s < states; s += blockDim.x) {
        const double value = t == length - 1 ? (s >= last - 1 ? 0 : never)
                                             : log_sum(after[s], s < last ? after[s + 1] : never,
                                                       words.skips(n, s) ? after[s + 2] : never);
        own[s] = value + words.log_prob(n, t, words.label(n, s));
      }
      __syncthreads();
      for (i64 c = threadIdx.x; c < words.labels; c += blockDim.x) {
        double through = never;
        for (i64 s = 0; s < states; s++)
          if (words.label(n, s) == c) through = log_sum(through, alphas.at(words.alpha_at(n, t, s)) + own[s], never);
        const double log = words.log_prob(n, t, c);
        to.put((t * words.sequences + n) * words.labels + c, (::exp(log) - ::exp(through + loss - log)) * incoming);
      }
      __syncthreads();
    }
  }
}
