// Fourier transforms of lines in row-major arrays of complex numbers. A line's elements are `inner`
// elements apart. Lines whose length has small prime factors are transformed in passes, as Stockham
// did, others by Bluestein's convolution.
#include "dynamic.h"

// Numbers: the elements that are written, then what each kernel says.
struct Lines : Words {
  __device__ Lines(const Block& block, const i64* far) : Words(block, far) {}
  template <class T> __device__ T* array(int operand) const { return (T*)address(operand); }
  __device__ i64 count() const { return integer(0); }
};
// Which line an element is of, and where it is in the line.
struct InLine {
  i64 first, position;  // the line's first element in an array of lines of another length; steps from it
  __device__ InLine(i64 i, i64 length, i64 inner, i64 other_length) {
    const i64 row = quotient_of(i, inner), outer = quotient_of(row, length);
    position = row - outer * length;
    first = outer * other_length * inner + (i - row * inner);
  }
};

static __device__ Complex<double> turned(double half_turns) {
  const double angle = 3.14159265358979323846 * half_turns;
  return {::cos(angle), ::sin(angle)};
}
template <class F> __device__ Complex<F> rounded(Complex<double> a) { return {(F)a.re, (F)a.im}; }

// ---- to and from arrays of complex numbers

template <class F, class T> static __device__ void read_array(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 count = words.count(0, words.rank());
  for (i64 i = thread_index(); i < count; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(i, 0, words.rank(), at);
    *(Complex<F>*)at[0] = Complex<F>(load(*(const T*)at[1]));
  }
}
template <class F, class T> static __device__ void write_array(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 count = words.count(0, words.rank());
  const F factor = (F)words.real(0);
  for (i64 i = thread_index(); i < count; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(i, 0, words.rank(), at);
    const Complex<F> value = *(const Complex<F>*)at[1];
    *(T*)at[0] = Store<T>::of(Complex<F>(value.re * factor, value.im * factor));
  }
}

// ---- passes

// The roots of 1 of an order: order, and 1 or -1 as the sense of turning.
template <class F> static __device__ void roots(const Block& block, const i64* far) {
  const Lines words(block, far);
  const double step = 2.0 * words.integer(2) / words.integer(1);
  for (i64 i = thread_index(); i < words.count(); i += thread_total())
    words.array<Complex<F>>(0)[i] = rounded<F>(turned(step * i));
}

template <class F> __device__ Complex<F> turned_by(Complex<F> a, F sense) { return {-a.im * sense, a.re * sense}; }

// Transforms of 2, 4 and 8 numbers in registers.
template <class F> __device__ void transform2(Complex<F>& a, Complex<F>& b) {
  const Complex<F> first = a;
  a = first + b;
  b = first - b;
}
template <class F> __device__ void transform4(Complex<F>& a, Complex<F>& b, Complex<F>& c, Complex<F>& d, F sense) {
  transform2(a, c);
  transform2(b, d);
  d = turned_by(d, sense);
  transform2(a, b);
  transform2(c, d);
  const Complex<F> second = b;
  b = c;
  c = second;
}
template <int N, class F> struct InRegisters;
template <class F> struct InRegisters<2, F> { static __device__ void of(Complex<F>* a, F) { transform2(a[0], a[1]); } };
template <class F> struct InRegisters<4, F> {
  static __device__ void of(Complex<F>* a, F sense) { transform4(a[0], a[1], a[2], a[3], sense); }
};
template <class F> struct InRegisters<8, F> {
  static __device__ void of(Complex<F>* a, F sense) {
    Complex<F> even[4] = {a[0], a[2], a[4], a[6]}, odd[4] = {a[1], a[3], a[5], a[7]};
    transform4(even[0], even[1], even[2], even[3], sense);
    transform4(odd[0], odd[1], odd[2], odd[3], sense);
    const F half = F(0.70710678118654752440);
    odd[1] = Complex<F>((odd[1].re - odd[1].im * sense) * half, (odd[1].im + odd[1].re * sense) * half);
    odd[2] = turned_by(odd[2], sense);
    odd[3] = Complex<F>((-odd[3].re - odd[3].im * sense) * half, (odd[3].re * sense - odd[3].im) * half);
    for (int k = 0; k < 4; k++) {
      a[k] = even[k] + odd[k];
      a[k + 4] = even[k] - odd[k];
    }
  }
};

