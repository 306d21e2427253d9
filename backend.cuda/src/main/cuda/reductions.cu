// Reductions. The block's first dimensions are those of the outputs; their number is number 0. A
// block of threads computes an output element; floats are added up in double precision.
#include "reduce.h"

template <class T, bool MEAN> struct Sum {
  typename Wide<T>::type sum = typename Wide<T>::type(0);
  template <class C> __device__ void add(C a, i64) { sum = sum + widened(a); }
  __device__ void join(const Sum& other) { sum = sum + other.sum; }
  __device__ void store(char** at, const Words&, i64 n) const {
    *(T*)at[0] = Store<T>::of(MEAN ? divided(sum, (double)n) : sum);
  }
};
#define SUM(name, T) REDUCTION(sum_##name, T, Sum_##name, 1)
#define SUM_TYPE(name, T) typedef Sum<T, false> Sum_##name;
#define MEAN_TYPE(name, T) typedef Sum<T, true> Mean_##name;
#define MEAN(name, T) REDUCTION(mean_##name, T, Mean_##name, 1)
FOR_ALL(SUM_TYPE)
FOR_ALL(SUM)
FOR_FLOATS(MEAN_TYPE)
FOR_FLOATS(MEAN)
FOR_COMPLEX(MEAN_TYPE)
FOR_COMPLEX(MEAN)

// The smallest or largest element and its position: the first of equal ones, and the first NaN.
template <class T, bool LARGEST> struct Extreme {
  typedef decltype(load(T())) C;
  C best = C(0);
  i64 position = -1;
  __device__ static bool is_nan(C a) { return a != a; }
  __device__ bool is_better(C a, i64 where) const {
    if (position < 0) return true;
    if (is_nan(a) || is_nan(best)) return is_nan(a) && (!is_nan(best) || where < position);
    return a == best ? where < position : LARGEST ? a > best : a < best;
  }
  __device__ void add(C a, i64 where) {
    if (!is_better(a, where)) return;
    best = a;
    position = where;
  }
  __device__ void join(const Extreme& other) {
    if (other.position >= 0) add(other.best, other.position);
  }
};
template <class T, bool LARGEST> struct Value : Extreme<T, LARGEST> {
  __device__ void store(char** at, const Words&, i64) const { *(T*)at[0] = Store<T>::of(this->best); }
};
template <class T, bool LARGEST> struct Position : Extreme<T, LARGEST> {
  __device__ void store(char** at, const Words&, i64) const { *(i64*)at[0] = this->position; }
};
template <class T, bool LARGEST> struct ValueAndPosition : Extreme<T, LARGEST> {
  __device__ void store(char** at, const Words&, i64) const {
    *(T*)at[0] = Store<T>::of(this->best);
    *(i64*)at[1] = this->position;
  }
};
template <class T> struct Range {
  Extreme<T, false> smallest;
  Extreme<T, true> largest;
  template <class C> __device__ void add(C a, i64 where) {
    smallest.add(a, where);
    largest.add(a, where);
  }
  __device__ void join(const Range& other) {
    smallest.join(other.smallest);
    largest.join(other.largest);
  }
  __device__ void store(char** at, const Words&, i64) const {
    *(T*)at[0] = Store<T>::of(smallest.best);
    *(T*)at[1] = Store<T>::of(largest.best);
  }
};
#define EXTREME_TYPES(name, T)                    \
  typedef Value<T, true> Amax_##name;             \
  typedef Value<T, false> Amin_##name;            \
  typedef Position<T, true> Argmax_##name;        \
  typedef ValueAndPosition<T, true> Max_##name;   \
  typedef ValueAndPosition<T, false> Min_##name;
#define EXTREMES(name, T)                         \
  REDUCTION(amax_##name, T, Amax_##name, 1)       \
  REDUCTION(amin_##name, T, Amin_##name, 1)       \
  REDUCTION(argmax_##name, T, Argmax_##name, 1)   \
  REDUCTION(aminmax_##name, T, Range<T>, 2)       \
  REDUCTION(max_dim_##name, T, Max_##name, 2)     \
  REDUCTION(min_dim_##name, T, Min_##name, 2)
FOR_INTEGERS(EXTREME_TYPES)
FOR_INTEGERS(EXTREMES)
FOR_FLOATS(EXTREME_TYPES)
FOR_FLOATS(EXTREMES)

// Means and sums of squared distances, joined as Chan, Golub and LeVeque did. Numbers 1 and 2: what
// is subtracted from the count to get the divisor, and whether the root is taken.
template <class T, int OUTPUTS> struct Spread {
  typedef typename Wide<T>::type C;
  C mean = C(0);
  double squares = 0;
  i64 count = 0;
  static __device__ double square(double a) { return a * a; }
  static __device__ double square(Complex<double> a) { return a.re * a.re + a.im * a.im; }
  static __device__ double product(double a, double b) { return a * b; }
  static __device__ double product(Complex<double> a, Complex<double> b) { return a.re * b.re + a.im * b.im; }
  template <class D> __device__ void add(D a, i64) {
    count++;
    C distance = widened(a) - mean;
    mean = mean + divided(distance, (double)count);
    squares += product(distance, widened(a) - mean);
  }
  __device__ void join(const Spread& other) {
    if (other.count == 0) return;
    if (count == 0) {
      *this = other;
      return;
    }
    const double total = (double)count + (double)other.count;
    const C distance = other.mean - mean;
    mean = mean + divided(distance * C(other.count), total);
    squares += other.squares + square(distance) * (double)count * (double)other.count / total;
    count += other.count;
  }
  __device__ void store(char** at, const Words& words, i64 n) const {
    const double divisor = (double)n - words.real(1);
    const double nan = double_of(0x7FF8000000000000LL);
    const double variance = n == 0 ? nan : squares / (divisor > 0 ? divisor : 0.0);
    store_as(words.type(0), at[0], 0, words.integer(2) ? ::sqrt(variance) : variance);
    if (OUTPUTS > 1) store_as(words.type(1), at[1], 0, n == 0 ? C(nan) : mean);
  }
};
#define SPREAD(name, T)                     \
  typedef Spread<T, 1> Var_##name;          \
  typedef Spread<T, 2> VarMean_##name;      \
  REDUCTION(var_##name, T, Var_##name, 1)   \
  REDUCTION(var_mean_##name, T, VarMean_##name, 2)
FOR_FLOATS(SPREAD)
FOR_COMPLEX(SPREAD)
