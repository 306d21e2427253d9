// Matrix products in tiles of shared memory. A block of 16 x 16 threads computes a tile of the
// result; each thread keeps the sums of some rows and columns of it in registers. Operands: out,
// left, right and, if beta is not 0, what is added. Dimensions: batches, rows, columns. Numbers:
// inner size, steps of left and right along it, beta and alpha as three words each.
#include "tensor.h"

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

// Writes an element of the result, to which that of the fourth operand is added, if it is one.
template <class T, class A>
static __device__ void put(const Words& words, i64 batch, i64 row, i64 column, A sum, A beta) {
  if (row >= words.size(1) || column >= words.size(2)) return;
  if (words.operands() > 3) {
    const char* added = words.address(3) + batch * words.step(3, 0) + row * words.step(3, 1) + column * words.step(3, 2);
    sum = sum + beta * (A)load(*(const T*)added);
  }
  char* out = words.address(0) + batch * words.step(0, 0) + row * words.step(0, 1) + column * words.step(0, 2);
  *(T*)out = Store<T>::of(sum);
}

// Each thread computes every 16th row and column of the tile.
template <class T, class A, int ROWS, int COLUMNS>
static __device__ void multiply(const Block& block, const i64* far, A* left, A* right) {
  const Words words(block, far);
  const i64 batches = words.size(0), rows = words.size(1), columns = words.size(2), inner = words.integer(0);
  const i64* numbers = words.dim(words.rank()) + 3;
  const A beta = Number<A>::of(numbers), alpha = Number<A>::of(numbers + 3);
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
        put<T>(words, batch, row, column, inner > 0 ? sums[r][c] * alpha : sums[r][c], beta);
      }
  }
}
// ---- wide tiles, for float32 and shorter floats: a thread computes 8 x 8 elements, in four blocks of 4 x 4

static const int WIDE = 128;      // lines of a tile
static const int SHALLOW = 8;     // inner elements that are in shared memory at a time
static const int LINE = WIDE + 4; // floats between lines of shared memory
static const int OWN = WIDE * SHALLOW / 256;  // elements that a thread brings

struct alignas(16) Four { float v[4]; };

// What a thread brings of a factor: OWN elements, those of adjacent threads adjacent in memory.
template <class T> struct Bringer {
  const char* at;
  i64 jump, advance, inner, lines_left;
  int line_jump, k, k_jump, place, place_jump;
  float next[OWN];
  __device__ Bringer(const Factor& factor, i64 first) {
    const i64 by_line = factor.line_step < 0 ? -factor.line_step : factor.line_step;
    const i64 by_inner = factor.inner_step < 0 ? -factor.inner_step : factor.inner_step;
    const bool is_inner = by_inner <= by_line;
    const int line = is_inner ? threadIdx.x / SHALLOW : threadIdx.x % WIDE;
    k = is_inner ? threadIdx.x % SHALLOW : threadIdx.x / WIDE;
    line_jump = is_inner ? 256 / SHALLOW : 0;
    k_jump = is_inner ? 0 : 256 / WIDE;
    at = factor.base + (first + line) * factor.line_step + k * factor.inner_step;
    jump = line_jump * factor.line_step + k_jump * factor.inner_step;
    advance = SHALLOW * factor.inner_step;
    inner = factor.inner;
    lines_left = factor.lines - first - line;
    place = k * LINE + line;
    place_jump = k_jump * LINE + line_jump;
  }
  __device__ void read(i64 from) {
#pragma unroll
    for (int j = 0; j < OWN; j++) {
      const bool is_inside = j * line_jump < lines_left && from + k + j * k_jump < inner;
      next[j] = is_inside ? (float)load(*(const T*)(at + j * jump)) : 0.0f;
    }
    at += advance;
  }
  __device__ void write(float* tile) const {
#pragma unroll
    for (int j = 0; j < OWN; j++) tile[place + j * place_jump] = next[j];
  }
};

