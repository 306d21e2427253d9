// The shared memory that a launch asks for, in addition to what a kernel declares.
#pragma once
#include "kernel.h"

#ifdef STANDIN
static inline char* dynamic_memory() { return standin::dynamic_shared; }
#else
static __device__ char* dynamic_memory() {
  extern __shared__ __align__(128) char bytes[];
  return bytes;
}
#endif
