// Copies, conversions, fills and choices.
#include "kernel.h"

struct Bytes16 { u64 low, high; };
template <class T> static __device__ void copy(const Block& block, const i64* far) {
  Loop(block, far).run<1, T, T>([](const T* x) { return x[0]; });
}
KERNEL(copy_1) { copy<u8>(block, far); }
KERNEL(copy_2) { copy<u16>(block, far); }
KERNEL(copy_4) { copy<u32>(block, far); }
KERNEL(copy_8) { copy<u64>(block, far); }
KERNEL(copy_16) { copy<Bytes16>(block, far); }

// Converts to the type whose number is in the block.
template <class T> static __device__ void convert(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  const int to = loop.type(0);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {loop.address(0), loop.address(1)};
    loop.place<2>(i, 0, loop.rank(), at);
    const auto a = load(*(const T*)at[1]);
    switch (to) {
      case 0: *(u8*)at[0] = Store<u8>::of(a); break;
      case 1: *(i8*)at[0] = Store<i8>::of(a); break;
      case 2: *(i16*)at[0] = Store<i16>::of(a); break;
      case 3: *(i32*)at[0] = Store<i32>::of(a); break;
      case 4: *(i64*)at[0] = Store<i64>::of(a); break;
      case 5: *(Half*)at[0] = Store<Half>::of(a); break;
      case 6: *(float*)at[0] = Store<float>::of(a); break;
      case 7: *(double*)at[0] = Store<double>::of(a); break;
      case 9: *(Complex<float>*)at[0] = Store<Complex<float>>::of(a); break;
      case 10: *(Complex<double>*)at[0] = Store<Complex<double>>::of(a); break;
      case 11: *(Bool*)at[0] = Store<Bool>::of(a); break;
      case 15: *(BFloat*)at[0] = Store<BFloat>::of(a); break;
    }
  }
}
#define CONVERT(name, T) KERNEL(convert_##name) { convert<T>(block, far); }
FOR_ALL(CONVERT)

template <class T, class C> static __device__ void fill(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  const T value = Store<T>::of(loop.number<C>(0));
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[1] = {loop.address(0)};
    loop.place<1>(i, 0, loop.rank(), at);
    *(T*)at[0] = value;
  }
}
#define FILL_INTEGER(name, T) KERNEL(fill_##name) { fill<T, i64>(block, far); }
#define FILL_FLOAT(name, T) KERNEL(fill_##name) { fill<T, double>(block, far); }
#define FILL_COMPLEX(name, T) KERNEL(fill_##name) { fill<T, Complex<double>>(block, far); }
FOR_INTEGERS(FILL_INTEGER)
FOR_FLOATS(FILL_FLOAT)
FOR_COMPLEX(FILL_COMPLEX)

// Writes first + step * i into element i of a row-major order.
template <class T, class C> static __device__ void arange(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  const C first = loop.number<C>(0), step = loop.number<C>(1);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[1] = {loop.address(0)};
    loop.place<1>(i, 0, loop.rank(), at);
    *(T*)at[0] = Store<T>::of(first + step * (C)i);
  }
}
#define ARANGE_INTEGER(name, T) KERNEL(arange_##name) { arange<T, i64>(block, far); }
#define ARANGE_FLOAT(name, T) KERNEL(arange_##name) { arange<T, double>(block, far); }
FOR_INTEGERS(ARANGE_INTEGER)
FOR_FLOATS(ARANGE_FLOAT)

template <class T> static __device__ void choose(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[4] = {loop.address(0), loop.address(1), loop.address(2), loop.address(3)};
    loop.place<4>(i, 0, loop.rank(), at);
    *(T*)at[0] = *(const u8*)at[1] ? *(const T*)at[2] : *(const T*)at[3];
  }
}
KERNEL(where_1) { choose<u8>(block, far); }
KERNEL(where_2) { choose<u16>(block, far); }
KERNEL(where_4) { choose<u32>(block, far); }
KERNEL(where_8) { choose<u64>(block, far); }
KERNEL(where_16) { choose<Bytes16>(block, far); }

// Mantissas in [1/2, 1) and exponents.
template <class T, class C> static __device__ void split(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {loop.address(0), loop.address(1), loop.address(2)};
    loop.place<3>(i, 0, loop.rank(), at);
    int exponent = 0;
    const double value = (double)load(*(const T*)at[2]);
    const bool is_finite = value - value == 0;
    const double mantissa = is_finite ? ::frexp(value, &exponent) : value;
    *(T*)at[0] = Store<T>::of(mantissa);
    *(i32*)at[1] = is_finite ? exponent : 0;
  }
}
#define SPLIT(name, T) KERNEL(frexp_##name) { split<T, double>(block, far); }
FOR_FLOATS(SPLIT)