template <class T>
static __device__ void multiply_wide(const Block& block, const i64* far, float* left, float* right) {
  const Words words(block, far);
  const i64 batches = words.size(0), rows = words.size(1), columns = words.size(2), inner = words.integer(0);
  const i64* numbers = words.dim(words.rank()) + 3;
  const float beta = Number<float>::of(numbers), alpha = Number<float>::of(numbers + 3);
  const i64 tile_rows = (rows + WIDE - 1) / WIDE, tile_columns = (columns + WIDE - 1) / WIDE;
  const int x = threadIdx.x % SIDE * 4, y = threadIdx.x / SIDE * 4;
#pragma unroll 1
  for (i64 tile = blockIdx.x; tile < batches * tile_rows * tile_columns; tile += gridDim.x) {
    const i64 batch = tile / (tile_rows * tile_columns);
    const i64 top = tile / tile_columns % tile_rows * WIDE, first = tile % tile_columns * WIDE;
    Bringer<T> a({words.address(1) + batch * words.step(1, 0), rows, inner, words.step(1, 1), words.integer(1)}, top);
    Bringer<T> b({words.address(2) + batch * words.step(2, 0), columns, inner, words.step(2, 2), words.integer(2)}, first);
    float sums[8][8] = {};
    a.read(0);
    b.read(0);
    __syncthreads();  // the tile before is done with shared memory
    a.write(left);
    b.write(right);
    __syncthreads();
    int buffer = 0;  // of shared memory that is computed with; the other one is filled
#pragma unroll 1
    for (i64 from = 0; from < inner; from += SHALLOW) {
      const bool has_next = from + SHALLOW < inner;
      if (has_next) {
        a.read(from + SHALLOW);
        b.read(from + SHALLOW);
      }
      const float *own_lines = left + buffer * SHALLOW * LINE, *other_lines = right + buffer * SHALLOW * LINE;
#pragma unroll
      for (int k = 0; k < SHALLOW; k++) {
        Four own[2], other[2];
        for (int part = 0; part < 2; part++) {
          own[part] = *(const Four*)(own_lines + k * LINE + part * (WIDE / 2) + y);
          other[part] = *(const Four*)(other_lines + k * LINE + part * (WIDE / 2) + x);
        }
#pragma unroll
        for (int r = 0; r < 8; r++)
#pragma unroll
          for (int c = 0; c < 8; c++) sums[r][c] += own[r / 4].v[r % 4] * other[c / 4].v[c % 4];
      }
      if (has_next) {
        buffer ^= 1;
        a.write(left + buffer * SHALLOW * LINE);
        b.write(right + buffer * SHALLOW * LINE);
        __syncthreads();
      }
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
      for (int c = 0; c < 8; c++)
        put<T>(words, batch, top + r / 4 * (WIDE / 2) + y + r % 4, first + c / 4 * (WIDE / 2) + x + c % 4,
               inner > 0 ? sums[r][c] * alpha : sums[r][c], beta);
  }
}

#define WIDE_PRODUCT(name, T)                                          \
  BOUND_KERNEL(mm_##name, 2) {                                         \
    __shared__ __align__(16) float left[2 * SHALLOW * LINE];           \
    __shared__ __align__(16) float right[2 * SHALLOW * LINE];          \
    multiply_wide<T>(block, far, left, right);                         \
  }
WIDE_PRODUCT(float16, Half)
WIDE_PRODUCT(bfloat16, BFloat)
WIDE_PRODUCT(float32, float)

// ---- tensor cores, for floats of 16 bits whose factors are dense in one direction
//
// Java checks that vectors of 8 elements are aligned and wholly inside or outside of a factor.

static const int VECTOR = 8;  // elements of 16 bytes
static const int STAGES = 4;  // slices in shared memory

// Brings the slices of a factor one after the other, zeros after the last; a thread brings the same
// places of each. Its vectors are at equal distances, along the lines or along the depth.
template <class T, int LINES, bool BY_DEPTH> struct SliceBringer {
  static const int OWN = LINES * SLICE / VECTOR / 256;
  static const int ACROSS = (BY_DEPTH ? LINES : SLICE) / VECTOR;  // vectors in the direction in which they are dense
  static const int JUMP = 256 / ACROSS;                           // of depths or lines, from one of its vectors to the next
  const char *base, *at;
  i64 jump, advance;
  int depth, place;
  int lines_left, left;  // lines from its first one on; inner elements that are not brought yet
  __device__ SliceBringer(const Factor& factor, i64 first) : base(factor.base), left((int)factor.inner) {
    const int along = threadIdx.x % ACROSS * VECTOR, other = threadIdx.x / ACROSS, line = BY_DEPTH ? along : other;
    depth = BY_DEPTH ? other : along;
    at = base + (first + line) * factor.line_step + depth * factor.inner_step;
    jump = JUMP * (BY_DEPTH ? factor.inner_step : factor.line_step);
    advance = SLICE * factor.inner_step;
    place = place_in_slice<LINES>(BY_DEPTH, line, depth);
    lines_left = (int)smallest(factor.lines - first - line, (i64)LINES);
  }
  __device__ void bring(Shared slice) {
#pragma unroll
    for (int j = 0; j < OWN; j++) {
      const bool inside = (BY_DEPTH ? depth + j * JUMP : depth) < left && (BY_DEPTH ? 0 : j * JUMP) < lines_left;
      bring16(slice + 2 * (place + j * JUMP * (BY_DEPTH ? LINES : SLICE)), inside ? at + j * jump : base, inside);
    }
    at += advance;
    left -= SLICE;
  }
};

// Writes a warp's product, whose first row and column are given.
template <class T, class P>
static __device__ void put_product(const Words& words, const P& product, i64 batch, i64 top, i64 first) {
  const i64 rows = words.size(1), columns = words.size(2), step = words.step(0, 2);
  const i64* numbers = words.dim(words.rank()) + 3;
  const float beta = Number<float>::of(numbers), alpha = Number<float>::of(numbers + 3);
  const bool has_added = words.operands() > 3;
  const i64 added_step = has_added ? words.step(3, 2) : 0;
  const int lane = threadIdx.x % 32;
  const i64 left = columns - first - lane % 4 * 2;  // columns from the thread's first one on
#pragma unroll
  for (int i = 0; i < 8; i++) {
    const i64 row = top + i / 2 * 16 + i % 2 * 8 + lane / 4;
    if (row >= rows) continue;
    const i64 column = first + lane % 4 * 2;
    char* out = words.address(0) + batch * words.step(0, 0) + row * words.step(0, 1) + column * step;
    const char* added =
        has_added ? words.address(3) + batch * words.step(3, 0) + row * words.step(3, 1) + column * added_step : nullptr;
#pragma unroll
    for (int n = 0; n < (int)(sizeof(product.sums[0]) / sizeof(product.sums[0][0])); n++)
#pragma unroll
      for (int c = 0; c < 2; c++) {
        if (n * 8 + c >= left) continue;
        float sum = product.sums[i / 2][n][i % 2 * 2 + c] * alpha;
        if (has_added) sum = sum + beta * (float)load(*(const T*)(added + (n * 8 + c) * added_step));
        *(T*)(out + (n * 8 + c) * step) = Store<T>::of(sum);
      }
  }
}

template <class T, int COLUMNS, bool LEFT_BY_DEPTH, bool RIGHT_BY_DEPTH>
static __device__ void multiply_tile(const Words& words, i64 batch, i64 top, i64 first, Shared left, Shared right) {
  const int LEFT_BYTES = 2 * HIGH * SLICE, RIGHT_BYTES = 2 * COLUMNS * SLICE;  // of a slice
  const i64 inner = words.integer(0);  // fits into 32 bits, as Java checks
  SliceBringer<T, HIGH, LEFT_BY_DEPTH> a(
      {words.address(1) + batch * words.step(1, 0), words.size(1), inner, words.step(1, 1), words.integer(1)}, top);
  SliceBringer<T, COLUMNS, RIGHT_BY_DEPTH> b(
      {words.address(2) + batch * words.step(2, 0), words.size(2), inner, words.step(2, 2), words.integer(2)}, first);
  const int warp = threadIdx.x / 32, warp_top = warp / 4 * 64, warp_first = warp % 4 * (COLUMNS / 4);
  typedef WarpProduct<T, COLUMNS, LEFT_BY_DEPTH, RIGHT_BY_DEPTH> Product;
  Product product = Product::of(warp_top, warp_first);
#pragma unroll
  for (int stage = 0; stage < STAGES - 1; stage++) {
    a.bring(left + stage * LEFT_BYTES);
    b.bring(right + stage * RIGHT_BYTES);
    end_group();
  }
  await_groups<STAGES - 2>();
  __syncthreads();
  typename Product::Step steps[2];  // one is computed with while the other is read
  product.read(steps[0], left, right, false);
  int stage = 0;
#pragma unroll 1
  for (int from = 0; from < (int)inner; from += SLICE) {
    product.read(steps[1], left + stage * LEFT_BYTES, right + stage * RIGHT_BYTES, true);
    const int free = (stage + STAGES - 1) % STAGES;  // all have read the slice before
    a.bring(left + free * LEFT_BYTES);
    b.bring(right + free * RIGHT_BYTES);
    end_group();
    product.add(steps[0]);
    stage = (stage + 1) % STAGES;
    await_groups<STAGES - 2>();
    __syncthreads();  // all have read this slice and see the next
    product.read(steps[0], left + stage * LEFT_BYTES, right + stage * RIGHT_BYTES, false);
    product.add(steps[1]);
  }
  await_groups<0>();
  __syncthreads();  // the next tile may use shared memory
  put_product<T>(words, product, batch, top + warp_top, first + warp_first);
}

template <class T, int COLUMNS>
static __device__ void multiply_tensor(const Block& block, const i64* far) {
  const Words words(block, far);
  const Shared left = dynamic_shared(), right = left + STAGES * 2 * HIGH * SLICE;
  const i64 tile_rows = (words.size(1) + HIGH - 1) / HIGH, tile_columns = (words.size(2) + COLUMNS - 1) / COLUMNS;
  const bool left_by_depth = words.integer(1) != sizeof(T), right_by_depth = words.integer(2) != sizeof(T);
#pragma unroll 1
  for (i64 tile = blockIdx.x; tile < words.size(0) * tile_rows * tile_columns; tile += gridDim.x) {
    const i64 batch = tile / (tile_rows * tile_columns);
    const i64 top = tile / tile_columns % tile_rows * HIGH, first = tile % tile_columns * COLUMNS;
    if (left_by_depth) {
      if (right_by_depth) multiply_tile<T, COLUMNS, true, true>(words, batch, top, first, left, right);
      else multiply_tile<T, COLUMNS, true, false>(words, batch, top, first, left, right);
    } else {
      if (right_by_depth) multiply_tile<T, COLUMNS, false, true>(words, batch, top, first, left, right);
      else multiply_tile<T, COLUMNS, false, false>(words, batch, top, first, left, right);
    }
  }
}

// Java knows how much shared memory they need.
#define TENSOR_PRODUCT(name, T, columns) \
  BOUND_KERNEL(mm_tensor_##name, 1) { multiply_tensor<T, columns>(block, far); }
TENSOR_PRODUCT(float16, Half, 128)
TENSOR_PRODUCT(bfloat16, BFloat, 128)
TENSOR_PRODUCT(wide_float16, Half, 256)
TENSOR_PRODUCT(wide_bfloat16, BFloat, 256)

// ---- other types, and results of few tiles: 64 x 64 of real numbers, 32 x 32 of complex ones and
// in results of few tiles. Java knows the sizes, too.
#define PRODUCT(name, T, A, rows, columns)                                            \
  BOUND_KERNEL(mm_##name, (rows > 2 ? 1 : 2)) {                                       \
    __shared__ __align__(16) char left[DEPTH * (rows * SIDE + 1) * sizeof(A)];        \
    __shared__ __align__(16) char right[DEPTH * (columns * SIDE + 1) * sizeof(A)];    \
    multiply<T, A, rows, columns>(block, far, (A*)left, (A*)right);                   \
  }
PRODUCT(uint8, u8, i64, 4, 4)
PRODUCT(int8, i8, i64, 4, 4)
PRODUCT(int16, i16, i64, 4, 4)
PRODUCT(int32, i32, i64, 4, 4)
PRODUCT(int64, i64, i64, 4, 4)
PRODUCT(small_float16, Half, float, 2, 2)
PRODUCT(small_bfloat16, BFloat, float, 2, 2)
PRODUCT(small_float32, float, float, 2, 2)
PRODUCT(float64, double, double, 4, 4)
PRODUCT(complex64, Complex<float>, Complex<float>, 2, 2)
PRODUCT(complex128, Complex<double>, Complex<double>, 2, 2)
