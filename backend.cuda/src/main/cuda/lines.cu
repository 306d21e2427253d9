// Kernels along one dimension: softmax, its logarithm, and their gradients. A block of threads
// computes a line. Operands: out, then inputs. The last dimension is that of the line.
#include "across.h"

static __device__ double minus_infinity() { return double_of((i64)0xFFF0000000000000ULL); }
template <class T> static __device__ double at_line(const char* line, i64 step, i64 i) {
  return (double)load(*(const T*)(line + i * step));
}

// What exponentials are computed in. Sums over threads are in double precision.
template <class T> struct Precision { typedef float type; };
template <> struct Precision<double> { typedef double type; };
static __device__ float exponential(float a) { return ::expf(a); }
static __device__ double exponential(double a) { return ::exp(a); }
static __device__ float larger(float a, float b) { return a != a || b != b ? a + b : a > b ? a : b; }
static __device__ double larger(double a, double b) { return Most::of(a, b); }

// The elements of a line that a thread keeps in registers, so that memory is read once.
static const int KEPT = 8;  // packs of a thread
template <class T, class C> struct Kept {
  static const int N = 16 / sizeof(T) < 4 ? 16 / sizeof(T) : 4;
  C x[KEPT][N];
  static __device__ bool fits(const char* line, i64 step, i64 length) {
    return step == sizeof(T) && length % N == 0 && length / N <= KEPT * blockDim.x && (i64)line % (i64)sizeof(Pack<T, N>) == 0;
  }
  // Calls each with the numbers of the elements that this thread has: pack, place in it, and in the line.
  template <class Each> static __device__ void each(i64 length, Each each) {
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
      const i64 pack = threadIdx.x + (i64)k * blockDim.x;
      if (pack * N < length)
#pragma unroll
        for (int v = 0; v < N; v++) each(k, v, pack * N + v);
    }
  }
  __device__ void read(const char* line, i64 length) {
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
      const i64 pack = threadIdx.x + (i64)k * blockDim.x;
      if (pack * N < length) {
        const Pack<T, N> own = ((const Pack<T, N>*)line)[pack];
#pragma unroll
        for (int v = 0; v < N; v++) x[k][v] = (C)load(own.v[v]);
      }
    }
  }
  template <class Out> __device__ void write(char* line, i64 step, i64 length) const {
    const bool is_dense = step == sizeof(Out) && (i64)line % (i64)sizeof(Pack<Out, N>) == 0;
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
      const i64 pack = threadIdx.x + (i64)k * blockDim.x;
      if (pack * N >= length) continue;
      Pack<Out, N> own;
#pragma unroll
      for (int v = 0; v < N; v++) own.v[v] = Store<Out>::of(x[k][v]);
      if (is_dense) ((Pack<Out, N>*)line)[pack] = own;
      else
        for (int v = 0; v < N; v++) *(Out*)(line + (pack * N + v) * step) = own.v[v];
    }
  }
};

