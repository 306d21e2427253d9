// Special functions of double precision. The formulas are those of the NIST Digital Library of
// Mathematical Functions, as in the CPU's kernels. kernel.h includes this file.
#pragma once

static __device__ double not_a_number() { return double_of(0x7FF8000000000000LL); }
static __device__ double infinity() { return double_of(0x7FF0000000000000LL); }

namespace special {
#define PI 3.141592653589793
#define EULER 0.5772156649015329
#define NEGLIGIBLE 8.673617379884035e-19  // 2^-60
#define LARGE 25.0                        // above, the asymptotic series are exact to 2^-53

static __device__ bool is_infinite(double x) { return x == infinity() || x == -infinity(); }
static __device__ double sinc(double x) { return x == 0 ? 1 : ::sin(PI * x) / (PI * x); }

// ---- activations

static __device__ double softplus(double x) {
  return (x != x || x > 0 ? x : 0) + ::log1p(::exp(-::fabs(x)));
}
static __device__ double mish(double x) { return x * ::tanh(softplus(x)); }
static __device__ double gelu(double x) { return x * ::erfc(-x / ::sqrt(2.0)) / 2; }
static __device__ double gelu_inner(double x) { return ::sqrt(2 / PI) * (x + 0.044715 * x * x * x); }
static __device__ double tanh_gelu(double x) { return x * (1 + ::tanh(gelu_inner(x))) / 2; }
static __device__ double gelu_slope(double x) {
  return ::erfc(-x / ::sqrt(2.0)) / 2 + x * ::exp(-x * x / 2) / ::sqrt(2 * PI);
}
static __device__ double tanh_gelu_slope(double x) {
  const double t = ::tanh(gelu_inner(x));
  const double inner = ::sqrt(2 / PI) * (1 + 3 * 0.044715 * x * x);
  return (1 + t) / 2 + x * (1 - t * t) * inner / 2;
}

// ---- gamma functions

static __device__ double log_gamma(double x) { return is_infinite(x) ? infinity() : ::lgamma(x); }

// The asymptotic series, after steps upwards to 10.
static __device__ double digamma_right(double x) {
  double sum = 0;
  for (; x < 10; x++) sum -= 1 / x;
  const double y = 1 / (x * x);
  return sum + ::log(x) - 1 / (2 * x) -
         y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y * (1.0 / 132 -
         y * (691.0 / 32760 - y / 12))))));
}
static __device__ double digamma(double x) {
  if (x == 0) return ::copysign(infinity(), -x);
  if (x > 0 || x != x) return is_infinite(x) ? x : digamma_right(x);
  const double distance = x - ::rint(x);
  return distance == 0 || is_infinite(x) ? not_a_number()
                                         : digamma_right(1 - x) - PI / ::tan(PI * distance);
}

// The sum of (q + k) ** -x over k from 0 on, by the formula of Euler and Maclaurin.
static __device__ double zeta_tail(double x, double at) {
  const double bernoulli[8] = {1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160,
                               -691.0 / 1307674368000.0, 1.0 / 74724249600.0, -3617.0 / 1.067062284288e16};
  const double power = ::pow(at, -x);
  double sum = power * at / (x - 1) + power / 2, factor = x * power / at;
  for (int i = 0; i < 8; i++) {
    sum += bernoulli[i] * factor;
    factor *= (x + 2 * i + 1) * (x + 2 * i + 2) / (at * at);
  }
  return sum;
}
static __device__ double zeta_near(double x, double q) {
  double sum = 0, at = q;
  for (int k = 0; k < 12 || at <= 12; k++) {
    const double term = ::pow(at, -x);
    sum += term;
    at++;
    if (::fabs(term) < ::fabs(sum) * NEGLIGIBLE && at > 1) return sum;
  }
  return sum + zeta_tail(x, at);
}
static __device__ double zeta(double x, double q) {
  if (x == 1) return infinity();
  if (!(x > 1) || q != q) return not_a_number();
  if (q <= 0) {
    if (q == ::floor(q)) return infinity();
    if (x != ::floor(x)) return not_a_number();
  }
  if (q >= -1024) return zeta_near(x, q);
  // The terms left of 0 are those of two sums without end.
  const double right = q - ::floor(q);
  const double left = zeta_near(x, 1 - right) - zeta_near(x, 1 - q);
  return (::fmod(x, 2.0) == 0 ? left : -left) + zeta_near(x, right);
}
static __device__ double trigamma(double x) {
  if (x >= 0.5 || x != x) return is_infinite(x) ? 0 : x != x ? x : zeta(2, x);
  const double sine = PI / ::sin(PI * (x - ::rint(x)));
  return sine * sine - zeta(2, 1 - x);
}
static __device__ double polygamma(double order, double x) {
  if (order == 0) return digamma(x);
  if (order == 1) return trigamma(x);
  const double sign = ::fmod(order, 2.0) == 0 ? -1 : 1;
  return sign * ::exp(::lgamma(order + 1)) * zeta(order + 1, x);
}

