// Convolutions and their gradients: sums of products of an image, of weights and of results at
// positions. Floats of up to 32 bits are multiplied in tiles, as matrices whose elements are found
// where they are (an implicit product of matrices). For other types a thread computes an element.
#include "reduce.h"

// The block is that of jackfield.aten.window.WindowProduct. Further numbers: which of the three is
// computed, which factors are conjugated (1 the first, 2 the second), the address of a bias and its step.
enum { IMAGE, POSITIONS, TAPS };

struct Axis {
  i64 positions = 1, taps = 1, image = 1, stride = 1, padding = 0, dilation = 1;
  i64 image_step = 0, position_step = 0, tap_step = 0;  // in bytes, for one index
};
struct Product : Words {
  int spatial, kind, conjugated;
  Axis axes[3];
  __device__ Product(const Block& block, const i64* far) : Words(block, far) {
    spatial = (rank() - 4) / 2;
    kind = (int)integer(4 * spatial);
    conjugated = (int)integer(4 * spatial + 1);
    for (int k = 0; k < spatial; k++) {
      Axis& axis = axes[3 - spatial + k];
      axis.positions = size(4 + k);
      axis.taps = size(4 + spatial + k);
      axis.image = integer(4 * k);
      axis.stride = integer(4 * k + 1);
      axis.padding = integer(4 * k + 2);
      axis.dilation = integer(4 * k + 3);
      axis.image_step = step(image(), 4 + k) / axis.stride;
      axis.position_step = step(positions(), 4 + k);
      axis.tap_step = step(weight(), 4 + spatial + k);
    }
  }
  // the operands
  __device__ int image() const { return kind == IMAGE ? 0 : 1; }
  __device__ int positions() const { return kind == POSITIONS ? 0 : kind == IMAGE ? 1 : 2; }
  __device__ int weight() const { return kind == TAPS ? 0 : 2; }
  __device__ const char* bias() const { return (const char*)integer(4 * spatial + 2); }
  __device__ i64 bias_step() const { return integer(4 * spatial + 3); }
  __device__ i64 extent(int d) const {
    return kind == IMAGE ? axes[d].image : kind == POSITIONS ? axes[d].positions : axes[d].taps;
  }
  __device__ i64 summed(int d) const { return kind == TAPS ? axes[d].positions : axes[d].taps; }
  __device__ i64 outputs() const {
    const i64 channels = kind == TAPS ? size(2) * size(3) : size(0) * (kind == IMAGE ? size(3) : size(2));
    return size(1) * channels * extent(0) * extent(1) * extent(2);
  }
  // Where indexes of an axis lead in each operand; false outside of the image or between windows.
  __device__ bool move(int d, i64 own, i64 other, i64* at) const {
    const Axis& axis = axes[d];
    const i64 tap = kind == TAPS ? own : other;
    i64 position = kind == TAPS ? other : own, index = own;
    if (kind == IMAGE) {
      const i64 left = own + axis.padding - tap * axis.dilation;
      position = left / axis.stride;
      if (left < 0 || position * axis.stride != left || position >= axis.positions) return false;
    } else {
      index = position * axis.stride - axis.padding + tap * axis.dilation;
      if (index < 0 || index >= axis.image) return false;
    }
    at[image()] += index * axis.image_step;
    at[positions()] += position * axis.position_step;
    at[weight()] += tap * axis.tap_step;
    return true;
  }
};

template <class T> static __device__ auto factor(const char* at, bool conjugated) -> typename Wide<T>::type {
  const auto value = widened(load(*(const T*)at));
  return conjugated ? conjugate(value) : value;
}
template <class T>
static __device__ typename Wide<T>::type spatial_sum(const Product& product, const i64* own, const i64* base) {
  typename Wide<T>::type sum = typename Wide<T>::type(0);
  for (i64 u = 0; u < product.summed(0); u++) {
    i64 outer[3] = {base[0], base[1], base[2]};
    if (!product.move(0, own[0], u, outer)) continue;
    for (i64 v = 0; v < product.summed(1); v++) {
      i64 middle[3] = {outer[0], outer[1], outer[2]};
      if (!product.move(1, own[1], v, middle)) continue;
      for (i64 w = 0; w < product.summed(2); w++) {
        i64 at[3] = {middle[0], middle[1], middle[2]};
        if (!product.move(2, own[2], w, at)) continue;
        sum = sum + factor<T>((const char*)at[1], product.conjugated & 1) *
                        factor<T>((const char*)at[2], product.conjugated & 2);
      }
    }
  }
  return sum;
}

