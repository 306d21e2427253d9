// Fourier transforms of lines in row-major arrays of complex numbers. A line's elements are `inner`
// elements apart. Lines whose length has small prime factors are transformed in passes, as Stockham
// did, others by Bluestein's convolution.
#include "kernel.h"

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

// One pass: length, radix, the product of the radices before, inner. Element q + before (radix p + k)
// of a line is the sum, over j, of element q + before (p + j rest) times a root of 1.
template <class F> static __device__ void pass(const Block& block, const i64* far) {
  const Lines words(block, far);
  const i64 length = words.integer(1), radix = words.integer(2), before = words.integer(3), inner = words.integer(4);
  const i64 stride = length / radix;
  const Complex<F>*from = words.array<Complex<F>>(1), *roots = words.array<Complex<F>>(2);
  for (i64 i = thread_index(); i < words.count(); i += thread_total()) {
    const InLine at(i, length, inner, length);
    const i64 group = quotient_of(at.position, before), q = at.position - group * before;
    const i64 p = quotient_of(group, radix), k = group - p * radix;
    const Complex<F>* element = from + at.first + (q + before * p) * inner;
    i64 turn = k * p * before;
    Complex<F> sum(0);
    for (int j = 0; j < (int)radix; j++) {
      sum = sum + element[j * stride * inner] * roots[turn];
      turn += k * stride;
      if (turn >= length) turn -= length;
    }
    words.array<Complex<F>>(0)[i] = sum;
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
  KERNEL(fourier_pass_##name) { pass<F>(block, far); }       \
  KERNEL(fourier_hermitian_##name) { hermitian<F>(block, far); } \
  KERNEL(fourier_chirp_##name) { chirp<F>(block, far); }     \
  KERNEL(fourier_filter_##name) { filter<F>(block, far); }   \
  KERNEL(fourier_spread_##name) { spread<F>(block, far); }   \
  KERNEL(fourier_multiply_##name) { multiply<F>(block, far); } \
  KERNEL(fourier_gather_##name) { gather<F>(block, far); }
TRANSFORMS(complex64, float)
TRANSFORMS(complex128, double)
