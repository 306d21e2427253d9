// Elements whose type only the block knows, by its number.
#pragma once
#include "kernel.h"

// An element of any type, in a type of computation.
template <class W> struct As;
template <> struct As<i64> { template <class C> static __device__ i64 of(C a) { return to_integer(a); } };
template <> struct As<double> { template <class C> static __device__ double of(C a) { return to_real(a); } };
template <> struct As<Complex<double>> {
  template <class C> static __device__ Complex<double> of(C a) { return to_complex<double>(a); }
};
template <class W> static __device__ W load_typed(int type, const char* at) {
  switch (type) {
    case 0: return As<W>::of(load(*(const u8*)at));
    case 1: return As<W>::of(load(*(const i8*)at));
    case 2: return As<W>::of(load(*(const i16*)at));
    case 3: return As<W>::of(load(*(const i32*)at));
    case 4: return As<W>::of(load(*(const i64*)at));
    case 5: return As<W>::of(load(*(const Half*)at));
    case 6: return As<W>::of(load(*(const float*)at));
    case 7: return As<W>::of(load(*(const double*)at));
    case 9: return As<W>::of(load(*(const Complex<float>*)at));
    case 10: return As<W>::of(load(*(const Complex<double>*)at));
    case 11: return As<W>::of(load(*(const Bool*)at));
    default: return As<W>::of(load(*(const BFloat*)at));
  }
}
static __device__ void store_typed(int type, char* at, i64 value) {
  switch (type) {
    case 3: *(i32*)at = (i32)value; break;
    default: *(i64*)at = value;
  }
}
static __device__ bool is_floating(int type) { return (type >= 5 && type <= 7) || type == 15; }
// The nearest number of a type of floats.
static __device__ double rounded_to(int type, double value) {
  switch (type) {
    case 5: return (double)load(Store<Half>::of(value));
    case 6: return (double)(float)value;
    case 15: return (double)load(Store<BFloat>::of(value));
    default: return value;
  }
}
// Where an element of one operand is, counted in row-major order of some of its dimensions.
static __device__ char* element_of(const Words& words, int operand, i64 i, int from, int to) {
  char* at = words.address(operand);
  for (int d = to - 1; d >= from; d--) {
    const i64 next = i / words.size(d);
    at += (i - next * words.size(d)) * words.step(operand, d);
    i = next;
  }
  return at;
}
// In what elements of a type are added up.
template <class T> struct SumOf { typedef double type; };
template <class F> struct SumOf<Complex<F>> { typedef Complex<double> type; };
