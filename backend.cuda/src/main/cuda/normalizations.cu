// Batch and group normalization and their gradients, and those of layer normalization. A block of
// threads computes a channel or a group, in double precision.
#include "across.h"

// Elements of a channel of samples with channels of inner elements.
struct Channels {
  i64 samples, channels, inner;
  __device__ i64 size() const { return samples * inner; }
  __device__ i64 position(i64 channel, i64 i) const { return ((i / inner) * channels + channel) * inner + i % inner; }
};

// Numbers: training, momentum, eps, samples, channels, inner. Tensors: input, weight, bias, running
// mean and variance, out, mean, reciprocal deviation.
COOPERATIVE_KERNEL(batch_norm) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const bool training = words.integer(1);
  const double momentum = words.real(2), eps = words.real(3);
  const Channels channels = {words.integer(4), words.integer(5), words.integer(6)};
  const Numbers x = words.tensor(0), weight = words.tensor(1), bias = words.tensor(2);
  const Numbers running_mean = words.tensor(3), running_var = words.tensor(4), y = words.tensor(5);
  const i64 n = channels.size();
  for (i64 c = blockIdx.x; c < channels.channels; c += gridDim.x) {
    double mean = 0, squares = 0, variance = 0;
    if (training) {
      for (i64 i = threadIdx.x; i < n; i += blockDim.x) mean += x.at(channels.position(c, i));
      mean = across<Plus>(mean, parts) / (double)n;
      for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
        const double distance = x.at(channels.position(c, i)) - mean;
        squares += distance * distance;
      }
      squares = across<Plus>(squares, parts);
      variance = squares / (double)n;
    } else {
      mean = running_mean.at(c);
      variance = running_var.at(c);
    }
    const bool is_constant = training && variance == 0 && eps == 0;  // and becomes its bias
    const double scale = is_constant ? 0 : 1 / ::sqrt(variance + eps);
    if (training && threadIdx.x == 0) {
      words.tensor(6).put(c, mean);
      words.tensor(7).put(c, scale);
      if (!running_mean.is_absent()) running_mean.put(c, momentum * mean + (1 - momentum) * running_mean.at(c));
      if (!running_var.is_absent())
        running_var.put(c, momentum * (squares / (double)(n - 1)) + (1 - momentum) * running_var.at(c));
    }
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
      const i64 at = channels.position(c, i);
      y.put(at, (x.at(at) - mean) * scale * weight.at_or(c, 1) + bias.at_or(c, 0));
    }
  }
}

// Numbers: training, eps, samples, channels, inner. Tensors: gradient, input, weight, means,
// deviations, then the gradients of input, weight and bias.
COOPERATIVE_KERNEL(batch_norm_backward) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const bool training = words.integer(1);
  const double eps = words.real(2);
  const Channels channels = {words.integer(3), words.integer(4), words.integer(5)};
  const Numbers grad = words.tensor(0), x = words.tensor(1), weight = words.tensor(2), to = words.tensor(5);
  const i64 n = channels.size();
  for (i64 c = blockIdx.x; c < channels.channels; c += gridDim.x) {
    const double mean = words.tensor(3).at(c), deviation = words.tensor(4).at(c);
    const double scale = training ? deviation : 1 / ::sqrt(deviation + eps);
    double sum = 0, products = 0;
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
      const i64 at = channels.position(c, i);
      sum += grad.at(at);
      products += grad.at(at) * (x.at(at) - mean) * scale;
    }
    sum = across<Plus>(sum, parts);
    products = across<Plus>(products, parts);
    if (threadIdx.x == 0 && !words.tensor(6).is_absent()) words.tensor(6).put(c, products);
    if (threadIdx.x == 0 && !words.tensor(7).is_absent()) words.tensor(7).put(c, sum);
    const double share = training ? 1.0 / (double)n : 0;
    for (i64 i = threadIdx.x; i < n && !to.is_absent(); i += blockDim.x) {
      const i64 at = channels.position(c, i);
      const double normal = (x.at(at) - mean) * scale;
      to.put(at, (grad.at(at) - (sum + normal * products) * share) * scale * weight.at_or(c, 1));
    }
  }
}

