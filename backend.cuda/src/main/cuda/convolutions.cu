// Convolutions and their gradients: sums of products of an image, of weights and of results at
// positions. A thread computes an element; floats are added up in double precision.
#include "reduce.h"

// The block is that of jackfield.aten.kernel.WindowProduct. Further numbers: which of the three is
// computed, which factors are conjugated (1 the first, 2 the second), the address of a bias and its step.
enum { IMAGE, POSITIONS, TAPS };

struct Axis {
  i64 positions = 1, taps = 1, image = 1, stride = 1, padding = 0, dilation = 1;
  i64 image_step = 0, position_step = 0, tap_step = 0;  // in bytes, for one index
};
struct Product : Words {
  int spatial, kind, conjugated;
  Axis axes[3];
  __device__ Product(const Block& block, const i64* far) : Words(block, far) {
    spatial = (rank() - 4) / 2;
    kind = (int)integer(4 * spatial);
    conjugated = (int)integer(4 * spatial + 1);
    for (int k = 0; k < spatial; k++) {
      Axis& axis = axes[3 - spatial + k];
      axis.positions = size(4 + k);
      axis.taps = size(4 + spatial + k);
      axis.image = integer(4 * k);
      axis.stride = integer(4 * k + 1);
      axis.padding = integer(4 * k + 2);
      axis.dilation = integer(4 * k + 3);
      axis.image_step = step(image(), 4 + k) / axis.stride;
      axis.position_step = step(positions(), 4 + k);
      axis.tap_step = step(weight(), 4 + spatial + k);
    }
  }
  // the operands
  __device__ int image() const { return kind == IMAGE ? 0 : 1; }
  __device__ int positions() const { return kind == POSITIONS ? 0 : kind == IMAGE ? 1 : 2; }
  __device__ int weight() const { return kind == TAPS ? 0 : 2; }
  __device__ const char* bias() const { return (const char*)integer(4 * spatial + 2); }
  __device__ i64 bias_step() const { return integer(4 * spatial + 3); }
  __device__ i64 extent(int d) const {
    return kind == IMAGE ? axes[d].image : kind == POSITIONS ? axes[d].positions : axes[d].taps;
  }
  __device__ i64 summed(int d) const { return kind == TAPS ? axes[d].positions : axes[d].taps; }
  __device__ i64 outputs() const {
    const i64 channels = kind == TAPS ? size(2) * size(3) : size(0) * (kind == IMAGE ? size(3) : size(2));
    return size(1) * channels * extent(0) * extent(1) * extent(2);
  }
  // Where indexes of an axis lead in each operand; false outside of the image or between windows.
  __device__ bool move(int d, i64 own, i64 other, i64* at) const {
    const Axis& axis = axes[d];
    const i64 tap = kind == TAPS ? own : other;
    i64 position = kind == TAPS ? other : own, index = own;
    if (kind == IMAGE) {
      const i64 left = own + axis.padding - tap * axis.dilation;
      position = left / axis.stride;
      if (left < 0 || position * axis.stride != left || position >= axis.positions) return false;
    } else {
      index = position * axis.stride - axis.padding + tap * axis.dilation;
      if (index < 0 || index >= axis.image) return false;
    }
    at[image()] += index * axis.image_step;
    at[positions()] += position * axis.position_step;
    at[weight()] += tap * axis.tap_step;
    return true;
  }
};

template <class T> static __device__ auto factor(const char* at, bool conjugated) -> typename Wide<T>::type {
  const auto value = widened(load(*(const T*)at));
  return conjugated ? conjugate(value) : value;
}
template <class T>
static __device__ typename Wide<T>::type spatial_sum(const Product& product, const i64* own, const i64* base) {
  typename Wide<T>::type sum = typename Wide<T>::type(0);
  for (i64 u = 0; u < product.summed(0); u++) {
    i64 outer[3] = {base[0], base[1], base[2]};
    if (!product.move(0, own[0], u, outer)) continue;
    for (i64 v = 0; v < product.summed(1); v++) {
      i64 middle[3] = {outer[0], outer[1], outer[2]};
      if (!product.move(1, own[1], v, middle)) continue;
      for (i64 w = 0; w < product.summed(2); w++) {
        i64 at[3] = {middle[0], middle[1], middle[2]};
        if (!product.move(2, own[2], w, at)) continue;
        sum = sum + factor<T>((const char*)at[1], product.conjugated & 1) *
                        factor<T>((const char*)at[2], product.conjugated & 2);
      }
    }
  }
  return sum;
}

template <class T> static __device__ void convolve(const Block& block, const i64* far) {
  const Product product(block, far);
  const i64 n = product.outputs();
  // the dimension over which is summed: image channels, channels of windows, or the batch
  const int inner = product.kind == POSITIONS ? 3 : product.kind == IMAGE ? 2 : 0;
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 left = i, own[3], index[4] = {0, 0, 0, 0};
    for (int d = 2; d >= 0; d--) {
      const i64 next = left / product.extent(d);
      own[d] = left - next * product.extent(d);
      left = next;
    }
    for (int d = 3; d >= 0; d--) {
      if (d == inner) continue;
      const i64 next = left / product.size(d);
      index[d] = left - next * product.size(d);
      left = next;
    }
    i64 base[3];
    for (int operand = 0; operand < 3; operand++) {
      base[operand] = (i64)product.address(operand);
      for (int d = 0; d < 4; d++) base[operand] += index[d] * product.step(operand, d);
    }
    typename Wide<T>::type sum = typename Wide<T>::type(0);
    if (product.bias()) {
      const i64 channel = product.kind == IMAGE ? index[1] * product.size(3) + index[3]
                                                : index[1] * product.size(2) + index[2];
      sum = sum + factor<T>(product.bias() + channel * product.bias_step(), false);
    }
    for (i64 k = 0; k < product.size(inner); k++) {
      i64 at[3];
      for (int operand = 0; operand < 3; operand++) at[operand] = base[operand] + k * product.step(operand, inner);
      sum = sum + spatial_sum<T>(product, own, at);
    }
    i64 target = base[0];
    for (int d = 0; d < 3; d++) {
      const Axis& axis = product.axes[d];
      target += own[d] * (product.kind == IMAGE ? axis.image_step : product.kind == POSITIONS ? axis.position_step : axis.tap_step);
    }
    *(T*)target = Store<T>::of(sum);
  }
}
#define CONVOLVE(name, T) KERNEL(convolve_##name) { convolve<T>(block, far); }
FOR_ALL(CONVOLVE)