template <class T> static __device__ void convolve(const Block& block, const i64* far) {
  const Product product(block, far);
  const i64 n = product.outputs();
  // the dimension over which is summed: image channels, channels of windows, or the batch
  const int inner = product.kind == POSITIONS ? 3 : product.kind == IMAGE ? 2 : 0;
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    i64 left = i, own[3], index[4] = {0, 0, 0, 0};
    for (int d = 2; d >= 0; d--) {
      const i64 next = left / product.extent(d);
      own[d] = left - next * product.extent(d);
      left = next;
    }
    for (int d = 3; d >= 0; d--) {
      if (d == inner) continue;
      const i64 next = left / product.size(d);
      index[d] = left - next * product.size(d);
      left = next;
    }
    i64 base[3];
    for (int operand = 0; operand < 3; operand++) {
      base[operand] = (i64)product.address(operand);
      for (int d = 0; d < 4; d++) base[operand] += index[d] * product.step(operand, d);
    }
    typename Wide<T>::type sum = typename Wide<T>::type(0);
    if (product.bias()) {
      const i64 channel = product.kind == IMAGE ? index[1] * product.size(3) + index[3]
                                                : index[1] * product.size(2) + index[2];
      sum = sum + factor<T>(product.bias() + channel * product.bias_step(), false);
    }
    for (i64 k = 0; k < product.size(inner); k++) {
      i64 at[3];
      for (int operand = 0; operand < 3; operand++) at[operand] = base[operand] + k * product.step(operand, inner);
      sum = sum + spatial_sum<T>(product, own, at);
    }
    i64 target = base[0];
    for (int d = 0; d < 3; d++) {
      const Axis& axis = product.axes[d];
      target += own[d] * (product.kind == IMAGE ? axis.image_step : product.kind == POSITIONS ? axis.position_step : axis.tap_step);
    }
    *(T*)target = Store<T>::of(sum);
  }
}
#define CONVOLVE(name, T) KERNEL(convolve_##name) { convolve<T>(block, far); }
FOR_INTEGERS(CONVOLVE)
FOR_COMPLEX(CONVOLVE)
CONVOLVE(float64, double)

// ---- tiles
//
// The result is a matrix in each group. Its rows are channels: those of the windows, or of the image
// if the image is computed. Its lines are the other indexes of the result: batch and place, or
// channel of the image and tap. Terms are what is summed over. The second factor depends on row and
// term, the first one on line and term. Further numbers: the slices of the terms, and where sums of
// slices are; a second kernel adds these in their order.

static const int LINES = 128;  // of a tile
static const int STEP = 8;     // terms that are in shared memory at a time
static const int TERMS = 256;  // terms that are prepared at a time, one by each thread

struct Term {
  i64 first, second;  // what it adds to the addresses of the factors
  int moves[3];       // and to the spatial indexes of the first one
  int is_term;
};
struct alignas(16) Four { float v[4]; };

