// Kernels along one dimension: softmax, its logarithm, and their gradients. A block of threads
// computes a line. Operands: out, then inputs. The last dimension is that of the line.
#include "across.h"

static __device__ double minus_infinity() { return double_of((i64)0xFFF0000000000000ULL); }
template <class T> static __device__ double at_line(const char* line, i64 step, i64 i) {
  return (double)load(*(const T*)(line + i * step));
}

template <class Out, class T, bool LOGARITHM>
static __device__ void softmax(const Block& block, const i64* far, double* parts) {
  const Words words(block, far);
  const int last = words.rank() - 1;
  const i64 lines = words.count(0, last), length = words.size(last);
  const i64 to_step = words.step(0, last), step = words.step(1, last);
  for (i64 line = blockIdx.x; line < lines; line += gridDim.x) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(line, 0, last, at);
    double most = minus_infinity();
    for (i64 i = threadIdx.x; i < length; i += blockDim.x) most = Most::of(most, at_line<T>(at[1], step, i));
    most = across<Most>(most, parts);
    double sum = 0;
    for (i64 i = threadIdx.x; i < length; i += blockDim.x) sum += ::exp(at_line<T>(at[1], step, i) - most);
    sum = across<Plus>(sum, parts);
    const double log_sum = ::log(sum);
    for (i64 i = threadIdx.x; i < length; i += blockDim.x) {
      const double a = at_line<T>(at[1], step, i) - most;
      *(Out*)(at[0] + i * to_step) = Store<Out>::of(LOGARITHM ? a - log_sum : ::exp(a) / sum);
    }
  }
}
// (g - sum g y) y for the softmax y, g - exp(y) sum g for its logarithm.
template <class Out, class T, bool LOGARITHM>
static __device__ void softmax_backward(const Block& block, const i64* far, double* parts) {
  const Words words(block, far);
  const int last = words.rank() - 1;
  const i64 lines = words.count(0, last), length = words.size(last);
  const i64 to_step = words.step(0, last), step = words.step(1, last), y_step = words.step(2, last);
  for (i64 line = blockIdx.x; line < lines; line += gridDim.x) {
    char* at[3] = {words.address(0), words.address(1), words.address(2)};
    words.place<3>(line, 0, last, at);
    double sum = 0;
    for (i64 i = threadIdx.x; i < length; i += blockDim.x) {
      const double g = at_line<T>(at[1], step, i);
      sum += LOGARITHM ? g : g * at_line<T>(at[2], y_step, i);
    }
    sum = across<Plus>(sum, parts);
    for (i64 i = threadIdx.x; i < length; i += blockDim.x) {
      const double g = at_line<T>(at[1], step, i), y = at_line<T>(at[2], y_step, i);
      *(Out*)(at[0] + i * to_step) = Store<Out>::of(LOGARITHM ? g - ::exp(y) * sum : (g - sum) * y);
    }
  }
}
#define LINES(name, Out, T)                                                                          \
  COOPERATIVE_KERNEL(softmax_##name) { __shared__ double parts[256]; softmax<Out, T, false>(block, far, parts); } \
  COOPERATIVE_KERNEL(log_softmax_##name) { __shared__ double parts[256]; softmax<Out, T, true>(block, far, parts); } \
  COOPERATIVE_KERNEL(softmax_backward_##name) { __shared__ double parts[256]; softmax_backward<Out, T, false>(block, far, parts); } \
  COOPERATIVE_KERNEL(log_softmax_backward_##name) { __shared__ double parts[256]; softmax_backward<Out, T, true>(block, far, parts); }
LINES(float16, Half, Half)
LINES(bfloat16, BFloat, BFloat)
LINES(float32, float, float)
LINES(float64, double, double)
// half_to_float, and its gradient
LINES(float32_of_float16, float, Half)
LINES(float16_of_float32, Half, float)

// Normalizes rows. Operands: out, mean, reciprocal deviation, input, weight, bias; the last two may
// be absent, with type -1. All are row-major. Numbers: rows, columns, eps.
template <class T>
static __device__ void layer_norm(const Block& block, const i64* far, double* parts) {
  const Words words(block, far);
  const i64 rows = words.integer(0), columns = words.integer(1);
  const double eps = words.real(2);
  const char *weight = words.address(4), *bias = words.address(5);
  const int weight_type = words.type(4), bias_type = words.type(5);
  for (i64 row = blockIdx.x; row < rows; row += gridDim.x) {
    const T* x = (const T*)words.address(3) + row * columns;
    T* y = (T*)words.address(0) + row * columns;
    double sum = 0, squares = 0;
    for (i64 i = threadIdx.x; i < columns; i += blockDim.x) sum += (double)load(x[i]);
    const double mean = across<Plus>(sum, parts) / (double)columns;
    for (i64 i = threadIdx.x; i < columns; i += blockDim.x) {
      const double distance = (double)load(x[i]) - mean;
      squares += distance * distance;
    }
    const double scale = 1 / ::sqrt(across<Plus>(squares, parts) / (double)columns + eps);
    for (i64 i = threadIdx.x; i < columns; i += blockDim.x) {
      const double normal = ((double)load(x[i]) - mean) * scale;
      y[i] = Store<T>::of(normal * (weight ? load_as(weight_type, weight, i) : 1) +
                         (bias ? load_as(bias_type, bias, i) : 0));
    }
    if (threadIdx.x == 0) {
      store_as(words.type(1), words.address(1), row, mean);
      store_as(words.type(2), words.address(2), row, scale);
    }
  }
}
#define NORM(name, T) COOPERATIVE_KERNEL(layer_norm_##name) { __shared__ double parts[256]; layer_norm<T>(block, far, parts); }
FOR_FLOATS(NORM)
