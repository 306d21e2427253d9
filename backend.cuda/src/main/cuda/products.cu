// Matrix products in tiles of shared memory. A block of 16 x 16 threads computes a tile of the
// result; each thread keeps the sums of some rows and columns of it in registers. Operands: out,
// left, right and, if beta is not 0, what is added. Dimensions: batches, rows, columns. Numbers:
// inner size, steps of left and right along it, beta and alpha as three words each.
#include "kernel.h"

#define SIDE 16   // threads of a block in each direction
#define DEPTH 16  // inner elements that are in shared memory at a time

// One factor: its lines are the rows of left, or the columns of right.
struct Factor {
  const char* base;
  i64 lines, inner, line_step, inner_step;
  // Copies lines from first on, inner elements from `from` on. Adjacent threads read adjacent
  // elements in the direction in which the elements are closer.
  template <class T, class A, int LINES> __device__ void load_tile(A* tile, i64 first, i64 from) const {
    const i64 by_line = line_step < 0 ? -line_step : line_step, by_inner = inner_step < 0 ? -inner_step : inner_step;
    for (int i = threadIdx.x; i < LINES * DEPTH; i += SIDE * SIDE) {
      const int line = by_inner <= by_line ? i / DEPTH : i % LINES;
      const int k = by_inner <= by_line ? i % DEPTH : i / LINES;
      const bool inside = first + line < lines && from + k < inner;
      const char* at = base + (first + line) * line_step + (from + k) * inner_step;
      tile[k * (LINES + 1) + line] = inside ? (A)load(*(const T*)at) : A(0);
    }
  }
};

// Each thread computes every 16th row and column of the tile.
template <class T, class A, int ROWS, int COLUMNS>
static __device__ void multiply(const Block& block, const i64* far, A* left, A* right) {
  const Words words(block, far);
  const i64 batches = words.size(0), rows = words.size(1), columns = words.size(2), inner = words.integer(0);
  const i64* numbers = words.dim(words.rank()) + 3;
  const A beta = Number<A>::of(numbers), alpha = Number<A>::of(numbers + 3);
  const bool adds = words.operands() > 3;
  const i64 tile_rows = (rows + ROWS * SIDE - 1) / (ROWS * SIDE);
  const i64 tile_columns = (columns + COLUMNS * SIDE - 1) / (COLUMNS * SIDE);
  const int x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
  for (i64 tile = blockIdx.x; tile < batches * tile_rows * tile_columns; tile += gridDim.x) {
    const i64 batch = tile / (tile_rows * tile_columns);
    const i64 top = tile / tile_columns % tile_rows * (ROWS * SIDE), first = tile % tile_columns * (COLUMNS * SIDE);
    const Factor a = {words.address(1) + batch * words.step(1, 0), rows, inner, words.step(1, 1), words.integer(1)};
    const Factor b = {words.address(2) + batch * words.step(2, 0), columns, inner, words.step(2, 2), words.integer(2)};
    A sums[ROWS][COLUMNS];
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLUMNS; c++) sums[r][c] = A(0);
    for (i64 from = 0; from < inner; from += DEPTH) {
      a.template load_tile<T, A, ROWS * SIDE>(left, top, from);
      b.template load_tile<T, A, COLUMNS * SIDE>(right, first, from);
      __syncthreads();
#pragma unroll
      for (int k = 0; k < DEPTH; k++) {
        A own[ROWS], other[COLUMNS];
        for (int r = 0; r < ROWS; r++) own[r] = left[k * (ROWS * SIDE + 1) + r * SIDE + y];
        for (int c = 0; c < COLUMNS; c++) other[c] = right[k * (COLUMNS * SIDE + 1) + c * SIDE + x];
        for (int r = 0; r < ROWS; r++)
          for (int c = 0; c < COLUMNS; c++) sums[r][c] = sums[r][c] + own[r] * other[c];
      }
      __syncthreads();
    }
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLUMNS; c++) {
        const i64 row = top + r * SIDE + y, column = first + c * SIDE + x;
        if (row >= rows || column >= columns) continue;
        A sum = inner > 0 ? sums[r][c] * alpha : sums[r][c];
        if (adds) {
          const char* added = words.address(3) + batch * words.step(3, 0) + row * words.step(3, 1) + column * words.step(3, 2);
          sum = sum + beta * (A)load(*(const T*)added);
        }
        char* out = words.address(0) + batch * words.step(0, 0) + row * words.step(0, 1) + column * words.step(0, 2);
        *(T*)out = Store<T>::of(sum);
      }
  }
}
// The tiles are as large as the registers allow: 128 x 64 elements of float32 and shorter floats, 64 x 64 of other
// real numbers, 32 x 32 of complex ones. Java knows the sizes, too.
#define PRODUCT(name, T, A, rows, columns)                                            \
  COOPERATIVE_KERNEL(mm_##name) {                                                     \
    __shared__ __align__(16) char left[DEPTH * (rows * SIDE + 1) * sizeof(A)];        \
    __shared__ __align__(16) char right[DEPTH * (columns * SIDE + 1) * sizeof(A)];    \
    multiply<T, A, rows, columns>(block, far, (A*)left, (A*)right);                   \
  }
PRODUCT(uint8, u8, i64, 4, 4)
PRODUCT(int8, i8, i64, 4, 4)
PRODUCT(int16, i16, i64, 4, 4)
PRODUCT(int32, i32, i64, 4, 4)
PRODUCT(int64, i64, i64, 4, 4)
PRODUCT(float16, Half, float, 8, 4)
PRODUCT(bfloat16, BFloat, float, 8, 4)
PRODUCT(float32, float, float, 8, 4)
PRODUCT(float64, double, double, 4, 4)
PRODUCT(complex64, Complex<float>, Complex<float>, 2, 2)
PRODUCT(complex128, Complex<double>, Complex<double>, 2, 2)