struct Tiled : Product {
  int row_dim, line_dim, inner_dim;
  i64 rows, lines, others, terms, slices;
  float* sums;
  __device__ Tiled(const Block& block, const i64* far) : Product(block, far) {
    row_dim = kind == IMAGE ? 3 : 2;
    line_dim = kind == TAPS ? 3 : 0;
    inner_dim = kind == POSITIONS ? 3 : kind == IMAGE ? 2 : 0;
    rows = size(row_dim);
    lines = size(line_dim) * extent(0) * extent(1) * extent(2);
    others = summed(0) * summed(1) * summed(2);
    terms = size(inner_dim) * others;
    slices = integer(4 * spatial + 4);
    sums = (float*)integer(4 * spatial + 5);
  }
  __device__ Term term(i64 number) const {
    Term found;
    found.is_term = number < terms;
    const i64 channel = quotient_of(number, others);
    i64 left = number - channel * others;
    found.first = channel * step(1, inner_dim);
    found.second = channel * step(2, inner_dim);
#pragma unroll
    for (int d = 2; d >= 0; d--) {
      const i64 next = quotient_of(left, summed(d)), other = left - next * summed(d);
      left = next;
      found.second += other * (kind == TAPS ? axes[d].position_step : axes[d].tap_step);
      found.moves[d] = (int)(other * (kind == TAPS ? axes[d].stride : axes[d].dilation));
    }
    return found;
  }
  // Splits a line into the channel or batch, which is returned, and its spatial indexes.
  __device__ i64 split(i64 line, i64* own) const {
#pragma unroll
    for (int d = 2; d >= 0; d--) {
      const i64 next = quotient_of(line, extent(d));
      own[d] = line - next * extent(d);
      line = next;
    }
    return line;
  }
  template <class T> __device__ void store(i64 group, i64 row, i64 line, float sum) const {
    if (bias()) sum += (float)load(*(const T*)(bias() + (group * rows + row) * bias_step()));
    i64 own[3];
    char* at = address(0) + group * step(0, 1) + row * step(0, row_dim) + split(line, own) * step(0, line_dim);
#pragma unroll
    for (int d = 0; d < 3; d++)
      at += own[d] * (kind == IMAGE ? axes[d].image_step : kind == POSITIONS ? axes[d].position_step : axes[d].tap_step);
    *(T*)at = Store<T>::of(sum);
  }
};

// Where a thread reads the first factor of its line.
struct Line {
  const char* at;
  int from[3];
  bool is_line;
  __device__ Line(const Tiled& product, i64 group, i64 line) {
    i64 own[3];
    is_line = line < product.lines;
    at = product.address(1) + group * product.step(1, 1) + product.split(is_line ? line : 0, own) * product.step(1, product.line_dim);
#pragma unroll
    for (int d = 0; d < 3; d++) {
      const Axis& axis = product.axes[d];
      from[d] = (int)(product.kind == IMAGE ? own[d] + axis.padding
                      : own[d] * (product.kind == TAPS ? axis.dilation : axis.stride) - axis.padding);
    }
  }
  template <class T> __device__ float read(const Tiled& product, const Term& term) const {
    bool is_inside = is_line && term.is_term;
    const char* place = at + term.first;
#pragma unroll
    for (int d = 0; d < 3; d++) {
      const Axis& axis = product.axes[d];
      int index = product.kind == IMAGE ? from[d] - term.moves[d] : from[d] + term.moves[d];
      if (product.kind == IMAGE && axis.stride != 1) {
        const int position = index / (int)axis.stride;
        is_inside &= index >= 0 && position * (int)axis.stride == index;
        index = position;
      }
      is_inside &= (u32)index < (u32)(product.kind == IMAGE ? axis.positions : axis.image);
      place += index * (product.kind == IMAGE ? axis.position_step : axis.image_step);
    }
    return is_inside ? (float)load(*(const T*)place) : 0.0f;
  }
};

