// Products, counts, norms, and sums of powers of e. The blocks are those of reductions.cu.
#include "reduce.h"

template <class T> struct Product {
  typename Wide<T>::type product = typename Wide<T>::type(1);
  template <class C> __device__ void add(C a, i64) { product = product * widened(a); }
  __device__ void join(const Product& other) { product = product * other.product; }
  __device__ void store(char** at, const Words&, i64) const { *(T*)at[0] = Store<T>::of(product); }
};
#define PRODUCT_TYPE(name, T) typedef Product<T> Product_##name;
#define PRODUCT(name, T) REDUCTION(prod_##name, T, Product_##name, 1)
FOR_ALL(PRODUCT_TYPE)
FOR_ALL(PRODUCT)

// Sums that leave out NaN.
static __device__ i64 or_zero(i64 a) { return a; }
static __device__ double or_zero(double a) { return a != a ? 0 : a; }
template <class T> struct Known {
  typename Wide<T>::type sum = typename Wide<T>::type(0);
  template <class C> __device__ void add(C a, i64) { sum = sum + or_zero(widened(a)); }
  __device__ void join(const Known& other) { sum = sum + other.sum; }
  __device__ void store(char** at, const Words&, i64) const { *(T*)at[0] = Store<T>::of(sum); }
};
#define KNOWN_TYPE(name, T) typedef Known<T> Known_##name;
#define KNOWN(name, T) REDUCTION(nansum_##name, T, Known_##name, 1)
FOR_INTEGERS(KNOWN_TYPE)
FOR_INTEGERS(KNOWN)
FOR_FLOATS(KNOWN_TYPE)
FOR_FLOATS(KNOWN)

// Counts what is not 0. Number 1: 0 to store the count, 1 whether there is one, 2 whether all are.
struct Count {
  i64 count = 0;
  template <class C> __device__ void add(C a, i64) { count += to_bool(a) ? 1 : 0; }
  __device__ void join(const Count& other) { count += other.count; }
  __device__ void store(char** at, const Words& words, i64 n) const {
    const i64 wanted = words.integer(1);
    const i64 value = wanted == 0 ? count : wanted == 1 ? count > 0 : count == n;
    if (words.type(0) == 4) *(i64*)at[0] = value; else *(u8*)at[0] = (u8)value;
  }
};
#define COUNT(name, T) REDUCTION(count_##name, T, Count, 1)
FOR_ALL(COUNT)

// The position of the smallest element: the first of equal ones, and the first NaN.
template <class T> struct Smallest {
  typedef decltype(load(T())) C;
  C best = C(0);
  i64 position = -1;
  __device__ bool is_better(C a, i64 where) const {
    if (position < 0) return true;
    if (a != a || best != best) return a != a && (best == best || where < position);
    return a == best ? where < position : a < best;
  }
  __device__ void add(C a, i64 where) {
    if (!is_better(a, where)) return;
    best = a;
    position = where;
  }
  __device__ void join(const Smallest& other) {
    if (other.position >= 0) add(other.best, other.position);
  }
  __device__ void store(char** at, const Words&, i64) const { *(i64*)at[0] = position; }
};
#define SMALLEST(name, T) REDUCTION(argmin_##name, T, Smallest<T>, 1)
FOR_INTEGERS(SMALLEST)
FOR_FLOATS(SMALLEST)

// Norms of sizes. Number 1 is the power.
static __device__ double length(double a) { return ::fabs(a); }
static __device__ double length(Complex<double> a) { return ::hypot(a.re, a.im); }
struct Norm {
  double power = 0, total = 0;
  __device__ bool is_extreme() const { return power == infinity() || power == -infinity(); }
  __device__ void combine(double size) {
    if (is_extreme()) total = power > 0 ? largest(total, size) : smallest(total, size);
    else total += size;
  }
  template <class C> __device__ void add(C a, i64) {
    const double size = length(widened(a));
    if (is_extreme() || power == 1) combine(size);
    else combine(power == 0 ? size != 0 : power == 2 ? size * size : ::pow(size, power));
  }
  __device__ void join(const Norm& other) { combine(other.total); }
  __device__ void store(char** at, const Words& words, i64) const {
    const bool is_sum = is_extreme() || power == 0 || power == 1;
    const double value = is_sum ? total : power == 2 ? ::sqrt(total) : ::pow(total, 1 / power);
    store_as(words.type(0), at[0], 0, value);
  }
};
static __device__ void begin(Norm& norm, const Words& words) {
  norm.power = words.real(1);
  norm.total = norm.power == -infinity() ? infinity() : 0;
}
#define NORM(name, T) REDUCTION(norm_##name, T, Norm, 1)
FOR_FLOATS(NORM)
FOR_COMPLEX(NORM)

// The logarithm of the sum of powers of e, kept as the largest real part and the sum of the powers
// of the differences to it.
struct Powers {
  double largest = -infinity();
  Complex<double> sum = Complex<double>(0);
  __device__ static double finite(double a) { return special::is_infinite(a) ? 0 : a; }
  __device__ static Complex<double> power(double a) { return {::exp(a), 0}; }
  __device__ static Complex<double> power(Complex<double> a) {
    return a.im == 0 ? power(a.re) : Complex<double>(::exp(a.re) * ::cos(a.im), ::exp(a.re) * ::sin(a.im));
  }
  __device__ static double real(double a) { return a; }
  __device__ static double real(Complex<double> a) { return a.re; }
  // Infinite parts are not subtracted: exp gives 0 or infinity for them.
  __device__ void raise(double next) {
    if (!(next > largest) && next == next) return;
    const double factor = ::exp(finite(largest) - finite(next));
    if (largest != -infinity()) sum = {sum.re * factor, sum.im == 0 ? 0 : sum.im * factor};
    largest = next;
  }
  template <class C> __device__ void add(C a, i64) {
    const auto wide = widened(a);
    raise(real(wide));
    sum = sum + power(wide - decltype(wide)(finite(largest)));
  }
  __device__ void join(const Powers& other) {
    Powers lower = other;
    raise(other.largest);
    lower.raise(largest);
    sum = sum + lower.sum;
  }
  __device__ void store(char** at, const Words& words, i64) const {
    if (words.type(0) == 9 || words.type(0) == 10) {
      const Complex<double> value(::log(::hypot(sum.re, sum.im)) + finite(largest), ::atan2(sum.im, sum.re));
      store_as(words.type(0), at[0], 0, value);
    } else {
      store_as(words.type(0), at[0], 0, ::log(sum.re) + finite(largest));
    }
  }
};
#define POWERS(name, T) REDUCTION(logsumexp_##name, T, Powers, 1)
FOR_FLOATS(POWERS)
FOR_COMPLEX(POWERS)
