// Random numbers: the words of jackfield.aten.random.Philox, and its distributions, bit for bit.
// Operand 0 is written. Numbers: the seed, a quarter of the offset, those of the distribution.
#include "across.h"
#include "portable.h"

// The words of a call. Each thread keeps the block of four that it computed last.
struct Philox {
  u64 key, counter;
  i64 current = -1;
  u32 words[4];
  __device__ Philox(const Words& numbers) : key(numbers.integer(0)), counter(numbers.integer(1)) {}
  __device__ u32 word(i64 number) {
    if (number >> 2 != current) compute(number >> 2);
    const int place = (int)number & 3;
    return place == 0 ? words[0] : place == 1 ? words[1] : place == 2 ? words[2] : words[3];
  }
  __device__ u64 pair(i64 number) {
    const u64 low = word(2 * number);
    return (u64)word(2 * number + 1) << 32 | low;
  }
  __device__ void compute(i64 block) {
    current = block;
    u32 key0 = (u32)key, key1 = (u32)(key >> 32);
    u32 a = (u32)counter, b = (u32)(counter >> 32), c = (u32)block, d = (u32)((u64)block >> 32);
    for (int round = 0; round < 10; round++) {
      const u64 first = (u64)0xD2511F53 * a, second = (u64)0xCD9E8D57 * c;
      a = (u32)(second >> 32) ^ b ^ key0;
      b = (u32)second;
      c = (u32)(first >> 32) ^ d ^ key1;
      d = (u32)first;
      key0 += 0x9E3779B9;
      key1 += 0xBB67AE85;
    }
    words[0] = a; words[1] = b; words[2] = c; words[3] = d;
  }
};

// A number between 0 and 1 of some upper bits of a word, or of two words; an open one is not 0.
template <int bits, bool open> static __device__ Rounded share(Philox& words, i64 number) {
  const u64 top = bits > 32 ? words.pair(number) >> (64 - bits) : (u64)(words.word(number) >> ((32 - bits) & 31));
  return (open ? (double)top + 0.5 : (double)top) * (1.0 / (double)((u64)1 << bits));
}
template <class F> struct Bits { static const int significant = 53, between = 32; };
template <> struct Bits<Half> { static const int significant = 11, between = 32; };
template <> struct Bits<BFloat> { static const int significant = 8, between = 32; };
template <> struct Bits<float> { static const int significant = 24, between = 32; };
template <> struct Bits<double> { static const int significant = 53, between = 52; };
template <class F> static __device__ Rounded between(Philox& words, i64 number) {
  return share<Bits<F>::between, true>(words, number);
}

// A thread draws four elements in a row, which share a block of words where each takes one.
// An element of several parts counts as several.
template <class T, class F, class Draw> static __device__ void draw(const Words& loop, Draw value) {
  Philox words(loop);
  const i64 n = loop.count(0, loop.rank());
  const int parts = sizeof(T) / sizeof(F);
  for (i64 first = 4 * thread_index(); first < n; first += 4 * thread_total())
    for (i64 i = first; i < n && i < first + 4; i++) {
      char* at[1] = {loop.address(0)};
      loop.place<1>(i, 0, loop.rank(), at);
      for (int part = 0; part < parts; part++)
        ((F*)at[0])[part] = Store<F>::of(value(words, i * parts + part));
    }
}

#define DRAW(distribution, name, T, F) \
  KERNEL(draw_##distribution##_##name) { distribution<T, F>(Words(block, far)); }

// Numbers: the least one, the range, the largest one.
template <class T, class F> static __device__ void uniform(const Words& w) {
  const Rounded from = w.real(2), range = w.real(3);
  const double last = w.real(4);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    const double value = (from + share<Bits<F>::significant, false>(words, number) * range).value;
    return value < last ? value : last;
  });
}
// Numbers: mean and deviation.
template <class T, class F> static __device__ void normal(const Words& w) {
  const Rounded mean = w.real(2), deviation = w.real(3);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    return (mean + deviation * portable::normal_quantile(between<F>(words, number))).value;
  });
}
template <class T, class F> static __device__ void log_normal(const Words& w) {
  const Rounded mean = w.real(2), deviation = w.real(3);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    return portable::exp(mean + deviation * portable::normal_quantile(between<F>(words, number))).value;
  });
}
// Number: lambda.
template <class T, class F> static __device__ void exponential(const Words& w) {
  const Rounded lambda = w.real(2);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    return (-portable::log(between<F>(words, number)) / lambda).value;
  });
}
// Numbers: the median and sigma.
template <class T, class F> static __device__ void cauchy(const Words& w) {
  const Rounded median = w.real(2), sigma = w.real(3);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    return (median + sigma * portable::tan_of_half_turns(between<F>(words, number) - 0.5)).value;
  });
}