// Numbers: groups, the size of one, channels, inner, eps. Tensors: input, weight, bias, out, means,
// reciprocal deviations.
COOPERATIVE_KERNEL(group_norm) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const i64 groups = words.integer(1), n = words.integer(2), channels = words.integer(3), inner = words.integer(4);
  const double eps = words.real(5);
  const Numbers x = words.tensor(0), weight = words.tensor(1), bias = words.tensor(2), y = words.tensor(3);
  for (i64 group = blockIdx.x; group < groups; group += gridDim.x) {
    const i64 first = group * n;
    double mean = 0, squares = 0;
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) mean += x.at(first + i);
    mean = across<Plus>(mean, parts) / (double)n;
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
      const double distance = x.at(first + i) - mean;
      squares += distance * distance;
    }
    const double scale = 1 / ::sqrt(across<Plus>(squares, parts) / (double)n + eps);
    for (i64 i = threadIdx.x; i < n; i += blockDim.x) {
      const i64 channel = (first + i) / inner % channels;
      y.put(first + i, (x.at(first + i) - mean) * scale * weight.at_or(channel, 1) + bias.at_or(channel, 0));
    }
    if (threadIdx.x == 0) {
      words.tensor(4).put(group, mean);
      words.tensor(5).put(group, scale);
    }
  }
}

// Numbers: groups, the size of one, channels, inner. Tensors: gradient, input, weight, means,
// reciprocal deviations, then the gradients of input, weight and bias.
COOPERATIVE_KERNEL(group_norm_backward) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const i64 groups = words.integer(1), n = words.integer(2), channels = words.integer(3), inner = words.integer(4);
  const Numbers grad = words.tensor(0), x = words.tensor(1), weight = words.tensor(2), to = words.tensor(5);
  for (i64 group = blockIdx.x; group < groups; group += gridDim.x) {
    const double mean = words.tensor(3).at(group), scale = words.tensor(4).at(group);
    double sum = 0, products = 0;
    for (i64 at = group * n + threadIdx.x; at < (group + 1) * n; at += blockDim.x) {
      const double g = grad.at(at) * weight.at_or(at / inner % channels, 1);
      sum += g;
      products += g * (x.at(at) - mean) * scale;
    }
    sum = across<Plus>(sum, parts) / (double)n;
    products = across<Plus>(products, parts) / (double)n;
    for (i64 at = group * n + threadIdx.x; at < (group + 1) * n; at += blockDim.x) {
      const double g = grad.at(at) * weight.at_or(at / inner % channels, 1);
      to.put(at, scale * (g - sum - (x.at(at) - mean) * scale * products));
    }
  }
}
COOPERATIVE_KERNEL(group_norm_parameters) {
  __shared__ double parts[256];
  const Tensors words(block, far);
  const i64 groups = words.integer(1), n = words.integer(2), inner = words.integer(4);
  const Channels channels = {groups * n / (words.integer(3) * inner), words.integer(3), inner};
  const Numbers grad = words.tensor(0), x = words.tensor(1);
  for (i64 c = blockIdx.x; c < channels.channels; c += gridDim.x) {
    double sum = 0, products = 0;
    for (i64 i = threadIdx.x; i < channels.size(); i += blockDim.x) {
      const i64 at = channels.position(c, i), group = at / n;
      sum += grad.at(at);
      products += grad.at(at) * (x.at(at) - words.tensor(3).at(group)) * words.tensor(4).at(group);
    }
    sum = across<Plus>(sum, parts);
    products = across<Plus>(products, parts);
    if (threadIdx.x == 0 && !words.tensor(6).is_absent()) words.tensor(6).put(c, products);
    if (threadIdx.x == 0 && !words.tensor(7).is_absent()) words.tensor(7).put(c, sum);
  }
}
