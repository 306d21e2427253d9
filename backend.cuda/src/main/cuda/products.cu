// Matrix products in tiles of shared memory. A block of 16 x 16 threads computes a tile of the result.
// Operands: out, left, right and, if beta is not 0, what is added. Dimensions: batches, rows, columns.
// Numbers: inner size, steps of left and right along it, beta and alpha as three words each.
#include "kernel.h"

#define TILE 16
template <class T, class A> static __device__ A lifted(const T* at) {
  return (A)load(*at);
}

template <class T, class A>
static __device__ void multiply(const Block& block, const i64* far, A* tiles) {
  const Words words(block, far);
  A(*left)[TILE] = (A(*)[TILE])tiles;
  A(*right)[TILE] = (A(*)[TILE])(tiles + TILE * TILE);
  const i64 batches = words.size(0), rows = words.size(1), columns = words.size(2);
  const i64 inner = words.integer(0), left_step = words.integer(1), right_step = words.integer(2);
  const i64* numbers = words.dim(words.rank()) + 3;
  const A beta = Number<A>::of(numbers), alpha = Number<A>::of(numbers + 3);
  const bool adds = words.operands() > 3;
  const i64 tile_rows = (rows + TILE - 1) / TILE, tile_columns = (columns + TILE - 1) / TILE;
  const int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
  for (i64 tile = blockIdx.x; tile < batches * tile_rows * tile_columns; tile += gridDim.x) {
    const i64 batch = tile / (tile_rows * tile_columns);
    const i64 row = tile / tile_columns % tile_rows * TILE + y, column = tile % tile_columns * TILE + x;
    const char* a = words.address(1) + batch * words.step(1, 0) + row * words.step(1, 1);
    const char* b = words.address(2) + batch * words.step(2, 0) + column * words.step(2, 2);
    A sum = A(0);
    for (i64 from = 0; from < inner; from += TILE) {
      left[y][x] = row < rows && from + x < inner ? lifted<T, A>((const T*)(a + (from + x) * left_step)) : A(0);
      right[y][x] = column < columns && from + y < inner ? lifted<T, A>((const T*)(b + (from + y) * right_step)) : A(0);
      __syncthreads();
      for (int k = 0; k < TILE; k++) sum = sum + left[y][k] * right[k][x];
      __syncthreads();
    }
    if (row < rows && column < columns) {
      if (inner > 0) sum = sum * alpha;
      if (adds) {
        const char* c = words.address(3) + batch * words.step(3, 0) + row * words.step(3, 1) + column * words.step(3, 2);
        sum = sum + beta * lifted<T, A>((const T*)c);
      }
      char* out = words.address(0) + batch * words.step(0, 0) + row * words.step(0, 1) + column * words.step(0, 2);
      *(T*)out = Store<T>::of(sum);
    }
  }
}
#define PRODUCT(name, T, A)                                        \
  COOPERATIVE_KERNEL(mm_##name) {                                  \
    __shared__ __align__(16) char tiles[2 * TILE * TILE * sizeof(A)]; \
    multiply<T, A>(block, far, (A*)tiles);                         \
  }
PRODUCT(uint8, u8, i64)
PRODUCT(int8, i8, i64)
PRODUCT(int16, i16, i64)
PRODUCT(int32, i32, i64)
PRODUCT(int64, i64, i64)
PRODUCT(float16, Half, float)
PRODUCT(bfloat16, BFloat, float)
PRODUCT(float32, float, float)
PRODUCT(float64, double, double)
PRODUCT(complex64, Complex<float>, Complex<float>)
PRODUCT(complex128, Complex<double>, Complex<double>)
