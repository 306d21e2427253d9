// Orders and running totals along lines. The first dimensions of a block are those of the lines.
#include "order.h"
#include "partial.h"
#include "typed.h"

// ---- running totals: a block of threads runs along a line, each thread along a part of it

template <class State, class Load, class Store>
static __device__ void scan(i64 length, State* states, Load load_at, Store store_at) {
  const i64 part = (length + blockDim.x - 1) / blockDim.x;
  const i64 from = threadIdx.x * part, to = from + part < length ? from + part : length;
  State state = State();
  for (i64 i = from; i < to; i++) state.join(load_at(i));
  __syncthreads();
  states[threadIdx.x] = state;
  __syncthreads();
  if (threadIdx.x == 0) {  // each part begins with what was before it
    State before = State();
    for (int t = 0; t < blockDim.x; t++) {
      const State own = states[t];
      states[t] = before;
      before.join(own);
    }
  }
  __syncthreads();
  state = states[threadIdx.x];
  for (i64 i = from; i < to; i++) {
    state.join(load_at(i));
    store_at(i, state);
  }
  __syncthreads();
}

template <class C> struct Wider { typedef double type; };
template <> struct Wider<i64> { typedef i64 type; };
template <class F> struct Wider<Complex<F>> { typedef Complex<double> type; };
static __device__ double wide(float a) { return a; }
static __device__ double wide(double a) { return a; }
template <class F> __device__ Complex<double> wide(Complex<F> a) { return {(double)a.re, (double)a.im}; }

template <class W> struct Total {
  W value = W(0);
  __device__ void join(const Total& later) { value = value + later.value; }
};
template <class W> struct Multiple {
  W value = W(1);
  __device__ void join(const Multiple& later) { value = value * later.value; }
};
// The logarithm of a sum of powers of e: the largest real part, and the sum of the powers of the
// differences to it.
struct PowerSum {
  double most = -infinity();
  Complex<double> sum = Complex<double>(0);
  __device__ static PowerSum of(double a) { return of(Complex<double>(a)); }
  __device__ static PowerSum of(Complex<double> a) {
    PowerSum one;
    if (a.re == -infinity()) return one;
    one.most = a.re;
    one.sum = a.re != a.re ? Complex<double>(a.re, a.im == 0 ? 0 : a.re)
              : a.im == 0  ? Complex<double>(1)
                           : Complex<double>(::cos(a.im), ::sin(a.im));
    return one;
  }
  __device__ Complex<double> scaled(double factor) const {
    return factor == 0 ? Complex<double>(0) : Complex<double>(sum.re * factor, sum.im == 0 ? 0 : sum.im * factor);
  }
  __device__ void join(const PowerSum& later) {
    if (later.most == -infinity()) return;
    if (most == -infinity()) {
      *this = later;
      return;
    }
    const double next = most != most || later.most != later.most ? most + later.most : most > later.most ? most : later.most;
    const double own = most == next ? 1 : ::exp(most - next), others = later.most == next ? 1 : ::exp(later.most - next);
    sum = scaled(own) + later.scaled(others);
    most = next;
  }
  __device__ void write(double& to) const {
    to = most != most ? most : most == -infinity() ? most : most + ::log(sum.im == 0 ? sum.re : ::hypot(sum.re, sum.im));
  }
  __device__ void write(Complex<double>& to) const {
    const double size = sum.im == 0 && sum.re >= 0 ? ::log(sum.re) : ::log(::hypot(sum.re, sum.im));
    to = {most == -infinity() ? most : most != most ? most : most + size, ::atan2(sum.im, sum.re)};
  }
};

// Operands: out, input, perhaps of another type. The last dimension is that of the line.
template <class Out, template <class> class State>
static __device__ void totals(const Block& block, const i64* far, char* parts) {
  typedef typename Wider<decltype(load(Out()))>::type W;
  const Words words(block, far);
  const int last = words.rank() - 1;
  for (i64 line = blockIdx.x; line < words.count(0, last); line += gridDim.x) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(line, 0, last, at);
    scan(
        words.size(last), (State<W>*)parts,
        [&](i64 i) {
          State<W> one;
          one.value = load_typed<W>(words.type(1), at[1] + i * words.step(1, last));
          return one;
        },
        [&](i64 i, const State<W>& state) { *(Out*)(at[0] + i * words.step(0, last)) = Store<Out>::of(state.value); });
  }
}
#define TOTALS(name, Out)                                         \
  COOPERATIVE_KERNEL(cumsum_##name) {                             \
    __shared__ __align__(16) char parts[256 * 16];                \
    totals<Out, Total>(block, far, parts);                        \
  }                                                               \
  COOPERATIVE_KERNEL(cumprod_##name) {                            \
    __shared__ __align__(16) char parts[256 * 16];                \
    totals<Out, Multiple>(block, far, parts);                     \
  }
FOR_ALL(TOTALS)