// 16 x 16 threads: each computes ROWS rows, side by side, of 8 lines.
template <class T, int ROWS>
static __device__ void convolve_tiles(const Tiled& product, float* left, float* right, Term* terms) {
  const int row_place = 16 * ROWS + 4, line_place = LINES + 4, own_rows = ROWS / 2;
  const i64 tile_rows = (product.rows + 16 * ROWS - 1) / (16 * ROWS), tile_lines = (product.lines + LINES - 1) / LINES;
  const i64 slices = product.slices, tiles = product.size(1) * tile_rows * tile_lines;
  const i64 length = ((product.terms + slices - 1) / slices + STEP - 1) / STEP * STEP;
  const int x = threadIdx.x % 16 * 4, y = threadIdx.x / 16 * ROWS;
  const int my_term = threadIdx.x % STEP, my_row = threadIdx.x / STEP;
  const int my_line = threadIdx.x % LINES, first_term = threadIdx.x / LINES;
#pragma unroll 1
  for (i64 item = blockIdx.x; item < tiles * slices; item += gridDim.x) {
    const i64 tile = item / slices, slice = item - tile * slices;
    const i64 first_line = tile % tile_lines * LINES, top = tile / tile_lines % tile_rows * (16 * ROWS);
    const i64 group = tile / (tile_lines * tile_rows);
    const i64 begin = slice * length, end = begin + length < product.terms ? begin + length : product.terms;
    const Line line(product, group, first_line + my_line);
    const char* second = product.address(2) + group * product.step(2, 1) + (top + my_row) * product.step(2, product.row_dim);
    const i64 row_jump = 32 * product.step(2, product.row_dim);
    float sums[ROWS][8] = {};
#pragma unroll 1
    for (i64 chunk = begin; chunk < end; chunk += TERMS) {
      __syncthreads();
      terms[threadIdx.x] = product.term(chunk + threadIdx.x < end ? chunk + threadIdx.x : product.terms);
      __syncthreads();
      const int steps = (int)(end - chunk < TERMS ? (end - chunk + STEP - 1) / STEP : TERMS / STEP);
      float own[own_rows], other[4];
      const auto bring = [&](int s) {
        const Term& term = terms[s * STEP + my_term];
#pragma unroll
        for (int j = 0; j < own_rows; j++) {
          const bool is_row = term.is_term && top + my_row + 32 * j < product.rows;
          own[j] = is_row ? (float)load(*(const T*)(second + j * row_jump + term.second)) : 0.0f;
        }
#pragma unroll
        for (int j = 0; j < 4; j++) other[j] = line.template read<T>(product, terms[s * STEP + first_term + 2 * j]);
      };
      bring(0);
#pragma unroll 1
      for (int s = 0; s < steps; s++) {
        __syncthreads();  // the step before is done with shared memory
#pragma unroll
        for (int j = 0; j < own_rows; j++) left[my_term * row_place + my_row + 32 * j] = own[j];
#pragma unroll
        for (int j = 0; j < 4; j++) right[(first_term + 2 * j) * line_place + my_line] = other[j];
        __syncthreads();
        if (s + 1 < steps) bring(s + 1);
#pragma unroll
        for (int k = 0; k < STEP; k++) {
          const Four first = *(const Four*)(right + k * line_place + x), second = *(const Four*)(right + k * line_place + LINES / 2 + x);
#pragma unroll
          for (int r = 0; r < ROWS; r++) {
            const float a = left[k * row_place + y + r];
#pragma unroll
            for (int c = 0; c < 4; c++) {
              sums[r][c] += a * first.v[c];
              sums[r][c + 4] += a * second.v[c];
            }
          }
        }
      }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
#pragma unroll
      for (int c = 0; c < 8; c++) {
        const i64 row = top + y + r, at = first_line + x + c % 4 + c / 4 * (LINES / 2);
        if (row >= product.rows || at >= product.lines) continue;
        if (slices == 1) product.template store<T>(group, row, at, sums[r][c]);
        else product.sums[((slice * product.size(1) + group) * product.rows + row) * product.lines + at] = sums[r][c];
      }
  }
}
// Adds the sums of slices.
template <class T> static __device__ void convolve_join(const Block& block, const i64* far) {
  const Tiled product(block, far);
  const i64 n = product.size(1) * product.rows * product.lines;
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    float sum = 0;
    for (i64 slice = 0; slice < product.slices; slice++) sum += product.sums[slice * n + i];
    const i64 row = i / product.lines;
    product.template store<T>(row / product.rows, row % product.rows, i % product.lines, sum);
  }
}
#define CONVOLVE_TILES(name, T, rows)                                     \
  BOUND_KERNEL(convolve_tiles_##rows##_##name, 2) {                       \
    __shared__ __align__(16) float left[STEP * (rows + 4)];               \
    __shared__ __align__(16) float right[STEP * (LINES + 4)];             \
    __shared__ __align__(16) char terms[TERMS * sizeof(Term)];            \
    __shared__ __align__(16) char product[sizeof(Tiled)];                 \
    if (threadIdx.x == 0) *(Tiled*)product = Tiled(block, far);           \
    __syncthreads();                                                      \
    convolve_tiles<T, rows / 16>(*(const Tiled*)product, left, right, (Term*)terms); \
  }
#define CONVOLVE_FLOAT(name, T)     \
  CONVOLVE_TILES(name, T, 32)       \
  CONVOLVE_TILES(name, T, 64)       \
  CONVOLVE_TILES(name, T, 128)      \
  KERNEL(convolve_join_##name) { convolve_join<T>(block, far); }
CONVOLVE_FLOAT(float16, Half)
CONVOLVE_FLOAT(bfloat16, BFloat)
CONVOLVE_FLOAT(float32, float)
