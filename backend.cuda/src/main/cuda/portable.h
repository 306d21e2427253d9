// Functions of float64 with the bits of jackfield.aten.random.PortableMath and NormalQuantile.
#pragma once
#include "kernel.h"

#ifdef STANDIN
static inline u64 high_product(u64 a, u64 b) { return (u64)((unsigned __int128)a * b >> 64); }
static inline i64 bits_of(double a) { i64 r; memcpy(&r, &a, 8); return r; }
#define ROUNDED(sign, name, rounded) static inline double name(double a, double b) { return a sign b; }
static inline double square_root(double a) { return ::sqrt(a); }
#else
static __device__ u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }
static __device__ i64 bits_of(double a) { return __double_as_longlong(a); }
#define ROUNDED(sign, name, rounded) static __device__ double name(double a, double b) { return rounded(a, b); }
static __device__ double square_root(double a) { return __dsqrt_rn(a); }
#endif
ROUNDED(+, rounded_sum, __dadd_rn)
ROUNDED(-, rounded_difference, __dsub_rn)
ROUNDED(*, rounded_product, __dmul_rn)
ROUNDED(/, rounded_quotient, __ddiv_rn)

// A float64 that the compiler rounds after each operation: it fuses no product with a sum.
struct Rounded {
  double value;
  __device__ Rounded(double from) : value(from) {}
};
static __device__ Rounded operator+(Rounded a, Rounded b) { return rounded_sum(a.value, b.value); }
static __device__ Rounded operator-(Rounded a, Rounded b) { return rounded_difference(a.value, b.value); }
static __device__ Rounded operator*(Rounded a, Rounded b) { return rounded_product(a.value, b.value); }
static __device__ Rounded operator/(Rounded a, Rounded b) { return rounded_quotient(a.value, b.value); }
static __device__ Rounded operator-(Rounded a) { return -a.value; }

namespace portable {
constexpr double LN2_HIGH = 0x1.62E42FEp-1, LN2_LOW = 0x1.F473DE6AF278Fp-30;

// The natural logarithm of a positive finite number.
static __device__ Rounded log(Rounded a) {
  const bool tiny = a.value < 0x1p-1022;
  const i64 bits = bits_of(tiny ? (a * 0x1p54).value : a.value);
  double power = (double)((bits >> 52) - 1023 - (tiny ? 54 : 0));
  Rounded part = double_of((bits & (((i64)1 << 52) - 1)) | (i64)1022 << 52);
  if (part.value < 0x1.6A09E667F3BCDp-1) part = part * 2; else power += 1;
  const Rounded s = (part - 1) / (part + 1), square = s * s;
  Rounded sum = 0;
  for (int term = 11; term > 0; term--) sum = (sum + 1.0 / (2 * term + 1)) * square;
  return Rounded(power) * LN2_HIGH + (Rounded(2) * s + (Rounded(2) * s * sum + Rounded(power) * LN2_LOW));
}

static __device__ Rounded power_of_2(int exponent) { return double_of((i64)(exponent + 1023) << 52); }
static __device__ Rounded exp(Rounded a) {
  if (!(a.value <= 709.782712893384)) return a * double_of(0x7FF0000000000000LL);
  if (a.value < -745.1332191019412) return 0;
  const Rounded power = ::floor((a * 0x1.71547652B82FEp0 + 0.5).value);
  const Rounded rest = (a - power * LN2_HIGH) - power * LN2_LOW;
  Rounded sum = 1;
  for (int term = 14; term > 0; term--) sum = sum * rest / term + 1;
  const int whole = (int)power.value, half = whole / 2;
  return sum * power_of_2(half) * power_of_2(whole - half);
}

// The tangent of a half turns, from -1/2 to 1/2.
static __device__ Rounded tan_of_half_turns(Rounded a) {
  const Rounded size = ::fabs(a.value);
  const bool steep = size.value > 0.25;
  const Rounded angle = (steep ? Rounded(0.5) - size : size) * 3.141592653589793, square = angle * angle;
  Rounded sine = 1, cosine = 1;
  for (int term = 10; term > 0; term--) {
    sine = Rounded(1) - sine * square / (2 * term * (2 * term + 1));
    cosine = Rounded(1) - cosine * square / (2 * term * (2 * term - 1));
  }
  const Rounded tangent = steep ? cosine / (angle * sine) : angle * sine / cosine;
  return a.value < 0 ? -tangent : tangent;
}

// A quotient of polynomials of degree 7, whose coefficients are given from the highest power down.
struct Fraction { double above[8], below[8]; };
static __device__ Rounded polynomial(const double* coefficients, Rounded at) {
  Rounded sum = coefficients[0];
  for (int power = 1; power < 8; power++) sum = sum * at + coefficients[power];
  return sum;
}
#ifdef STANDIN
#define TABLE static const Fraction
#else
#define TABLE static __constant__ const Fraction
#endif
TABLE MIDDLE = {
    {2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
     1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0},
    {5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
     5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1}};
TABLE NEAR_TAIL = {
    {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
     3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0},
    {1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
     6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1}};
TABLE FAR_TAIL = {
    {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
     2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0},
    {2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
     1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1}};

// The quantile of the normal distribution of mean 0 and deviation 1, by Wichura's AS 241.
static __device__ Rounded normal_quantile(Rounded share) {
  const Rounded distance = share - 0.5;
  if (::fabs(distance.value) <= 0.425) {
    const Rounded at = Rounded(0.180625) - distance * distance;
    return distance * polynomial(MIDDLE.above, at) / polynomial(MIDDLE.below, at);
  }
  const bool lower = distance.value < 0;
  const Rounded root = square_root(-log(lower ? share : Rounded(1) - share).value);
  const bool near = root.value <= 5;
  const Rounded at = root - (near ? 1.6 : 5);
  const Fraction& tail = near ? NEAR_TAIL : FAR_TAIL;
  const Rounded size = polynomial(tail.above, at) / polynomial(tail.below, at);
  return lower ? -size : size;
}
}  // namespace portable
