// Stable sorts of positions, for the sources that order elements.
#pragma once
#include "kernel.h"

// A step of a merge sort. The runs of width positions in from are sorted; place p of them goes to
// its place in the merged runs in to, which its rank in the other run decides.
template <class Less>
static __device__ void merge(i64 p, i64 n, i64 width, const i64* from, i64* to, Less less) {
  const i64 low = p / (2 * width) * (2 * width);
  const i64 middle = low + width < n ? low + width : n;
  const i64 high = low + 2 * width < n ? low + 2 * width : n;
  const i64 own = from[p];
  const bool is_left = p < middle;
  i64 first = is_left ? middle : low, end = is_left ? high : middle;
  const i64 begin = first;
  while (first < end) {
    const i64 half = first + (end - first) / 2;
    const bool precedes = is_left ? less(from[half], own) : !less(own, from[half]);
    if (precedes) first = half + 1; else end = half;
  }
  to[is_left ? p + (first - begin) : p - middle + first] = own;
}
