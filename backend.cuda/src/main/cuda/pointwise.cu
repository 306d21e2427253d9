// Elementwise kernels whose operands differ in type: masks, and results in pairs.
#include "kernel.h"

// Operands: out, self, mask. The number is written where the mask holds.
template <class T, class C> static __device__ void mask(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  const T value = Store<T>::of(loop.number<C>(0));
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {loop.address(0), loop.address(1), loop.address(2)};
    loop.place<3>(i, 0, loop.rank(), at);
    *(T*)at[0] = *(const u8*)at[2] ? value : *(const T*)at[1];
  }
}
#define MASK_INTEGER(name, T) KERNEL(masked_fill_##name) { mask<T, i64>(block, far); }
#define MASK_FLOAT(name, T) KERNEL(masked_fill_##name) { mask<T, double>(block, far); }
#define MASK_COMPLEX(name, T) KERNEL(masked_fill_##name) { mask<T, Complex<double>>(block, far); }
FOR_INTEGERS(MASK_INTEGER)
FOR_FLOATS(MASK_FLOAT)
FOR_COMPLEX(MASK_COMPLEX)

// Operands: out, self, mask, value.
struct Bytes16 { u64 low, high; };
template <class T> static __device__ void mask_with(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[4] = {loop.address(0), loop.address(1), loop.address(2), loop.address(3)};
    loop.place<4>(i, 0, loop.rank(), at);
    *(T*)at[0] = *(const u8*)at[2] ? *(const T*)at[3] : *(const T*)at[1];
  }
}
KERNEL(mask_1) { mask_with<u8>(block, far); }
KERNEL(mask_2) { mask_with<u16>(block, far); }
KERNEL(mask_4) { mask_with<u32>(block, far); }
KERNEL(mask_8) { mask_with<u64>(block, far); }
KERNEL(mask_16) { mask_with<Bytes16>(block, far); }

// The logarithm of the sigmoid, and exp(-|a|). Operands: out, buffer, self.
template <class T> static __device__ void log_sigmoid(const Block& block, const i64* far) {
  const Loop loop(block, far);
  const i64 n = loop.count(0, loop.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {loop.address(0), loop.address(1), loop.address(2)};
    loop.place<3>(i, 0, loop.rank(), at);
    const double a = (double)load(*(const T*)at[2]), power = ::exp(-::fabs(a));
    *(T*)at[0] = Store<T>::of((a > 0 ? 0 : a) - ::log1p(power));
    *(T*)at[1] = Store<T>::of(power);
  }
}
#define LOG_SIGMOID(name, T) KERNEL(log_sigmoid_forward_##name) { log_sigmoid<T>(block, far); }
FOR_FLOATS(LOG_SIGMOID)