// Integers of more than 64 bits become the largest one.
template <class F> struct Whole {
  static __device__ i64 of(double a) { return a < 9223372036854775808.0 ? (i64)a : ~((i64)1 << 63); }
};
#define WHOLE(name, F) template <> struct Whole<F> { static __device__ double of(double a) { return a; } };
FOR_FLOATS(WHOLE)
// Number: the logarithm of the probability of a failure.
template <class T, class F> static __device__ void geometric(const Words& w) {
  const Rounded scale = w.real(2);
  draw<T, F>(w, [=](Philox& words, i64 number) {
    return Whole<F>::of(::ceil((portable::log(share<52, true>(words, number)) / scale).value));
  });
}
// Number: the probability of 1.
template <class T, class F> static __device__ void bernoulli(const Words& w) {
  const double probability = w.real(2);
  draw<T, F>(w, [=](Philox& words, i64 number) -> i64 {
    return share<32, false>(words, number).value < probability;
  });
}
// Operand 1 has the probabilities.
template <class T, class F> static __device__ void bernoulli_each(const Words& w) {
  draw<T, F>(w, [=](Philox& words, i64 number) -> i64 {
    char* at[2] = {w.address(0), w.address(1)};
    w.place<2>(number, 0, w.rank(), at);
    return share<32, false>(words, number).value < load_typed<double>(w.type(1), at[1]);
  });
}
// Numbers: the least one, and how many; 0 for 2 to the power of 64.
template <class T, class F> static __device__ void integers(const Words& w) {
  const u64 least = w.integer(2), count = w.integer(3);
  const bool many = (count - 1) >> 32 != 0;
  draw<T, F>(w, [=](Philox& words, i64 number) -> i64 {
    if (!many) return least + high_product(words.pair(number), count);
    const u64 low = words.pair(2 * number), high = words.pair(2 * number + 1);
    if (count == 0) return least + high;
    const u64 middle = high * count, sum = middle + high_product(low, count);
    return least + high_product(high, count) + (sum < middle ? 1 : 0);
  });
}

// Finds the first probability, in operand 1, that is not from 0 to 1. Numbers: where its place, or
// -1, and its value are written.
COOPERATIVE_KERNEL(draw_check) {
  __shared__ i64 parts[256];
  const Words w(block, far);
  i64* result = (i64*)w.integer(0);
  const i64 n = w.count(0, w.rank());
  i64 first = n;
  for (i64 i = threadIdx.x; i < n && first == n; i += blockDim.x) {
    const double p = load_typed<double>(w.type(1), element_of(w, 1, i, 0, w.rank()));
    if (!(p >= 0 && p <= 1)) first = i;
  }
  first = least_of(first, parts);
  if (threadIdx.x != 0) return;
  result[0] = first == n ? -1 : first;
  if (first < n) *(double*)(result + 1) = load_typed<double>(w.type(1), element_of(w, 1, first, 0, w.rank()));
}

#define FRACTIONS(distribution)                        \
  DRAW(distribution, float16, Half, Half)              \
  DRAW(distribution, bfloat16, BFloat, BFloat)         \
  DRAW(distribution, float32, float, float)            \
  DRAW(distribution, float64, double, double)
#define COMPLEX_FRACTIONS(distribution)                    \
  DRAW(distribution, complex64, Complex<float>, float)     \
  DRAW(distribution, complex128, Complex<double>, double)
FRACTIONS(uniform)
FRACTIONS(normal)
FRACTIONS(log_normal)
FRACTIONS(exponential)
FRACTIONS(cauchy)
COMPLEX_FRACTIONS(uniform)
COMPLEX_FRACTIONS(normal)
#define NUMBERS(name, T)              \
  DRAW(geometric, name, T, T)         \
  DRAW(bernoulli, name, T, T)         \
  DRAW(bernoulli_each, name, T, T)    \
  DRAW(integers, name, T, T)
FOR_INTEGERS(NUMBERS)
FOR_FLOATS(NUMBERS)