// A step within shared memory: `size` elements of each of some transforms, of which 1 << shift are
// beside each other. `before` is the product of the radices before.
struct Step {
  int size, before, shift;
  i64 turn;  // of the roots of 1, for the root of order `size`
};
template <int RADIX, class F>
static __device__ void step_of(const Step& step, const Complex<F>* from, Complex<F>* to, const Complex<F>* roots, F sense) {
  const int rest = step.size / RADIX, stride = rest << step.shift;
  for (int i = threadIdx.x; i < stride; i += blockDim.x) {
    const int one = i & ((1 << step.shift) - 1), at = i >> step.shift, p = at / step.before, q = at - p * step.before;
    Complex<F> a[RADIX];
    for (int k = 0; k < RADIX; k++) a[k] = from[i + k * stride];
    InRegisters<RADIX, F>::of(a, sense);
    const i64 turn = p * step.before * step.turn;
    for (int k = 0; k < RADIX; k++)
      to[((q + step.before * (RADIX * p + k)) << step.shift) + one] = k == 0 || p == 0 ? a[k] : a[k] * roots[k * turn];
  }
}
// The same for any radix: a thread computes an element.
template <class F>
static __device__ void step_of(int radix, const Step& step, const Complex<F>* from, Complex<F>* to, const Complex<F>* roots) {
  const int rest = step.size / radix, stride = rest << step.shift;
  for (int i = threadIdx.x; i < step.size << step.shift; i += blockDim.x) {
    const int one = i & ((1 << step.shift) - 1), at = i >> step.shift, group = at / step.before, q = at - group * step.before;
    const int p = group / radix, k = group - p * radix;
    const Complex<F>* element = from + ((q + step.before * p) << step.shift) + one;
    int turn = k * p * step.before;
    Complex<F> sum(0);
    for (int j = 0; j < radix; j++) {
      sum = sum + element[j * stride] * roots[turn * step.turn];
      turn += k * rest;
      if (turn >= step.size) turn -= step.size;
    }
    to[i] = sum;
  }
}

// One pass of a large radix; its transforms are made in shared memory, in steps of small radices.
// Numbers: transforms, radix, the binary logarithm of how many of them a block makes at a time, the
// product of the radices before, inner, length, the small radices in bytes, sense of turning.
// Element q + before (radix p + k) of a line is root(length, before p k) times element k of the
// transform of the elements q + before (p + j rest), j from 0 to radix.
template <class F> static __device__ void pass(const Block& block, const i64* far) {
  const Lines words(block, far);
  const int radix = (int)words.integer(1), shift = (int)words.integer(2), many = radix << shift;
  const i64 before = words.integer(3), inner = words.integer(4), length = words.integer(5);
  const i64 small = before * inner, span = length / radix * inner;
  const F sense = (F)words.integer(7);
  const Complex<F>*source = words.array<Complex<F>>(1), *roots = words.array<Complex<F>>(2);
  Complex<F>*from = (Complex<F>*)dynamic_memory(), *to = from + many;
  for (i64 first = (i64)blockIdx.x << shift; first < words.count(); first += (i64)gridDim.x << shift) {
    for (int i = threadIdx.x; i < many; i += blockDim.x) {
      const int one = span == 1 ? i / radix : i & ((1 << shift) - 1), j = span == 1 ? i - one * radix : i >> shift;
      const i64 transform = first + one;
      if (transform >= words.count()) continue;
      const i64 outer = quotient_of(transform, span), at = transform - outer * span;
      from[(j << shift) + one] = source[outer * span * radix + at + j * span];
    }
    __syncthreads();
    Step step = {radix, 1, shift, length / radix};
    for (u64 radices = words.integer(6); radices != 0; radices >>= 8) {
      const int next = radices & 255;
      if (next == 8) step_of<8>(step, from, to, roots, sense);
      else if (next == 4) step_of<4>(step, from, to, roots, sense);
      else if (next == 2) step_of<2>(step, from, to, roots, sense);
      else step_of(next, step, from, to, roots);
      step.before *= next;
      Complex<F>* free = from;
      from = to;
      to = free;
      __syncthreads();
    }
    for (int i = threadIdx.x; i < many; i += blockDim.x) {
      const int one = small == 1 ? i / radix : i & ((1 << shift) - 1), k = small == 1 ? i - one * radix : i >> shift;
      const i64 transform = first + one;
      if (transform >= words.count()) continue;
      const i64 outer = quotient_of(transform, span), at = transform - outer * span;
      const i64 p = quotient_of(at, small), q = at - p * small;
      const Complex<F> value = from[(k << shift) + one];
      words.array<Complex<F>>(0)[outer * span * radix + q + small * (radix * p + k)] =
          p == 0 || k == 0 ? value : value * roots[before * p * k];
    }
    __syncthreads();  // the next transforms may use shared memory
  }
}

