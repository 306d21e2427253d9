// The first numbers of an order, sorted by one thread. Which of several equal elements come first
// follows from the same steps as on the CPU: a heap for few, else quickselect by a median of three,
// then quicksort that ends with insertions.
#pragma once
#include "kernel.h"

template <class Before> struct PartialOrder {
  i64* order;
  Before before;

  __device__ void first(i64 k, i64 count) {
    for (i64 i = 0; i < count; i++) order[i] = i;
    if (k * 64 <= count) {
      select_heap(0, k, count);
      sort_heap(0, k);
      return;
    }
    select(k - 1, count);
    quicksort(k - 1);
    insert(0, k - 1);
  }

 private:
  __device__ bool is_before(i64 a, i64 b) const { return before(order[a], order[b]); }
  __device__ void swap(i64 a, i64 b) {
    const i64 number = order[a];
    order[a] = order[b];
    order[b] = number;
  }
  static __device__ int log2(i64 count) {
    int log = 0;
    while (count >>= 1) log++;
    return log;
  }
  // Brings the number at a place to that place.
  __device__ void select(i64 nth, i64 count) {
    i64 first = 0, last = count;
    for (int depth = 2 * log2(count); last - first > 3; depth--) {
      if (depth == 0) {
        select_heap(first, nth + 1, last);
        swap(first, nth);
        return;
      }
      const i64 cut = partition(first, last);
      if (cut <= nth) first = cut; else last = cut;
    }
    insert(first, last);
  }
  // Sorts down to ranges of 16. The ranges on the stack are disjoint, so any order will do.
  __device__ void quicksort(i64 end) {
    struct Range { i64 first, last; int depth; } stack[64];
    int top = 0;
    stack[top++] = {0, end, 2 * log2(end > 1 ? end : 1)};
    while (top > 0) {
      Range range = stack[--top];
      while (range.last - range.first > 16) {
        if (range.depth-- == 0) {
          select_heap(range.first, range.last, range.last);
          sort_heap(range.first, range.last);
          break;
        }
        const i64 cut = partition(range.first, range.last);
        stack[top++] = {cut, range.last, range.depth};
        range.last = cut;
      }
    }
  }
  // Divides a range by the median of its second, middle and last number.
  __device__ i64 partition(i64 first, i64 end) {
    swap(first, median(first + 1, first + (end - first) / 2, end - 1));
    const i64 pivot = order[first];
    for (i64 from = first + 1, to = end;; from++) {
      while (before(order[from], pivot)) from++;
      to--;
      while (before(pivot, order[to])) to--;
      if (from >= to) return from;
      swap(from, to);
    }
  }
  __device__ i64 median(i64 a, i64 b, i64 c) const {
    if (is_before(a, b)) return is_before(b, c) ? b : is_before(a, c) ? c : a;
    return is_before(a, c) ? a : is_before(b, c) ? c : b;
  }
  __device__ void insert(i64 first, i64 last) {
    for (i64 i = first + 1; i < last; i++) {
      const i64 number = order[i];
      i64 to = i;
      for (; to > first && before(number, order[to - 1]); to--) order[to] = order[to - 1];
      order[to] = number;
    }
  }

  // ---- a heap, of which the last number is the root
  __device__ void select_heap(i64 first, i64 middle, i64 last) {
    const i64 length = middle - first;
    for (i64 parent = (length - 2) / 2; length > 1 && parent >= 0; parent--)
      sift(first, parent, length, order[first + parent]);
    for (i64 i = middle; i < last; i++)
      if (is_before(i, first)) pop(first, middle, i);
  }
  __device__ void sort_heap(i64 first, i64 end) {
    for (i64 last = end; last - first > 1; last--) pop(first, last - 1, last - 1);
  }
  __device__ void pop(i64 first, i64 last, i64 result) {
    const i64 number = order[result];
    order[result] = order[first];
    sift(first, 0, last - first, number);
  }
  __device__ void sift(i64 first, i64 top, i64 length, i64 number) {
    i64 hole = top, child = top;
    while (child < (length - 1) / 2) {
      child = 2 * (child + 1);
      if (is_before(first + child, first + child - 1)) child--;
      order[first + hole] = order[first + child];
      hole = child;
    }
    if (length % 2 == 0 && child == (length - 2) / 2) {
      child = 2 * (child + 1);
      order[first + hole] = order[first + child - 1];
      hole = child - 1;
    }
    for (; hole > top && before(order[first + (hole - 1) / 2], number); hole = (hole - 1) / 2)
      order[first + hole] = order[first + (hole - 1) / 2];
    order[first + hole] = number;
  }
};
