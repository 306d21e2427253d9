// A kernel for the tests of the driver's bundle: nvcc -ptx -arch=compute_80, version line rewritten.
#ifdef STANDIN
#include "shim.h"
#endif
typedef long long i64;
struct Scale {
  i64 count;
  double factor;
};
extern "C" __global__ void scale(double* data, Scale by) {
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < by.count;
       i += (i64)gridDim.x * blockDim.x)
    data[i] *= by.factor;
}
// Sums 256 numbers into the first of them.
extern "C" __global__ void total(double* data, Scale by) {
  __shared__ double partial[8];
  double sum = data[threadIdx.x];
  for (int lanes = 16; lanes > 0; lanes >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, lanes);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 8; i++) sum += partial[i];
    data[0] = sum * by.factor;
  }
}
#ifdef STANDIN
STANDIN_KERNEL2(scale, double*, Scale, false)
STANDIN_KERNEL2(total, double*, Scale, true)
#endif