// The whole of lines of which the first half is given, as the transform of real numbers has them:
// length, elements that are given, inner. Elements that are their own conjugates are taken to be real.
template <class F> static __device__ void hermitian(const Block& block, const i64* far) {
  const Lines words(block, far);
  const i64 length = words.integer(1), given = words.integer(2), inner = words.integer(3);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const InLine at(i, length, inner, given);
    const i64 k = at.position, twice = 2 * k;
    const Complex<F> half = words.array<Complex<F>>(1)[at.first + (twice <= length ? k : length - k) * inner];
    const F im = k == 0 || twice == length ? F(0) : twice < length ? half.im : -half.im;
    words.array<Complex<F>>(0)[i] = Complex<F>(half.re, im);
  }
}

// ---- Bluestein: a line times the chirp, convolved with its conjugate, times the chirp

// The chirp: length, sense of turning.
template <class F> static __device__ void chirp(const Block& block, const i64* far) {
  const Lines words(block, far);
  const u64 length = words.integer(1);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const u64 square = (u64)i * (u64)i % (2 * length);  // the angle repeats after two half turns
    words.array<Complex<F>>(0)[i] = rounded<F>(turned((double)words.integer(2) * square / length));
  }
}
// What is convolved with, as a line of a power of two: length of the chirp.
template <class F> static __device__ void filter(const Block& block, const i64* far) {
  const Lines words(block, far);
  const i64 length = words.integer(1);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const i64 distance = smallest(i, words.count() - i);
    words.array<Complex<F>>(0)[i] = distance < length ? conjugate(words.array<Complex<F>>(1)[distance]) : Complex<F>(0);
  }
}
// Lines times the chirp, with zeros up to a power of two: length of the chirp, that power, inner.
template <class F> static __device__ void spread(const Block& block, const i64* far) {
  const Lines words(block, far);
  const i64 length = words.integer(1), power = words.integer(2), inner = words.integer(3);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const InLine at(i, power, inner, length);
    words.array<Complex<F>>(0)[i] =
        at.position < length
            ? words.array<Complex<F>>(1)[at.first + at.position * inner] * words.array<Complex<F>>(2)[at.position]
            : Complex<F>(0);
  }
}
// Lines times another line: their length, inner.
template <class F> static __device__ void multiply(const Block& block, const i64* far) {
  const Lines words(block, far);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const InLine at(i, words.integer(1), words.integer(2), 0);
    words.array<Complex<F>>(0)[i] = words.array<Complex<F>>(1)[i] * words.array<Complex<F>>(2)[at.position];
  }
}
// The first elements of lines times the chirp, divided by the power: as spread.
template <class F> static __device__ void gather(const Block& block, const i64* far) {
  const Lines words(block, far);
  const i64 length = words.integer(1), power = words.integer(2), inner = words.integer(3);
  const F factor = F(1) / (F)power;
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const InLine at(i, length, inner, power);
    const Complex<F> value = words.array<Complex<F>>(1)[at.first + at.position * inner];
    words.array<Complex<F>>(0)[i] = Complex<F>(value.re * factor, value.im * factor) * words.array<Complex<F>>(2)[at.position];
  }
}

#define ARRAYS(name, F, T)                                   \
  KERNEL(fourier_read_##name) { read_array<F, T>(block, far); } \
  KERNEL(fourier_write_##name) { write_array<F, T>(block, far); }
ARRAYS(float32, float, float)
ARRAYS(float64, double, double)
ARRAYS(complex64, float, Complex<float>)
ARRAYS(complex128, double, Complex<double>)

#define TRANSFORMS(name, F)                                  \
  KERNEL(fourier_roots_##name) { roots<F>(block, far); }     \
  COOPERATIVE_KERNEL(fourier_pass_##name) { pass<F>(block, far); } \
  KERNEL(fourier_hermitian_##name) { hermitian<F>(block, far); } \
  KERNEL(fourier_chirp_##name) { chirp<F>(block, far); }     \
  KERNEL(fourier_filter_##name) { filter<F>(block, far); }   \
  KERNEL(fourier_spread_##name) { spread<F>(block, far); }   \
  KERNEL(fourier_multiply_##name) { multiply<F>(block, far); } \
  KERNEL(fourier_gather_##name) { gather<F>(block, far); }
TRANSFORMS(complex64, float)
TRANSFORMS(complex128, double)