template <class T> static __device__ void power_sums(const Block& block, const i64* far, PowerSum* parts) {
  typedef typename Wider<decltype(load(T()))>::type W;
  const Words words(block, far);
  const int last = words.rank() - 1;
  for (i64 line = blockIdx.x; line < words.count(0, last); line += gridDim.x) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(line, 0, last, at);
    scan(
        words.size(last), parts,
        [&](i64 i) { return PowerSum::of(W(wide(load(*(const T*)(at[1] + i * words.step(1, last)))))); },
        [&](i64 i, const PowerSum& state) {
          W value = W(0);
          state.write(value);
          *(T*)(at[0] + i * words.step(0, last)) = Store<T>::of(value);
        });
  }
}
#define POWER_SUMS(name, T)                                       \
  COOPERATIVE_KERNEL(logcumsumexp_##name) {                       \
    __shared__ __align__(16) char parts[256 * sizeof(PowerSum)];  \
    power_sums<T>(block, far, (PowerSum*)parts);                  \
  }
FOR_FLOATS(POWER_SUMS)
FOR_COMPLEX(POWER_SUMS)

// The best element so far; of equal ones the later, from the first NaN on the last NaN. Operands:
// values, positions, input.
template <class C, bool LARGEST> struct Best {
  C value = C(0);
  i64 position = -1;
  __device__ void join(const Best& later) {
    if (later.position < 0) return;
    const bool is_nan = later.value != later.value;
    const bool is_better = value == value && (LARGEST ? later.value >= value : later.value <= value);
    if (position < 0 || is_nan || is_better) *this = later;
  }
};
template <class T, bool LARGEST> static __device__ void extremes(const Block& block, const i64* far, char* parts) {
  typedef Best<decltype(load(T())), LARGEST> State;
  const Words words(block, far);
  const int last = words.rank() - 1;
  for (i64 line = blockIdx.x; line < words.count(0, last); line += gridDim.x) {
    char* at[3] = {words.address(0), words.address(1), words.address(2)};
    words.place<3>(line, 0, last, at);
    scan(
        words.size(last), (State*)parts,
        [&](i64 i) {
          State one;
          one.value = load(*(const T*)(at[2] + i * words.step(2, last)));
          one.position = i;
          return one;
        },
        [&](i64 i, const State& state) {
          *(T*)(at[0] + i * words.step(0, last)) = Store<T>::of(state.value);
          *(i64*)(at[1] + i * words.step(1, last)) = state.position;
        });
  }
}
#define EXTREMES(name, T)                                                                               \
  COOPERATIVE_KERNEL(cummax_##name) { __shared__ __align__(16) char parts[256 * 16]; extremes<T, true>(block, far, parts); } \
  COOPERATIVE_KERNEL(cummin_##name) { __shared__ __align__(16) char parts[256 * 16]; extremes<T, false>(block, far, parts); }
FOR_INTEGERS(EXTREMES)
FOR_FLOATS(EXTREMES)

// ---- orders. Number 0 is how many dimensions are those of the lines; the input is the last operand.

// NaN is the largest number, -0 equals 0.
template <class C> static __device__ bool is_less(C a, C b) { return a < b || (a == a && b != b); }

template <class T> struct ByValue {
  const Words& words;
  const char* line;
  int kept;
  bool descends;
  __device__ auto at(i64 i) const -> decltype(load(T())) {
    const char* from = line;
    for (int d = words.rank() - 1; d >= kept; d--) {
      const i64 next = i / words.size(d);
      from += (i - next * words.size(d)) * words.step(words.operands() - 1, d);
      i = next;
    }
    return load(*(const T*)from);
  }
  __device__ bool operator()(i64 a, i64 b) const { return descends ? is_less(at(b), at(a)) : is_less(at(a), at(b)); }
};
static __device__ char* line_of(const Words& words, int operand, i64 line, int kept) {
  char* at = words.address(operand);
  for (int d = kept - 1; d >= 0; d--) {
    const i64 next = line / words.size(d);
    at += (line - next * words.size(d)) * words.step(operand, d);
    line = next;
  }
  return at;
}
// A step of the sort of positions. Further numbers: the order before and after, the width of runs,
// whether the largest come first; a width of 0 writes the positions in order.
template <class T> static __device__ void order(const Block& block, const i64* far) {
  const Words words(block, far);
  const int kept = (int)words.integer(0), input = words.operands() - 1;
  const i64 lines = words.count(0, kept), n = words.count(kept, words.rank()), width = words.integer(3);
  const i64* from = (const i64*)words.integer(1);
  i64* to = (i64*)words.integer(2);
  for (i64 i = thread_index(); i < lines * n; i += thread_total()) {
    const i64 line = i / n, base = line * n;
    if (width == 0) {
      to[i] = i - base;
      continue;
    }
    const ByValue<T> less = {words, line_of(words, input, line, kept), kept, words.integer(4) != 0};
    merge(i - base, n, width, from + base, to + base, less);
  }
}
#define ORDER(name, T) KERNEL(order_##name) { order<T>(block, far); }
FOR_INTEGERS(ORDER)
FOR_FLOATS(ORDER)

// If some of the first elements of a line are equal, the same ones of them are chosen as on the CPU.
// First each element gets a rank, which equal ones share; -1 for the first element says that nothing
// is equal. Further numbers: the order, the ranks, how many elements come first, whether the largest do.
template <class T> static __device__ void ranks(const Block& block, const i64* far) {
  const Words words(block, far);
  const int kept = (int)words.integer(0), input = words.operands() - 1;
  const i64 lines = words.count(0, kept), n = words.count(kept, words.rank()), k = words.integer(3);
  for (i64 line = thread_index(); line < lines; line += thread_total()) {
    const i64* order = (const i64*)words.integer(1) + line * n;
    i64* ranks = (i64*)words.integer(2) + line * n;
    const ByValue<T> less = {words, line_of(words, input, line, kept), kept, words.integer(4) != 0};
    bool equal = false;
    for (i64 i = 1; i <= k && i < n && !equal; i++) equal = !less(order[i - 1], order[i]);
    ranks[0] = -1;
    for (i64 i = 0, rank = 0; equal && i < n; i++) {
      if (i > 0 && less(order[i - 1], order[i])) rank++;
      ranks[order[i]] = rank;
    }
  }
}
#define RANKS(name, T) KERNEL(order_ranks_##name) { ranks<T>(block, far); }
FOR_INTEGERS(RANKS)
FOR_FLOATS(RANKS)

struct ByRank {
  const i64* ranks;
  __device__ bool operator()(i64 a, i64 b) const { return ranks[a] < ranks[b]; }
};
// Numbers: lines, their length, the order, the ranks, how many elements come first.
KERNEL(order_ties) {
  const Words words(block, far);
  const i64 lines = words.integer(0), n = words.integer(1);
  for (i64 line = thread_index(); line < lines; line += thread_total()) {
    const ByRank less = {(const i64*)words.integer(3) + line * n};
    if (less.ranks[0] >= 0) PartialOrder<ByRank>{(i64*)words.integer(2) + line * n, less}.first(words.integer(4), n);
  }
}

// The first elements of each line in order. Operands: values, positions, input, of which the last
// dimension is that of the line, with the length of values. Numbers: the order, the input's length.
template <class T> static __device__ void ordered(const Block& block, const i64* far) {
  const Words words(block, far);
  const int last = words.rank() - 1;
  const i64 lines = words.count(0, last), count = words.size(last), n = words.integer(1);
  for (i64 i = thread_index(); i < lines * count; i += thread_total()) {
    const i64 line = i / count, p = i - line * count, chosen = ((const i64*)words.integer(0))[line * n + p];
    *(T*)(line_of(words, 0, line, last) + p * words.step(0, last)) =
        *(const T*)(line_of(words, 2, line, last) + chosen * words.step(2, last));
    *(i64*)(line_of(words, 1, line, last) + p * words.step(1, last)) = chosen;
  }
}
KERNEL(ordered_1) { ordered<u8>(block, far); }
KERNEL(ordered_2) { ordered<u16>(block, far); }
KERNEL(ordered_4) { ordered<u32>(block, far); }
KERNEL(ordered_8) { ordered<u64>(block, far); }

// One element of each line. Operands: value, perhaps its position, input. Further numbers: the
// order, then what is chosen: 0 the median, 1 that of numbers, 2 the most frequent, from 3 on the
// element at the place less 3.
template <class T> static __device__ i64 choice(const ByValue<T>& less, const i64* order, i64 n, i64 wanted) {
  if (wanted >= 3) return order[wanted - 3];
  i64 numbers = 0, end = n;
  while (numbers < end) {  // NaN comes last
    const i64 half = numbers + (end - numbers) / 2;
    const auto value = less.at(order[half]);
    if (value == value) numbers = half + 1; else end = half;
  }
  if (wanted == 0 && numbers < n) return order[numbers];
  if (wanted < 2) return order[(numbers > 0 ? numbers - 1 : 0) / 2];
  i64 most = 0, same = 0, chosen = 0;
  for (i64 i = 0; i < n; i++) {
    same++;
    if (i + 1 < n && !less(order[i], order[i + 1])) continue;
    if (same > most) {
      most = same;
      chosen = order[i];
    }
    same = 0;
  }
  return chosen;
}
template <class T> static __device__ void choose_ordered(const Block& block, const i64* far) {
  const Words words(block, far);
  const int kept = (int)words.integer(0), input = words.operands() - 1;
  const i64 lines = words.count(0, kept), n = words.count(kept, words.rank());
  for (i64 line = thread_index(); line < lines; line += thread_total()) {
    T* value = (T*)line_of(words, 0, line, kept);
    if (n == 0) {
      *value = Store<T>::of(not_a_number());
      continue;
    }
    const ByValue<T> less = {words, line_of(words, input, line, kept), kept, false};
    const i64 chosen = choice(less, (const i64*)words.integer(1) + line * n, n, words.integer(2));
    *value = Store<T>::of(less.at(chosen));
    if (input == 2) *(i64*)line_of(words, 1, line, kept) = chosen;
  }
}
#define CHOOSE(name, T) KERNEL(choice_##name) { choose_ordered<T>(block, far); }
FOR_INTEGERS(CHOOSE)
FOR_FLOATS(CHOOSE)
