// What all kernels share: types, parameter blocks and loops. One source for two compilers: nvcc (or
// NVRTC) for devices, and g++ with the stand-in's shim.h for tests.
#pragma once
#ifdef STANDIN
#include "shim.h"
#endif

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;

// ---- types in memory

struct Bool { u8 bits; };
struct Half { u16 bits; };
struct BFloat { u16 bits; };

template <class F>
struct Complex {
  F re, im;
  __device__ Complex() {}
  __device__ Complex(F real, F imaginary = F(0)) : re(real), im(imaginary) {}
};
template <class F> __device__ Complex<F> operator+(Complex<F> a, Complex<F> b) { return {a.re + b.re, a.im + b.im}; }
template <class F> __device__ Complex<F> operator-(Complex<F> a, Complex<F> b) { return {a.re - b.re, a.im - b.im}; }
template <class F> __device__ Complex<F> operator-(Complex<F> a) { return {-a.re, -a.im}; }
template <class F> __device__ Complex<F> operator*(Complex<F> a, Complex<F> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class F> __device__ F magnitude(F a) { return a < 0 ? -a : a; }
// Divides without overflow of the squares, as Smith did.
template <class F> __device__ Complex<F> operator/(Complex<F> a, Complex<F> b) {
  if (magnitude(b.re) >= magnitude(b.im)) {
    if (b.re == 0 && b.im == 0) return {a.re / magnitude(b.re), a.im / magnitude(b.im)};
    F ratio = b.im / b.re, scale = F(1) / (b.re + b.im * ratio);
    return {(a.re + a.im * ratio) * scale, (a.im - a.re * ratio) * scale};
  }
  F ratio = b.re / b.im, scale = F(1) / (b.re * ratio + b.im);
  return {(a.re * ratio + a.im) * scale, (a.im * ratio - a.re) * scale};
}
template <class F> __device__ bool operator==(Complex<F> a, Complex<F> b) { return a.re == b.re && a.im == b.im; }
template <class F> __device__ Complex<F> conjugate(Complex<F> a) { return {a.re, -a.im}; }

#ifdef STANDIN
static inline float widen(Half a) { _Float16 h; memcpy(&h, &a, 2); return (float)h; }
static inline Half narrow(float a) { _Float16 h = (_Float16)a; Half r; memcpy(&r, &h, 2); return r; }
static inline u32 bits_of(float a) { u32 r; memcpy(&r, &a, 4); return r; }
static inline float float_of(u32 a) { float r; memcpy(&r, &a, 4); return r; }
static inline double double_of(i64 a) { double r; memcpy(&r, &a, 8); return r; }
#else
static __device__ float widen(Half a) { float r; asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(a.bits)); return r; }
static __device__ Half narrow(float a) { Half r; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r.bits) : "f"(a)); return r; }
static __device__ u32 bits_of(float a) { return __float_as_uint(a); }
static __device__ float float_of(u32 a) { return __uint_as_float(a); }
static __device__ double double_of(i64 a) { return __longlong_as_double(a); }
#endif
static __device__ float widen(BFloat a) { return float_of((u32)a.bits << 16); }
static __device__ BFloat narrow_bfloat(float a) {
  u32 bits = bits_of(a);
  BFloat r;
  r.bits = a != a ? 0x7FC0 : (u16)((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
  return r;
}

// ---- conversions between types in memory and types of computation

static __device__ i64 load(Bool a) { return a.bits != 0; }
static __device__ i64 load(u8 a) { return a; }
static __device__ i64 load(i8 a) { return a; }
static __device__ i64 load(i16 a) { return a; }
static __device__ i64 load(i32 a) { return a; }
static __device__ i64 load(i64 a) { return a; }
static __device__ float load(Half a) { return widen(a); }
static __device__ float load(BFloat a) { return widen(a); }
static __device__ float load(float a) { return a; }
static __device__ double load(double a) { return a; }
static __device__ Complex<float> load(Complex<float> a) { return a; }
static __device__ Complex<double> load(Complex<double> a) { return a; }

// Floats beyond the range of 64-bit integers become the smallest one, as on x86-64.
template <class C> __device__ i64 to_integer(C a) { return (i64)a; }
static __device__ i64 to_integer(double a) {
  return a >= -9223372036854775808.0 && a < 9223372036854775808.0 ? (i64)a : (i64)1 << 63;
}
static __device__ i64 to_integer(float a) { return to_integer((double)a); }
template <class F> __device__ i64 to_integer(Complex<F> a) { return to_integer(a.re); }
template <class C> __device__ double to_real(C a) { return (double)a; }
template <class F> __device__ double to_real(Complex<F> a) { return (double)a.re; }
// A float32 of an integer or float32 is rounded once.
template <class C> __device__ float to_float(C a) { return (float)a; }
template <class F> __device__ float to_float(Complex<F> a) { return (float)a.re; }
template <class C> __device__ bool to_bool(C a) { return a != 0; }
template <class F> __device__ bool to_bool(Complex<F> a) { return a.re != 0 || a.im != 0; }
template <class F, class C> __device__ Complex<F> to_complex(C a) { return Complex<F>((F)a); }
template <class F, class G> __device__ Complex<F> to_complex(Complex<G> a) { return {(F)a.re, (F)a.im}; }

template <class T> struct Store;
#define STORE(T, expression) \
  template <> struct Store<T> { template <class C> static __device__ T of(C a) { return expression; } };
template <> struct Store<Bool> {
  template <class C> static __device__ Bool of(C a) { Bool r; r.bits = to_bool(a) ? 1 : 0; return r; }
};
STORE(u8, (u8)to_integer(a))
STORE(i8, (i8)to_integer(a))
STORE(i16, (i16)to_integer(a))
STORE(i32, (i32)to_integer(a))
STORE(i64, to_integer(a))
STORE(Half, narrow(to_float(a)))
STORE(BFloat, narrow_bfloat(to_float(a)))
STORE(float, to_float(a))
STORE(double, to_real(a))
STORE(Complex<float>, to_complex<float>(a))
STORE(Complex<double>, to_complex<double>(a))

// ---- parameter blocks, as jackfield.aten.kernel.ParameterBlock describes them

struct Block { i64 words[64]; };

// A kernel gets its block by value, or in device memory if it is longer.
#ifdef STANDIN
#define KERNEL_AS(name, barriers, bounds)                         \
  static void name(const Block& block, const i64* far);           \
  STANDIN_KERNEL2(name, Block, const i64*, barriers)              \
  static void name(const Block& block, const i64* far)
#else
#define KERNEL_AS(name, barriers, bounds) \
  extern "C" __global__ void bounds name(const __grid_constant__ Block block, const i64* far)
#endif
#define KERNEL(name) KERNEL_AS(name, false, )
#define COOPERATIVE_KERNEL(name) KERNEL_AS(name, true, )
// A kernel of at most 256 threads, of which a processor has so many blocks at least: its threads
// get fewer registers, and more of them wait for memory at the same time.
#define BOUND_KERNEL(name, blocks) KERNEL_AS(name, true, __launch_bounds__(256, blocks))

template <class C> struct Number { static __device__ C of(const i64* w) { return (C)double_of(w[1]); } };
template <> struct Number<i64> { static __device__ i64 of(const i64* w) { return w[0]; } };
template <class F> struct Number<Complex<F>> {
  static __device__ Complex<F> of(const i64* w) { return {(F)double_of(w[1]), (F)double_of(w[2])}; }
};

// Divides what is not negative; devices divide 32 bits several times as fast as 64.
static __device__ i64 quotient_of(i64 a, i64 b) {
  return ((u64)(a | b) >> 32) == 0 ? (i64)((u32)a / (u32)b) : a / b;
}

struct Words {
  const i64* w;
  __device__ Words(const Block& block, const i64* far) : w(far ? far : block.words) {}
  __device__ int operands() const { return (int)w[0]; }
  __device__ int rank() const { return (int)w[1]; }
  __device__ char* address(int operand) const { return (char*)w[3 + operand]; }
  __device__ int type(int operand) const { return (int)w[3 + operands() + operand]; }
  __device__ const i64* dim(int d) const { return w + 3 + 2 * operands() + d * (operands() + 1); }
  __device__ i64 size(int d) const { return dim(d)[0]; }
  __device__ i64 step(int operand, int d) const { return dim(d)[1 + operand]; }
  __device__ i64 integer(int number) const { return dim(rank())[number]; }
  __device__ double real(int number) const { return double_of(integer(number)); }
  // The product of the sizes from one dimension to another, which is excluded.
  __device__ i64 count(int from, int to) const {
    i64 product = 1;
#pragma unroll 1
    for (int d = from; d < to; d++) product *= size(d);
    return product;
  }
  // Where element i of these dimensions is, counted in row-major order.
  template <int N>
  __device__ void place(i64 i, int from, int to, char** at) const {
#pragma unroll 1
    for (int d = to - 1; d >= from; d--) {
      const i64* row = dim(d);
      const i64 next = quotient_of(i, row[0]), index = i - next * row[0];
      for (int operand = 0; operand < N; operand++) at[operand] += index * row[1 + operand];
      i = next;
    }
  }
};

static __device__ i64 thread_index() { return blockIdx.x * (i64)blockDim.x + threadIdx.x; }
static __device__ i64 thread_total() { return (i64)gridDim.x * blockDim.x; }

// Elements that are read or written at once, of which a thread has as many as fit into 16 bytes.
// Without several of them in flight a thread waits for memory more than it computes.
#ifndef LOOP_WIDTH
#define LOOP_WIDTH 4  // at most; 1 where arithmetic takes longer than memory, since code grows with it
#endif
template <class T, int N> struct alignas(sizeof(T) * N) Pack { T v[N]; };
template <int BYTES> struct Width {
  static const int fit = 16 / BYTES < 1 ? 1 : 16 / BYTES;
  static const int value = fit < LOOP_WIDTH ? fit : LOOP_WIDTH;
};

// Elementwise loops: operand 0 is written. The numbers of a body take three words each.
struct Loop : Words {
  __device__ Loop(const Block& block, const i64* far) : Words(block, far) {}
  template <class C> __device__ C number(int k) const { return Number<C>::of(dim(rank()) + 3 * k); }
  __device__ bool is_dense(int inputs, i64 out_bytes, i64 in_bytes) const {
    if (rank() > 1) return false;
    if (rank() == 0) return true;
    bool dense = step(0, 0) == out_bytes;
    for (int operand = 1; operand <= inputs; operand++) dense &= step(operand, 0) == in_bytes;
    return dense;
  }
  __device__ bool is_aligned(int inputs, int out_bytes, int in_bytes) const {
    i64 ends = (i64)address(0) & (out_bytes - 1);
    for (int operand = 1; operand <= inputs; operand++) ends |= (i64)address(operand) & (in_bytes - 1);
    return ends == 0;
  }
  // Writes what `each` makes of the inputs' elements.
  template <int INPUTS, class Out, class T, class Each>
  __device__ void run(Each each) const {
    const i64 n = count(0, rank());
    if (is_dense(INPUTS, sizeof(Out), sizeof(T))) {
      dense<INPUTS, Out, T>(n, each);
      return;
    }
#pragma unroll 1
    for (i64 i = thread_index(); i < n; i += thread_total()) {
      char* at[INPUTS + 1];
      for (int operand = 0; operand <= INPUTS; operand++) at[operand] = address(operand);
      place<INPUTS + 1>(i, 0, rank(), at);
      T x[INPUTS];
      for (int k = 0; k < INPUTS; k++) x[k] = *(const T*)at[k + 1];
      *(Out*)at[0] = each(x);
    }
  }
  template <int INPUTS, class Out, class T, int N, class Each>
  __device__ void write_pack(i64 p, const Pack<T, N>* in, Each each) const {
    Pack<Out, N> out;
#pragma unroll
    for (int v = 0; v < N; v++) {
      T x[INPUTS];
      for (int k = 0; k < INPUTS; k++) x[k] = in[k].v[v];
      out.v[v] = each(x);
    }
    ((Pack<Out, N>*)address(0))[p] = out;
  }
  template <int INPUTS, class Out, class T, class Each>
  __device__ void dense(i64 n, Each each) const {
    constexpr int N = Width<(sizeof(T) > sizeof(Out) ? sizeof(T) : sizeof(Out))>::value;
    i64 done = 0;
    if (N > 1 && is_aligned(INPUTS, sizeof(Pack<Out, N>), sizeof(Pack<T, N>))) {
      const i64 packs = n / N, chunk = 2 * (i64)blockDim.x;  // a thread has two packs in flight
#pragma unroll 1
      for (i64 p = blockIdx.x * chunk + threadIdx.x; p < packs; p += gridDim.x * chunk) {
        const bool has_two = p + blockDim.x < packs;
        Pack<T, N> first[INPUTS], second[INPUTS];
        for (int k = 0; k < INPUTS; k++) first[k] = ((const Pack<T, N>*)address(k + 1))[p];
        if (has_two)
          for (int k = 0; k < INPUTS; k++) second[k] = ((const Pack<T, N>*)address(k + 1))[p + blockDim.x];
        write_pack<INPUTS, Out>(p, first, each);
        if (has_two) write_pack<INPUTS, Out>(p + blockDim.x, second, each);
      }
      done = packs * N;
    }
#pragma unroll 1
    for (i64 i = done + thread_index(); i < n; i += thread_total()) {
      T x[INPUTS];
      for (int k = 0; k < INPUTS; k++) x[k] = ((const T*)address(k + 1))[i];
      ((Out*)address(0))[i] = each(x);
    }
  }
  template <class Out, class T, class C, class Body>
  __device__ void unary(Body body) const {
    run<1, Out, T>([=](const T* x) { return Store<Out>::of(body((C)load(x[0]))); });
  }
  template <class Out, class T, class C, class Body>
  __device__ void binary(Body body) const {
    run<2, Out, T>([=](const T* x) { return Store<Out>::of(body((C)load(x[0]), (C)load(x[1]))); });
  }
  template <class Out, class T, class C, class Body>
  __device__ void ternary(Body body) const {
    run<3, Out, T>([=](const T* x) {
      return Store<Out>::of(body((C)load(x[0]), (C)load(x[1]), (C)load(x[2])));
    });
  }
};

// ---- functions

#include "special.h"

static __device__ i64 conjugate(i64 a) { return a; }
static __device__ float conjugate(float a) { return a; }
static __device__ double conjugate(double a) { return a; }

// A division by 0 gives -1: a kernel cannot throw.
static __device__ i64 quotient(i64 a, i64 b) { return b == 0 ? -1 : b == -1 ? (i64)(0 - (u64)a) : a / b; }
static __device__ i64 floor_quotient(i64 a, i64 b) {
  i64 q = quotient(a, b);
  return b != 0 && b != -1 && a % b != 0 && ((a < 0) != (b < 0)) ? q - 1 : q;
}
static __device__ i64 integer_power(i64 base, i64 exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? ((exponent & 1) == 0 ? 1 : -1) : 0;
  u64 result = 1, square = (u64)base;
  for (u64 left = (u64)exponent; left != 0; left >>= 1) {
    if (left & 1) result *= square;
    square *= square;
  }
  return (i64)result;
}

#define FUNCTION(name, single, twice)                        \
  static __device__ float name(float a) { return single; }   \
  static __device__ double name(double a) { return twice; }
namespace math {
FUNCTION(exp, ::expf(a), ::exp(a))
FUNCTION(log, ::logf(a), ::log(a))
FUNCTION(sqrt, ::sqrtf(a), ::sqrt(a))
FUNCTION(rsqrt, 1.0f / ::sqrtf(a), 1.0 / ::sqrt(a))
FUNCTION(sin, ::sinf(a), ::sin(a))
FUNCTION(cos, ::cosf(a), ::cos(a))
FUNCTION(tan, ::tanf(a), ::tan(a))
FUNCTION(sinh, ::sinhf(a), ::sinh(a))
FUNCTION(cosh, ::coshf(a), ::cosh(a))
FUNCTION(tanh, ::tanhf(a), ::tanh(a))
FUNCTION(exp2, ::exp2f(a), ::exp2(a))
FUNCTION(expm1, ::expm1f(a), ::expm1(a))
FUNCTION(log2, ::log2f(a), ::log2(a))
FUNCTION(log10, ::log10f(a), ::log10(a))
FUNCTION(log1p, ::log1pf(a), ::log1p(a))
FUNCTION(erf, ::erff(a), ::erf(a))
FUNCTION(erfc, ::erfcf(a), ::erfc(a))
FUNCTION(erfinv, ::erfinvf(a), ::erfinv(a))
FUNCTION(sigmoid, 1.0f / (1.0f + ::expf(-a)), 1.0 / (1.0 + ::exp(-a)))
FUNCTION(floor, ::floorf(a), ::floor(a))
FUNCTION(ceil, ::ceilf(a), ::ceil(a))
FUNCTION(round, ::rintf(a), ::rint(a))
FUNCTION(trunc, ::truncf(a), ::trunc(a))
FUNCTION(abs, ::fabsf(a), ::fabs(a))
static __device__ float fmod(float a, float b) { return ::fmodf(a, b); }
static __device__ double fmod(double a, double b) { return ::fmod(a, b); }
static __device__ float pow(float a, float b) { return ::powf(a, b); }
static __device__ double pow(double a, double b) { return ::pow(a, b); }
static __device__ float copysign(float a, float b) { return ::copysignf(a, b); }
static __device__ double copysign(double a, double b) { return ::copysign(a, b); }

// Complex functions are computed in double precision.
typedef Complex<double> Z;
static __device__ Z z_exp(Z a) {
  const double length = ::exp(a.re);
  return {length * ::cos(a.im), length * ::sin(a.im)};
}
static __device__ Z z_log(Z a) { return {::log(::hypot(a.re, a.im)), ::atan2(a.im, a.re)}; }
static __device__ Z z_sqrt(Z a) {
  if (a.re == 0 && a.im == 0) return {0, a.im};
  const double infinity = double_of(0x7FF0000000000000LL);
  if (a.im == infinity || a.im == -infinity) return {infinity, a.im};
  const double root = ::sqrt((::fabs(a.re) + ::hypot(a.re, a.im)) / 2);
  if (a.re >= 0) return {root, a.im / (2 * root)};
  return {::fabs(a.im) / (2 * root), ::copysign(root, a.im)};
}
static __device__ Z z_rsqrt(Z a) { return Z(1) / z_sqrt(a); }
static __device__ Z z_sinh(Z a) {
  return {a.re == 0 ? a.re : ::sinh(a.re) * ::cos(a.im), a.im == 0 ? a.im : ::cosh(a.re) * ::sin(a.im)};
}
static __device__ Z z_cosh(Z a) {
  const bool is_real = a.re == 0 || a.im == 0;
  const double zero = ::copysign(0.0, a.re) * ::copysign(1.0, a.im);
  return {::cosh(a.re) * ::cos(a.im), is_real ? zero : ::sinh(a.re) * ::sin(a.im)};
}
static __device__ Z z_sin(Z a) {
  const Z turned = z_sinh({-a.im, a.re});
  return {turned.im, -turned.re};
}
static __device__ Z z_cos(Z a) { return z_cosh({-a.im, a.re}); }
static __device__ Z z_tanh(Z a) {
  if (a.im == 0) return {::tanh(a.re), a.im};
  if (::fabs(a.re) > 20)
    return {::copysign(1.0, a.re), 4 * ::sin(a.im) * ::cos(a.im) * ::exp(-2 * ::fabs(a.re))};
  const double t = ::tan(a.im), s = ::sinh(a.re), beta = 1 + t * t, below = 1 + beta * s * s;
  return {beta * ::sqrt(1 + s * s) * s / below, t / below};
}
static __device__ Z z_tan(Z a) {
  const Z turned = z_tanh({-a.im, a.re});
  return {turned.im, -turned.re};
}
// Inverse functions with the branch cuts of W. Kahan, from square roots.
static __device__ Z z_asin(Z a) {
  const Z minus = z_sqrt({1 - a.re, -a.im}), plus = z_sqrt({1 + a.re, a.im});
  return {::atan2(a.re, minus.re * plus.re - minus.im * plus.im), ::asinh(minus.re * plus.im - minus.im * plus.re)};
}
static __device__ Z z_acos(Z a) {
  const Z minus = z_sqrt({1 - a.re, -a.im}), plus = z_sqrt({1 + a.re, a.im});
  return {2 * ::atan2(minus.re, plus.re), ::asinh(plus.re * minus.im - plus.im * minus.re)};
}
static __device__ Z z_acosh(Z a) {
  const Z minus = z_sqrt({a.re - 1, a.im}), plus = z_sqrt({a.re + 1, a.im});
  return {::asinh(minus.re * plus.re + minus.im * plus.im), 2 * ::atan2(minus.im, plus.re)};
}
static __device__ Z z_asinh(Z a) {
  const Z turned = z_asin({-a.im, a.re});
  return {turned.im, -turned.re};
}
static __device__ Z z_atanh(Z a) {
  const double distance = (1 - a.re) * (1 - a.re) + a.im * a.im;
  return {::log1p(4 * a.re / distance) / 4,
          ::atan2(2 * a.im, (1 - a.re) * (1 + a.re) - a.im * a.im) / 2};
}
static __device__ Z z_atan(Z a) {
  const Z turned = z_atanh({-a.im, a.re});
  return {turned.im, -turned.re};
}
static __device__ Z z_sinc(Z a) {
  if (a.re == 0 && a.im == 0) return {1, 0};
  const double pi = 3.141592653589793, x = pi * a.re, y = pi * a.im;
  return Z(::sin(x) * ::cosh(y), ::cos(x) * ::sinh(y)) / Z(x, y);
}
static __device__ Z z_exp2(Z a) {
  const Z r = z_exp({a.re * 0.6931471805599453, a.im * 0.6931471805599453});
  return {r.re, a.im == 0 ? a.im : r.im};
}
static __device__ Z z_expm1(Z a) {
  const double s = ::sin(a.im / 2);
  return {::expm1(a.re) * ::cos(a.im) - 2 * s * s, ::exp(a.re) * ::sin(a.im)};
}
static __device__ Z z_log1p(Z a) {
  const bool is_small = ::fabs(a.re) < 0.5 && ::fabs(a.im) < 0.5;
  const double length = is_small ? ::log1p(a.re * (2 + a.re) + a.im * a.im) / 2 : ::log(::hypot(1 + a.re, a.im));
  return {length, ::atan2(a.im, 1 + a.re)};
}
static __device__ Z z_pow(Z a, Z exponent) {
  if (exponent.re == 0 && exponent.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0 && exponent.re > 0) return {0, 0};
  const Z power = z_log(a) * exponent;
  if (power.im == 0) return {::exp(power.re), power.im};
  return z_exp(power);
}
static __device__ Z z_log2(Z a) { const Z l = z_log(a); return {l.re / 0.6931471805599453, l.im / 0.6931471805599453}; }
static __device__ Z z_log10(Z a) { const Z l = z_log(a); return {l.re / 2.302585092994046, l.im / 2.302585092994046}; }
static __device__ Z z_sigmoid(Z a) { return Z(1) / (Z(1) + z_exp(-a)); }
#define COMPLEX_FUNCTION(name)                                \
  template <class F> __device__ Complex<F> name(Complex<F> a) { \
    const Z r = z_##name(Z((double)a.re, (double)a.im));      \
    return {(F)r.re, (F)r.im};                                \
  }
COMPLEX_FUNCTION(exp)
COMPLEX_FUNCTION(log)
COMPLEX_FUNCTION(sqrt)
COMPLEX_FUNCTION(rsqrt)
COMPLEX_FUNCTION(sin)
COMPLEX_FUNCTION(cos)
COMPLEX_FUNCTION(tan)
COMPLEX_FUNCTION(sinh)
COMPLEX_FUNCTION(cosh)
COMPLEX_FUNCTION(tanh)
COMPLEX_FUNCTION(exp2)
COMPLEX_FUNCTION(expm1)
COMPLEX_FUNCTION(log1p)
COMPLEX_FUNCTION(log2)
COMPLEX_FUNCTION(log10)
COMPLEX_FUNCTION(sigmoid)
COMPLEX_FUNCTION(acos)
COMPLEX_FUNCTION(asin)
COMPLEX_FUNCTION(atan)
COMPLEX_FUNCTION(acosh)
COMPLEX_FUNCTION(asinh)
COMPLEX_FUNCTION(atanh)
COMPLEX_FUNCTION(sinc)
}  // namespace math

// The quotient rounded down, from the exact remainder.
template <class F> __device__ F floor_quotient(F a, F b) {
  if (b == 0) return a / b;
  F remainder = math::fmod(a, b), q = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) q -= 1;
  if (q == 0) return math::copysign(F(0), a / b);
  F below = math::floor(q);
  return q - below > F(0.5) ? below + 1 : below;
}
// The exponents with a short cut differ from pow at the edges, as PyTorch's do.
template <class F> __device__ F power(F a, F exponent) {
  if (exponent == F(0.5)) return math::sqrt(a);
  if (exponent == F(-0.5)) return 1 / math::sqrt(a);
  if (exponent == F(-1)) return 1 / a;
  if (exponent == F(2)) return a * a;
  if (exponent == F(3)) return a * a * a;
  if (exponent == F(-2)) return 1 / (a * a);
  return math::pow(a, exponent);
}

template <class F> __device__ Complex<F> power(Complex<F> a, Complex<F> exponent) {
  return to_complex<F>(math::z_pow(to_complex<double>(a), to_complex<double>(exponent)));
}

// A float whose type only the block knows, by its number.
static __device__ double load_as(int type, const char* at, i64 i) {
  switch (type) {
    case 5: return load(((const Half*)at)[i]);
    case 6: return ((const float*)at)[i];
    case 7: return ((const double*)at)[i];
    case 15: return load(((const BFloat*)at)[i]);
  }
  return 0;
}
static __device__ void store_as(int type, char* at, i64 i, double value) {
  switch (type) {
    case 5: ((Half*)at)[i] = Store<Half>::of(value); break;
    case 6: ((float*)at)[i] = (float)value; break;
    case 7: ((double*)at)[i] = value; break;
    case 9: ((Complex<float>*)at)[i] = Complex<float>((float)value); break;
    case 10: ((Complex<double>*)at)[i] = Complex<double>(value); break;
    case 15: ((BFloat*)at)[i] = Store<BFloat>::of(value); break;
  }
}
static __device__ void store_as(int type, char* at, i64 i, Complex<double> value) {
  switch (type) {
    case 9: ((Complex<float>*)at)[i] = to_complex<float>(value); break;
    case 10: ((Complex<double>*)at)[i] = value; break;
    default: store_as(type, at, i, value.re);
  }
}

// ---- functions of pairs and of parts

static __device__ i64 rest(i64 a, i64 b) { return b == 0 ? a : b == -1 ? 0 : a % b; }
static __device__ i64 floor_rest(i64 a, i64 b) {
  const i64 r = rest(a, b);
  return b != 0 && r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
template <class F> __device__ F floor_rest(F a, F b) {
  const F r = math::fmod(a, b);
  return r != 0 && (b < 0) != (r < 0) ? r + b : r;
}
static __device__ i64 size_of(i64 a) { return a < 0 ? (i64)(0 - (u64)a) : a; }
static __device__ i64 common_divisor(i64 a, i64 b) {
  i64 divisor = size_of(a), other = size_of(b);
  while (divisor != 0) {
    const i64 next = rest(other, divisor);
    other = divisor;
    divisor = next;
  }
  return other;
}
static __device__ i64 common_multiple(i64 a, i64 b) {
  const i64 divisor = common_divisor(a, b);
  return divisor == 0 ? 0 : size_of((i64)((u64)quotient(a, divisor) * (u64)b));
}
// A distance that is negative or at least the type's width shifts all bits out.
template <class T> __device__ i64 shifted_left(i64 a, i64 b) {
  return b < 0 || b >= 8 * (i64)sizeof(T) ? 0 : (i64)((u64)a << b);
}
template <class T> __device__ i64 shifted_right(i64 a, i64 b) {
  return b < 0 || b >= 8 * (i64)sizeof(T) ? (a < 0 ? -1 : 0) : a >> b;
}
template <class T> struct Inverted { static __device__ i64 of(i64 a) { return ~a; } };
template <> struct Inverted<Bool> { static __device__ i64 of(i64 a) { return a == 0; } };
template <class T> __device__ i64 inverted(i64 a) { return Inverted<T>::of(a); }

template <class C> __device__ bool is_finite(C a) { return a - a == 0; }
template <class C> __device__ bool is_infinite(C a) { return a == a && !is_finite(a); }
// NaN of either stays; 0 is larger than -0.
static __device__ i64 largest(i64 a, i64 b) { return a > b ? a : b; }
static __device__ i64 smallest(i64 a, i64 b) { return a < b ? a : b; }
template <class F> __device__ F largest(F a, F b) {
  if (a != a || b != b) return a + b;
  return a == b ? (math::copysign(F(1), a) > 0 ? a : b) : a > b ? a : b;
}
template <class F> __device__ F smallest(F a, F b) {
  if (a != a || b != b) return a + b;
  return a == b ? (math::copysign(F(1), a) < 0 ? a : b) : a < b ? a : b;
}
template <class C> __device__ C limited(C a, C low, C high) { return smallest(largest(a, low), high); }
template <class F> __device__ F limited_logit(F a, F eps) {
  const F b = a < eps ? eps : a > F(1) - eps ? F(1) - eps : a;
  return math::log(b / (F(1) - b));
}
template <class F> __device__ F replaced(F a, F nan, F high, F low) {
  return a != a ? nan : is_finite(a) ? a : a > 0 ? high : low;
}

// The number next to a in the direction of b, in a type in memory.
template <class F> __device__ u16 next_bits(F a, F b, u16 bits, u16 zero) {
  return a == 0 ? zero + 1 : (a < b) == (a > 0) ? bits + 1 : bits - 1;
}
template <class T> struct Neighbour;
template <> struct Neighbour<float> { static __device__ float of(float a, float b) { return ::nextafterf(a, b); } };
template <> struct Neighbour<double> { static __device__ double of(double a, double b) { return ::nextafter(a, b); } };
template <> struct Neighbour<Half> {
  static __device__ float of(float a, float b) {
    if (!(a < b || a > b)) return a == b ? b : a + b;
    Half r = {next_bits(a, b, narrow(a).bits, narrow(math::copysign(0.0f, b)).bits)};
    return widen(r);
  }
};
template <> struct Neighbour<BFloat> {
  static __device__ float of(float a, float b) {
    if (!(a < b || a > b)) return a == b ? b : a + b;
    BFloat r = {next_bits(a, b, (u16)(bits_of(a) >> 16), (u16)(bits_of(math::copysign(0.0f, b)) >> 16))};
    return widen(r);
  }
};

// log(exp(a) + exp(b)) without overflow, and the same to base 2
template <class F> __device__ F log_of_sum(F a, F b) {
  if (is_infinite(a) && a == b) return a;
  return largest(a, b) + math::log1p(math::exp(-math::abs(a - b)));
}
template <class F> __device__ F log2_of_sum(F a, F b) {
  if (is_infinite(a) && a == b) return a;
  return largest(a, b) + math::log1p(math::exp2(-math::abs(a - b))) / F(0.6931471805599453);
}
namespace math {
// For a.re <= b.re, or NaN.
static __device__ Z z_ordered_log_sum(Z a, Z b) {
  if (a.re == b.re && is_infinite(a.re)) return a.re < 0 ? a : z_log(z_exp(a) + z_exp(b));
  return z_log1p(z_exp(a - b)) + b;
}
}  // namespace math
template <class F> __device__ Complex<F> log_of_sum(Complex<F> a, Complex<F> b) {
  const math::Z x = to_complex<double>(a), y = to_complex<double>(b);
  const bool turned = x.re > y.re || x.re != x.re;
  return to_complex<F>(turned ? math::z_ordered_log_sum(y, x) : math::z_ordered_log_sum(x, y));
}

// Starts from the nearer end, so that a weight of 1 gives the other end exactly.
template <class F> __device__ F between(F a, F b, F weight) {
  return math::abs(weight) < F(0.5) ? a + weight * (b - a) : b - (b - a) * (F(1) - weight);
}
template <class F> __device__ Complex<F> between(Complex<F> a, Complex<F> b, Complex<F> weight) {
  if (weight.re * weight.re + weight.im * weight.im < F(0.25)) return a + weight * (b - a);
  return b - (b - a) * (Complex<F>(1) - weight);
}
template <class F> __device__ Complex<F> direction(Complex<F> a) {
  const F length = (F)::hypot((double)a.re, (double)a.im);
  return length == 0 ? Complex<F>(0) : Complex<F>(a.re / length, a.im / length);
}
template <class C> __device__ C silu_gradient(C grad, C a) {
  const C s = math::sigmoid(a);
  return grad * conjugate(s * (C(1) + a * (C(1) - s)));
}

#define FOR_INTEGERS(M) M(uint8, u8) M(int8, i8) M(int16, i16) M(int32, i32) M(int64, i64) M(bool, Bool)
#define FOR_FLOATS(M) M(float16, Half) M(bfloat16, BFloat) M(float32, float) M(float64, double)
#define FOR_COMPLEX(M) M(complex64, Complex<float>) M(complex128, Complex<double>)
#define FOR_ALL(M) FOR_INTEGERS(M) FOR_FLOATS(M) FOR_COMPLEX(M)