// Incomplete gamma functions: below a + 1 by the power series, above by the continued fraction.
static __device__ double gamma_factor(double a, double x) { return ::exp(a * ::log(x) - x - ::lgamma(a)); }
static __device__ double gamma_series(double a, double x) {
  double term = 1 / a, sum = term;
  for (double k = 1; k < 1e6 && term > sum * NEGLIGIBLE; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum * gamma_factor(a, x);
}
// Evaluated as Lentz did.
static __device__ double gamma_fraction(double a, double x) {
  double b = x + 1 - a, c = 1e300, d = 1 / b, value = d, change = 0;
  for (double k = 1; k < 1e6 && ::fabs(change - 1) > 1e-16; k++) {
    const double n = k * (a - k);
    b += 2;
    d = n * d + b;
    d = 1 / (d == 0 ? 1e-300 : d);
    c = b + n / c;
    if (c == 0) c = 1e-300;
    change = c * d;
    value *= change;
  }
  return value * gamma_factor(a, x);
}
// Temme's expansion for large a, where the series and the fraction cancel: the part above x.
static __device__ double gamma_far(double a, double x) {
  const double m = (x - a) / a;
  double square = 0;  // 2 (m - log(1 + m))
  if (::fabs(m) < 0.01) {
    double power = m;
    for (int k = 2; k < 12; k++) {
      power *= -m;
      square -= 2 * power / k;
    }
  } else {
    square = 2 * (m - ::log1p(m));
  }
  if (a * square > 1500) return m < 0 ? 1 : 0;  // the rest is less than the smallest number
  const double eta = m < 0 ? -::sqrt(square) : ::sqrt(square);
  const double first = -1.0 / 3 + eta * (1.0 / 12 + eta * (-2.0 / 135 + eta * (1.0 / 864 + eta * (1.0 / 2835 + eta * (-139.0 / 777600 + eta / 25515)))));
  const double second = -1.0 / 540 - eta * (1.0 / 288 - eta / 378);
  const double rest = ::exp(-a * square / 2) / ::sqrt(2 * PI * a) * (first + second / a);
  return ::erfc(eta * ::sqrt(a / 2)) / 2 + rest;
}
static __device__ double gamma_edge(double a, double x) {
  if (a == 0) return x > 0 ? 1 : not_a_number();
  if (x == 0) return 0;
  return is_infinite(a) ? is_infinite(x) ? not_a_number() : 0 : 1;
}
static __device__ double lower_gamma(double a, double x) {
  if (!(a >= 0) || !(x >= 0)) return not_a_number();
  if (a == 0 || x == 0 || is_infinite(a) || is_infinite(x)) return gamma_edge(a, x);
  if (a > 1e5) return 1 - gamma_far(a, x);
  return x < a + 1 ? gamma_series(a, x) : 1 - gamma_fraction(a, x);
}
static __device__ double upper_gamma(double a, double x) {
  if (!(a >= 0) || !(x >= 0)) return not_a_number();
  if (a == 0 || x == 0 || is_infinite(a) || is_infinite(x)) return 1 - gamma_edge(a, x);
  if (a > 1e5) return gamma_far(a, x);
  return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

// ---- Bessel functions

// The function of the first kind (0) or of the second (1), for a large argument.
static __device__ double bessel_large(double x, int order, int kind) {
  if (is_infinite(x)) return not_a_number();
  double even = 1, odd = 0, term = 1;
  for (int k = 1; k < 40 && ::fabs(term) > NEGLIGIBLE; k++) {
    const double n = 2 * k - 1;
    term *= (4 * order - n * n) / (8 * k * x);
    const double signed_term = k / 2 % 2 == 0 ? term : -term;
    if (k % 2 == 0) even += signed_term; else odd += signed_term;
  }
  const double s = ::sin(x), c = ::cos(x);
  const double phase_cos = order == 0 ? c + s : s - c, phase_sin = order == 0 ? s - c : -s - c;
  const double sum = kind == 0 ? even * phase_cos - odd * phase_sin : even * phase_sin + odd * phase_cos;
  return sum / ::sqrt(PI * x);
}
static __device__ double bessel_j0(double x) {
  return ::fabs(x) > LARGE ? bessel_large(::fabs(x), 0, 0) : ::j0(x);
}
static __device__ double bessel_j1(double x) {
  if (::fabs(x) <= LARGE || x != x) return ::j1(x);
  const double value = bessel_large(::fabs(x), 1, 0);
  return x < 0 ? -value : value;
}
static __device__ double bessel_y0(double x) {
  if (!(x > 0)) return x == 0 ? -infinity() : not_a_number();
  return x > LARGE ? bessel_large(x, 0, 1) : ::y0(x);
}
static __device__ double bessel_y1(double x) {
  if (!(x > 0)) return x == 0 ? -infinity() : not_a_number();
  return x > LARGE ? bessel_large(x, 1, 1) : ::y1(x);
}

// The sum of the powers of x * x / 4 over k! (k + order)!; all terms are positive.
static __device__ double i_series(double x, int order) {
  const double quarter = x * x / 4;
  double term = 1, sum = 1;
  for (int k = 1; term > sum * NEGLIGIBLE; k++) {
    term *= quarter / (k * (double)(k + order));
    sum += term;
  }
  return sum + x * 0;
}
static __device__ double i_asymptotic(double x, int order) {
  double term = 1, sum = 1;
  for (int k = 1; k < 60 && ::fabs(term) > NEGLIGIBLE; k++) {
    const double n = 2 * k - 1;
    term *= (n * n - 4 * order) / (8 * k * x);
    sum += term;
  }
  return sum / ::sqrt(2 * PI * x);
}
static __device__ double i0e(double x) {
  const double size = ::fabs(x);
  return size > LARGE ? i_asymptotic(size, 0) : i_series(x, 0) * ::exp(-size);
}
static __device__ double i0(double x) {
  return ::fabs(x) > LARGE ? i0e(x) * ::exp(::fabs(x)) : i_series(x, 0);
}
static __device__ double i1e(double x) {
  const double size = ::fabs(x);
  return size > LARGE ? ::copysign(i_asymptotic(size, 1), x) : x / 2 * i_series(x, 1) * ::exp(-size);
}
static __device__ double i1(double x) {
  return ::fabs(x) > LARGE ? i1e(x) * ::exp(::fabs(x)) : x / 2 * i_series(x, 1);
}

// K of any order times exp(x): the integral of exp(x - x cosh t) cosh(order t), by trapezoids.
static __device__ double k_integral(double x, double order) {
  if (is_infinite(x)) return 0;
  const double step = 0.0625 / ::sqrt(x > 16 ? x / 16 : 1.0);
  double sum = 0.5, term = 1;
  for (int i = 1; term > sum * NEGLIGIBLE; i++) {
    const double half = ::sinh(i * step / 2);
    term = ::exp(-2 * x * half * half) * ::cosh(order * i * step);
    sum += term;
  }
  return sum * step;
}
static __device__ double small_k0(double x) {
  if (!(x > 0)) return x == 0 ? infinity() : not_a_number();
  const double quarter = x * x / 4;
  double term = 1, harmonic = 0, sum = 0;
  for (int k = 1; k < 20; k++) {
    term *= quarter / (k * (double)k);
    harmonic += 1.0 / k;
    sum += term * harmonic;
  }
  return sum - (::log(x / 2) + EULER) * i0(x);
}
static __device__ double small_k1(double x) {
  if (!(x > 0)) return x == 0 ? infinity() : not_a_number();
  const double quarter = x * x / 4;
  double term = 1, harmonic = 0, sum = 0;
  for (int k = 0; k < 20; k++) {
    sum += term * (2 * (harmonic - EULER) + 1.0 / (k + 1));
    harmonic += 1.0 / (k + 1);
    term *= quarter / ((k + 1) * (double)(k + 2));
  }
  return 1 / x + ::log(x / 2) * i1(x) - x / 4 * sum;
}
static __device__ double k0(double x) { return x > 1 ? k_integral(x, 0) * ::exp(-x) : small_k0(x); }
static __device__ double k1(double x) { return x > 1 ? k_integral(x, 1) * ::exp(-x) : small_k1(x); }
static __device__ double k0e(double x) { return x > 1 ? k_integral(x, 0) : small_k0(x) * ::exp(x); }
static __device__ double k1e(double x) { return x > 1 ? k_integral(x, 1) : small_k1(x) * ::exp(x); }

// sin(x) / x
static __device__ double spherical_bessel(double x) {
  return is_infinite(x) ? 0 : ::fabs(x) < 1e-8 ? 1 : ::sin(x) / x;
}

// ---- the Airy function Ai

static __device__ double airy_series(double x) {
  const double at_zero = 0.3550280538878172, slope = 0.2588194037928068, cube = x * x * x;
  double even = 1, odd = x, sum = at_zero * even - slope * odd;
  for (int k = 1; k < 100; k++) {
    even *= cube / ((3 * k - 1) * (double)(3 * k));
    odd *= cube / (3 * k * (double)(3 * k + 1));
    sum += at_zero * even - slope * odd;
  }
  return sum;
}
static __device__ double airy_oscillating(double x) {
  const double zeta = 2.0 / 3 * x * ::sqrt(x);
  double even = 1, odd = 0, term = 1, last = 2;
  for (int k = 1; k < 60 && ::fabs(term) < last && ::fabs(term) > NEGLIGIBLE; k++) {
    last = ::fabs(term);
    term *= (6 * k - 5) * (6 * k - 3.0) * (6 * k - 1) / (216.0 * k * (2 * k - 1) * zeta);
    const double signed_term = k / 2 % 2 == 0 ? term : -term;
    if (k % 2 == 0) even += signed_term; else odd += signed_term;
  }
  const double phase = zeta - PI / 4;
  return (even * ::cos(phase) + odd * ::sin(phase)) / (::sqrt(PI) * ::pow(x, 0.25));
}
static __device__ double airy(double x) {
  if (is_infinite(x)) return not_a_number();
  if (x > 2) {
    const double zeta = 2.0 / 3 * x * ::sqrt(x);
    return ::sqrt(x / 3) / PI * k_integral(zeta, 1.0 / 3) * ::exp(-zeta);
  }
  return x < -7 ? airy_oscillating(-x) : airy_series(x);
}

// ---- the normal distribution

static __device__ double scaled_erfc(double x) { return ::erfcx(x); }
static __device__ double normal(double x) { return ::erfc(-x / ::sqrt(2.0)) / 2; }
static __device__ double log_normal(double x) {
  return x < -1 ? ::log(::erfcx(-x / ::sqrt(2.0)) / 2) - x * x / 2 : ::log1p(-::erfc(x / ::sqrt(2.0)) / 2);
}
static __device__ double inverse_normal(double p) { return -::sqrt(2.0) * ::erfcinv(2 * p); }
static __device__ double entropy(double x) {
  return x > 0 ? -x * ::log(x) : x == 0 ? 0 : x != x ? x : -infinity();
}

// ---- orthogonal polynomials: the degree is truncated; for a negative one the result is 0

static const int MOST_STEPS = 100000;  // of a recurrence; above, formulas for large degrees

static __device__ double whole(double n) { return ::fabs(n) < 9223372036854775808.0 ? ::trunc(n) : -1; }
static __device__ bool is_even(double n) { return ::fmod(n, 2.0) == 0; }

// From degrees 0 and 1, by a rule that gives each degree from the two before it.
template <class Rule> static __device__ double recurrence(double n, double first, Rule next) {
  if (n <= 0) return n < 0 ? 0 : 1;
  double before = 1, value = first;
  for (double k = 1; k < n && value == value; k++) {
    const double following = next(k, value, before);
    before = value;
    value = following;
  }
  return value;
}
static __device__ double doubling(double x, double n, double first) {
  if (n <= MOST_STEPS)
    return recurrence(n, first, [=](double, double value, double before) { return 2 * x * value - before; });
  const double root = ::copysign(::sqrt(x * x - 1), x);
  const double share = (first - x + root) / (2 * root);
  return share * ::pow(x + root, n) + (1 - share) * ::pow(x - root, n);
}
static __device__ double chebyshev_t(double x, double degree) {
  const double n = whole(degree);
  if (n < 0) return 0;
  if (::fabs(x) == 1) return x > 0 || is_even(n) ? 1 : -1;
  return n > 6 && ::fabs(x) < 1 ? ::cos(n * ::acos(x)) : doubling(x, n, x);
}
static __device__ double chebyshev_u(double x, double degree) {
  const double n = whole(degree);
  if (n < 0) return 0;
  if (::fabs(x) == 1) return x > 0 || is_even(n) ? n + 1 : -(n + 1);
  return n > 8 && ::fabs(x) < 1 ? ::sin((n + 1) * ::acos(x)) / ::sin(::acos(x)) : doubling(x, n, 2 * x);
}
static __device__ double chebyshev_v(double x, double degree) {
  const double n = whole(degree);
  if (n < 0) return 0;
  if (::fabs(x) == 1) return x > 0 ? 1 : is_even(n) ? 2 * n + 1 : -(2 * n + 1);
  return n > 8 && ::fabs(x) < 1 ? ::cos((n + 0.5) * ::acos(x)) / ::cos(0.5 * ::acos(x))
                                : doubling(x, n, 2 * x - 1);
}
static __device__ double chebyshev_w(double x, double degree) {
  const double n = whole(degree);
  if (n < 0) return 0;
  if (::fabs(x) == 1) return x > 0 ? 2 * n + 1 : is_even(n) ? 1 : -1;
  return n > 8 && ::fabs(x) < 1 ? ::sin((n + 0.5) * ::acos(x)) / ::sin(0.5 * ::acos(x))
                                : doubling(x, n, 2 * x + 1);
}
static __device__ double hermite_h(double x, double degree) {
  const double n = whole(degree);
  if (n > 512) return not_a_number();  // as in PyTorch
  return recurrence(n, 2 * x, [=](double k, double value, double before) { return 2 * x * value - 2 * k * before; });
}
static __device__ double hermite_he(double x, double degree) {
  const double n = whole(degree);
  if (n > 512) return not_a_number();
  return recurrence(n, x, [=](double k, double value, double before) { return x * value - k * before; });
}
static __device__ double laguerre(double x, double degree) {
  const double n = whole(degree);
  if (x == 0 && n >= 0) return 1;
  if (n > MOST_STEPS) {  // Hilb's formula
    const double at = 2 * ::sqrt(::fabs(x) * (n + 0.5));
    return ::exp(x / 2) * (x > 0 ? bessel_j0(at) : i0(at));
  }
  return recurrence(n, 1 - x, [=](double k, double value, double before) {
    return ((2 * k + 1 - x) * value - k * before) / (k + 1);
  });
}
static __device__ double large_legendre(double n, double x) {
  if (x < 1) {
    const double angle = ::acos(x);
    return ::sqrt(angle / ::sin(angle)) * bessel_j0((n + 0.5) * angle);
  }
  const double distance = ::log(x + ::sqrt(x * x - 1));
  return ::sqrt(distance / ::sinh(distance)) * i0((n + 0.5) * distance);
}
static __device__ double legendre(double x, double degree) {
  const double n = whole(degree);
  if (::fabs(x) == 1 && n >= 0) return x > 0 || is_even(n) ? 1 : -1;
  if (n > MOST_STEPS) return x < 0 && !is_even(n) ? -large_legendre(n, -x) : large_legendre(n, ::fabs(x));
  return recurrence(n, x, [=](double k, double value, double before) {
    return ((2 * k + 1) * x * value - k * before) / (k + 1);
  });
}
#undef PI
#undef EULER
#undef NEGLIGIBLE
#undef LARGE
}  // namespace special