template <class Out, class T, bool LOGARITHM>
static __device__ void softmax_kept(char* to, i64 to_step, const char* from, i64 length, double* parts) {
  typedef typename Precision<T>::type C;
  typedef Kept<T, C> Line;
  Line line;
  line.read(from, length);
  C most = (C)minus_infinity();
  Line::each(length, [&](int k, int v, i64) { most = larger(most, line.x[k][v]); });
  most = (C)across<Most>(most, parts);
  C own = 0;
  Line::each(length, [&](int k, int v, i64) {
    const C power = exponential(line.x[k][v] - most);
    own += power;
    line.x[k][v] = LOGARITHM ? line.x[k][v] - most : power;
  });
  const double sum = across<Plus>(own, parts);
  const C change = (C)(LOGARITHM ? ::log(sum) : 1 / sum);
  Line::each(length, [&](int k, int v, i64) { line.x[k][v] = LOGARITHM ? line.x[k][v] - change : line.x[k][v] * change; });
  line.template write<Out>(to, to_step, length);
}
template <class Out, class T, bool LOGARITHM>
static __device__ void softmax_read_again(char* to, i64 to_step, const char* from, i64 step, i64 length, double* parts) {
  typedef typename Precision<T>::type C;
  C most = (C)minus_infinity();
  for (i64 i = threadIdx.x; i < length; i += blockDim.x) most = larger(most, (C)at_line<T>(from, step, i));
  most = (C)across<Most>(most, parts);
  double sum = 0;
  for (i64 i = threadIdx.x; i < length; i += blockDim.x) sum += exponential((C)at_line<T>(from, step, i) - most);
  sum = across<Plus>(sum, parts);
  const C change = (C)(LOGARITHM ? ::log(sum) : 1 / sum);
  for (i64 i = threadIdx.x; i < length; i += blockDim.x) {
    const C a = (C)at_line<T>(from, step, i) - most;
    *(Out*)(to + i * to_step) = Store<Out>::of(LOGARITHM ? a - change : exponential(a) * change);
  }
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
    if (Kept<T, double>::fits(at[1], step, length)) {
      softmax_kept<Out, T, LOGARITHM>(at[0], to_step, at[1], length, parts);
    } else {
      softmax_read_again<Out, T, LOGARITHM>(at[0], to_step, at[1], step, length, parts);
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
  BOUND_KERNEL(softmax_##name, 3) { __shared__ double parts[256]; softmax<Out, T, false>(block, far, parts); } \
  BOUND_KERNEL(log_softmax_##name, 3) { __shared__ double parts[256]; softmax<Out, T, true>(block, far, parts); } \
  BOUND_KERNEL(softmax_backward_##name, 3) { __shared__ double parts[256]; softmax_backward<Out, T, false>(block, far, parts); } \
  BOUND_KERNEL(log_softmax_backward_##name, 3) { __shared__ double parts[256]; softmax_backward<Out, T, true>(block, far, parts); }
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
  const bool is_own_weight = weight_type == words.type(0), is_own_bias = bias_type == words.type(0);
  for (i64 row = blockIdx.x; row < rows; row += gridDim.x) {
    const T* x = (const T*)words.address(3) + row * columns;
    T* y = (T*)words.address(0) + row * columns;
    typedef typename Precision<T>::type C;
    typedef Kept<T, C> Line;
    const bool is_kept = Line::fits((const char*)x, sizeof(T), columns);
    Line line;
    C sum = 0, squares = 0;  // of a thread; those of all threads are added in double precision
    if (is_kept) {
      line.read((const char*)x, columns);
      Line::each(columns, [&](int k, int v, i64) { sum += line.x[k][v]; });
    } else {
      for (i64 i = threadIdx.x; i < columns; i += blockDim.x) sum += (C)load(x[i]);
    }
    const double mean = across<Plus>(sum, parts) / (double)columns;
    const C center = (C)mean;
    const auto add_square = [&](C a) { squares += (a - center) * (a - center); };
    if (is_kept) Line::each(columns, [&](int k, int v, i64) { add_square(line.x[k][v]); });
    else
      for (i64 i = threadIdx.x; i < columns; i += blockDim.x) add_square((C)load(x[i]));
    const double scale = 1 / ::sqrt(across<Plus>(squares, parts) / (double)columns + eps);
    const C factor = (C)scale;
    const auto normal = [&](C a, i64 i) {
      C result = (a - center) * factor;
      if (weight) result *= is_own_weight ? (C)load(((const T*)weight)[i]) : (C)load_as(weight_type, weight, i);
      if (bias) result += is_own_bias ? (C)load(((const T*)bias)[i]) : (C)load_as(bias_type, bias, i);
      return result;
    };
    if (is_kept) {
      Line::each(columns, [&](int k, int v, i64 i) { line.x[k][v] = normal(line.x[k][v], i); });
      line.template write<T>((char*)y, sizeof(T), columns);
    } else {
      for (i64 i = threadIdx.x; i < columns; i += blockDim.x) y[i] = Store<T>::of(normal((C)load(x[i]), i));
    }
    if (threadIdx.x == 0) {
      store_as(words.type(1), words.address(1), row, mean);
      store_as(words.type(2), words.address(2), row, scale);
    }
  }
}
#define NORM(name, T) BOUND_KERNEL(layer_norm_##name, 3) { __shared__ double parts[256]; layer_norm<T>(block, far, parts); }
FOR_FLOATS(NORM)
