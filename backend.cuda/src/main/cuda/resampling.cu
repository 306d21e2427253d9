// Images that are resampled, get borders, are read at given places or as columns of windows.
// A thread computes an element.
#include "typed.h"

struct Bytes16 { u64 low, high; };
#define FOR_BYTES(M) M(1, u8) M(2, u16) M(4, u32) M(8, u64) M(16, Bytes16)

// ---- sums of elements with weights, which the host has computed for each index of a dimension

// The numbers of a dimension's table: where its starts, indexes and weights are. The taps of index
// i are those from starts[i] to starts[i + 1].
template <class W> struct TapList {
  i64 count = 1, step = 0;
  const i64* index = 0;
  const W* weight = 0;
  __device__ i64 offset(i64 tap) const { return index ? index[tap] * step : 0; }
  __device__ W of(i64 tap) const { return weight ? weight[tap] : W(1); }
};
template <class W> static __device__ TapList<W> taps_of(const i64* numbers, i64 index, i64 step) {
  const i64* starts = (const i64*)numbers[0];
  TapList<W> taps;
  taps.count = starts[index + 1] - starts[index];
  taps.step = step;
  taps.index = (const i64*)numbers[1] + starts[index];
  taps.weight = (const W*)numbers[2] + starts[index];
  return taps;
}
// The dimensions are batch and channels, then those of the images. Operands: out, in.
struct Resampled : Words {
  __device__ Resampled(const Block& block, const i64* far) : Words(block, far) {}
  __device__ void find(i64 i, char** at, TapList<double>* taps) const {
    const int spatial = rank() - 2;
    for (int d = spatial - 1; d >= 0; d--) {
      const i64 next = i / size(2 + d), index = i - next * size(2 + d);
      at[0] += index * step(0, 2 + d);
      taps[3 - spatial + d] = taps_of<double>(dim(rank()) + 3 * d, index, step(1, 2 + d));
      i = next;
    }
    place<2>(i, 0, 2, at);
  }
};
template <class T> static __device__ void resample(const Block& block, const i64* far) {
  typedef typename SumOf<T>::type W;
  const Resampled words(block, far);
  const i64 n = words.count(0, words.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    TapList<double> taps[3];
    words.find(i, at, taps);
    W sum = W(0);
    for (i64 u = 0; u < taps[0].count; u++)
      for (i64 v = 0; v < taps[1].count; v++) {
        const char* line = at[1] + taps[0].offset(u) + taps[1].offset(v);
        const double weight = taps[0].of(u) * taps[1].of(v);
        for (i64 w = 0; w < taps[2].count; w++)
          sum = sum + W(weight * taps[2].of(w)) * As<W>::of(load(*(const T*)(line + taps[2].offset(w))));
      }
    *(T*)at[0] = Store<T>::of(sum);
  }
}
#define RESAMPLE(name, T) KERNEL(resample_##name) { resample<T>(block, far); }
FOR_ALL(RESAMPLE)

template <class T> static __device__ void take(const Block& block, const i64* far) {
  const Resampled words(block, far);
  const i64 n = words.count(0, words.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    TapList<double> taps[3];
    words.find(i, at, taps);
    *(T*)at[0] = *(const T*)(at[1] + taps[0].offset(0) + taps[1].offset(0) + taps[2].offset(0));
  }
}
#define TAKE(bytes, T) KERNEL(resample_take_##bytes) { take<T>(block, far); }
FOR_BYTES(TAKE)

// One dimension of an image of bytes, with integer weights. Numbers: the dimension, the bits after
// the point, the table. Operands: out, in.
KERNEL(resample_bytes) {
  const Words words(block, far);
  const i64 n = words.count(0, words.rank()), along = words.integer(0), precision = words.integer(1);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    i64 left = i, index = 0;
    for (int d = words.rank() - 1; d >= 0; d--) {
      const i64 next = left / words.size(d), own = left - next * words.size(d);
      at[0] += own * words.step(0, d);
      if (d == along) index = own; else at[1] += own * words.step(1, d);
      left = next;
    }
    const TapList<i64> taps = taps_of<i64>(words.dim(words.rank()) + 2, index, words.step(1, (int)along));
    i64 sum = (i64)1 << (precision - 1);
    for (i64 tap = 0; tap < taps.count; tap++) sum += taps.of(tap) * *(const u8*)(at[1] + taps.offset(tap));
    sum >>= precision;
    *(u8*)at[0] = (u8)(sum < 0 ? 0 : sum > 255 ? 255 : sum);
  }
}

// ---- images at given places

enum { NEAREST, LINEAR, CUBIC };
enum { ZEROS, CLAMP, MIRROR };

// The elements around a coordinate in one dimension, with weights and their derivatives.
struct GridAxis {
  i64 index[4];  // -1 beyond the border
  double weight[4], slope[4];
};
struct GridMode {
  int interpolation, border;
  bool aligned, single;
  __device__ int taps() const { return interpolation == NEAREST ? 1 : interpolation == LINEAR ? 2 : 4; }
  __device__ double rounded(double a) const { return single ? (double)(float)a : a; }
  __device__ double mirrored(double place, i64 size, double& slope) const {
    const double least = aligned ? 0 : -0.5, span = (double)(aligned ? size - 1 : size);
    if (span == 0) {
      slope = 0;
      return 0;
    }
    const double distance = ::fabs(rounded(place - least)), rest = ::fmod(distance, span);
    if (place < least) slope = -slope;
    if (::fmod(::floor(distance / span), 2.0) == 0) return rounded(rest + least);
    slope = -slope;
    return rounded(span - rest + least);
  }
  // Moves a place that is beyond the border; the slope becomes that of the moved place.
  __device__ double bordered(double place, i64 size, double& slope) const {
    if (border == ZEROS) return place;
    const double moved = border == MIRROR ? mirrored(place, size, slope) : place, last = (double)(size - 1);
    if (moved > 0 && moved < last) return moved;
    slope = 0;
    return moved >= last && moved > 0 ? last : 0;
  }
  __device__ void put(GridAxis& axis, int tap, double place, i64 size, double weight, double slope) const {
    axis.index[tap] = place >= 0 && place < (double)size ? (i64)place : -1;
    axis.weight[tap] = weight;
    axis.slope[tap] = slope;
  }
  __device__ static double cubic(double distance) {
    const double a = -0.75, x = ::fabs(distance);
    if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? a * (((x - 5) * x + 8) * x - 4) : 0;
  }
  __device__ static double cubic_slope(double distance) {
    const double a = -0.75, x = ::fabs(distance);
    const double slope = x <= 1 ? (3 * (a + 2) * x - 2 * (a + 3)) * x : x < 2 ? a * ((3 * x - 10) * x + 8) : 0;
    return distance < 0 ? -slope : slope;
  }
  __device__ void find(GridAxis& axis, double coordinate, i64 size) const {
    const double next = rounded(coordinate + 1);
    const double place = aligned ? rounded(next / 2 * (double)(size - 1)) : rounded((rounded(next * (double)size) - 1) / 2);
    double slope = (double)(aligned ? size - 1 : size) * 0.5;
    if (interpolation == CUBIC) {
      const double first = ::floor(place), rest = rounded(place - first), step = slope;
      for (int tap = 0; tap < 4; tap++) {
        const double distance = tap - 1 - rest;
        put(axis, tap, bordered(first + tap - 1, size, slope), size, cubic(distance), -step * cubic_slope(distance));
      }
      return;
    }
    const double inside = bordered(place, size, slope);
    if (interpolation == NEAREST) {
      put(axis, 0, ::rint(inside), size, 1, 0);
      return;
    }
    const double first = ::floor(inside);
    put(axis, 0, first, size, first + 1 - inside, -slope);
    put(axis, 1, first + 1, size, inside - first, slope);
  }
};
// Numbers: the mode, spatial dimensions, the distance of the coordinates of a place; for each
// dimension, the image's size and step.
struct Grid : Words {
  int spatial;
  GridMode mode;
  GridAxis axes[3];
  __device__ Grid(const Block& block, const i64* far, bool single) : Words(block, far) {
    mode.interpolation = (int)integer(0);
    mode.border = (int)integer(1);
    mode.aligned = integer(2) != 0;
    mode.single = single;
    spatial = (int)integer(3);
  }
  __device__ i64 image(int d) const { return integer(5 + 2 * d); }
  __device__ i64 image_step(int d) const { return integer(6 + 2 * d); }
  __device__ i64 further(int number) const { return integer(5 + 2 * spatial + number); }
  __device__ int corners() const {
    int count = 1;
    for (int d = 0; d < spatial; d++) count *= mode.taps();
    return count;
  }
  template <class T> __device__ void move(const char* coordinates) {
    for (int d = 0; d < spatial; d++)
      mode.find(axes[d], (double)load(*(const T*)(coordinates + (spatial - 1 - d) * integer(4))), image(d));
  }
  __device__ int tap(int corner, int d) const {
    for (int later = spatial - 1; later > d; later--) corner /= mode.taps();
    return corner % mode.taps();
  }
  __device__ double weight(int corner) const {
    double product = 1;
    for (int d = 0; d < spatial; d++) product *= axes[d].weight[tap(corner, d)];
    return product;
  }
  __device__ double slope(int corner, int along) const {
    double product = 1;
    for (int d = 0; d < spatial; d++)
      product *= d == along ? axes[d].slope[tap(corner, d)] : axes[d].weight[tap(corner, d)];
    return product;
  }
  __device__ bool is_inside(int corner) const {
    for (int d = 0; d < spatial; d++)
      if (axes[d].index[tap(corner, d)] < 0) return false;
    return true;
  }
  template <class T> __device__ double value(const char* plane, int corner) const {
    if (!is_inside(corner)) return 0;
    for (int d = 0; d < spatial; d++) plane += axes[d].index[tap(corner, d)] * image_step(d);
    return (double)load(*(const T*)plane);
  }
  __device__ i64 position(int corner) const {
    i64 at = 0;
    for (int d = 0; d < spatial; d++) at = at * image(d) + axes[d].index[tap(corner, d)];
    return at;
  }
};
// Operands: out, input, grid. Dimensions: batch, channels, places.
template <class T> static __device__ void grid_sample(const Block& block, const i64* far) {
  Grid grid(block, far, sizeof(T) == 4);
  const i64 n = grid.count(0, grid.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[3] = {grid.address(0), grid.address(1), grid.address(2)};
    grid.place<3>(i, 0, grid.rank(), at);
    grid.move<T>(at[2]);
    double sum = 0;
    for (int corner = 0; corner < grid.corners(); corner++)
      sum += grid.weight(corner) * grid.value<T>(at[1], corner);
    *(T*)at[0] = Store<T>::of(sum);
  }
}
// Operands: the gradient of the grid, grid, grad, input. Dimensions: batch, places. Further numbers:
// channels, the steps of grad and input along them, that of the gradient along coordinates.
template <class T> static __device__ void grid_slopes(const Block& block, const i64* far) {
  Grid grid(block, far, sizeof(T) == 4);
  const i64 n = grid.count(0, grid.rank());
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[4] = {grid.address(0), grid.address(1), grid.address(2), grid.address(3)};
    grid.place<4>(i, 0, grid.rank(), at);
    grid.move<T>(at[1]);
    double slopes[3] = {0, 0, 0};
    for (i64 c = 0; c < grid.further(0); c++) {
      const double factor = (double)load(*(const T*)(at[2] + c * grid.further(1)));
      for (int corner = 0; corner < grid.corners(); corner++) {
        const double value = factor * grid.value<T>(at[3] + c * grid.further(2), corner);
        for (int d = 0; d < grid.spatial; d++) slopes[d] += grid.slope(corner, d) * value;
      }
    }
    for (int d = 0; d < grid.spatial; d++)
      *(T*)(at[0] + (grid.spatial - 1 - d) * grid.further(3)) = Store<T>::of(slopes[d]);
  }
}
// Lists the elements that each place reads: their positions in the batch from 1 on, or 0, and their
// weights. Operand: the grid. Dimensions: batch, places. Further numbers: positions, weights.
template <class T> static __device__ void grid_list(const Block& block, const i64* far) {
  Grid grid(block, far, sizeof(T) == 4);
  const i64 n = grid.count(0, grid.rank()), places = grid.count(1, grid.rank());
  i64 plane = 1;
  for (int d = 0; d < grid.spatial; d++) plane *= grid.image(d);
  i64* positions = (i64*)grid.further(0);
  double* weights = (double*)grid.further(1);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[1] = {grid.address(0)};
    grid.place<1>(i, 0, grid.rank(), at);
    grid.move<T>(at[0]);
    const int corners = grid.corners();
    for (int corner = 0; corner < corners; corner++) {
      positions[i * corners + corner] = grid.is_inside(corner) ? 1 + i / places * plane + grid.position(corner) : 0;
      weights[i * corners + corner] = grid.weight(corner);
    }
  }
}
// Adds what places give to one element, in their order. Operands: the gradient of the input, grad.
// Dimensions: batch, channels, places, with the steps of grad. Numbers: count, positions, weights,
// their order, corners, spatial dimensions; for each the image's size and step.
template <class T> static __device__ void grid_combine(const Block& block, const i64* far) {
  const Words words(block, far);
  const i64 n = words.integer(0), channels = words.size(1), corners = words.integer(4), places = words.count(2, words.rank());
  const i64 *positions = (const i64*)words.integer(1), *order = (const i64*)words.integer(3);
  const double* weights = (const double*)words.integer(2);
  const int spatial = (int)words.integer(5);
  for (i64 k = thread_index(); k < n * channels; k += thread_total()) {
    const i64 i = k % n, c = k / n, position = positions[order[i]];
    if (position == 0 || (i > 0 && positions[order[i - 1]] == position)) continue;
    double sum = 0;
    for (i64 j = i; j < n && positions[order[j]] == position; j++) {
      const i64 place = order[j] / corners, b = place / places;
      const char* from = element_of(words, 1, place - b * places, 2, words.rank());
      from += b * words.step(1, 0) + c * words.step(1, 1);
      sum += weights[order[j]] * (double)load(*(const T*)from);
    }
    i64 left = position - 1;
    char* to = words.address(0) + c * words.step(0, 1);
    for (int d = spatial - 1; d >= 0; d--) {
      const i64 size = words.integer(6 + 2 * d), next = left / size;
      to += (left - next * size) * words.integer(7 + 2 * d);
      left = next;
    }
    *(T*)(to + left * words.step(0, 0)) = Store<T>::of(sum);
  }
}
#define GRID(name, T)                                               \
  KERNEL(grid_sample_##name) { grid_sample<T>(block, far); }        \
  KERNEL(grid_slopes_##name) { grid_slopes<T>(block, far); }        \
  KERNEL(grid_list_##name) { grid_list<T>(block, far); }            \
  KERNEL(grid_combine_##name) { grid_combine<T>(block, far); }
FOR_FLOATS(GRID)

// ---- windows of planes as columns

// Numbers for each of two dimensions: the image's size and step, windows, stride, padding,
// dilation, and for sums the taps and the steps of taps and windows.
struct Columns : Words {
  __device__ Columns(const Block& block, const i64* far) : Words(block, far) {}
  __device__ i64 of(int d, int which) const { return integer(9 * d + which); }
};
// Operands: columns, planes. Dimensions: batch, channels, taps, windows.
template <class T> static __device__ void columns_of(const Block& block, const i64* far) {
  const Columns words(block, far);
  const i64 n = words.count(0, 6);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(i, 0, 6, at);
    i64 left = i / (words.size(4) * words.size(5));
    const i64 taps[2] = {left / words.size(3) % words.size(2), left % words.size(3)};
    const i64 positions[2] = {i / words.size(5) % words.size(4), i % words.size(5)};
    bool inside = true;
    for (int d = 0; d < 2; d++) {
      const i64 index = positions[d] * words.of(d, 3) - words.of(d, 4) + taps[d] * words.of(d, 5);
      inside &= index >= 0 && index < words.of(d, 0);
      at[1] += index * words.of(d, 1);
    }
    T nothing = {};
    *(T*)at[0] = inside ? *(const T*)at[1] : nothing;
  }
}
#define COLUMNS(bytes, T) KERNEL(columns_##bytes) { columns_of<T>(block, far); }
FOR_BYTES(COLUMNS)

// Operands: planes, columns. Dimensions: batch, channels, rows, columns of a plane.
template <class T> static __device__ void planes_of(const Block& block, const i64* far) {
  typedef typename SumOf<T>::type W;
  const Columns words(block, far);
  const i64 n = words.count(0, 4);
  for (i64 i = thread_index(); i < n; i += thread_total()) {
    char* at[2] = {words.address(0), words.address(1)};
    words.place<2>(i, 0, 4, at);
    const i64 element[2] = {i / words.size(3) % words.size(2), i % words.size(3)};
    W sum = W(0);
    for (i64 u = 0; u < words.of(0, 6); u++)
      for (i64 v = 0; v < words.of(1, 6); v++) {
        const i64 taps[2] = {u, v};
        const char* from = at[1];
        bool inside = true;
        for (int d = 0; d < 2; d++) {
          const i64 first = element[d] + words.of(d, 4) - taps[d] * words.of(d, 5), position = first / words.of(d, 3);
          inside &= first >= 0 && position * words.of(d, 3) == first && position < words.of(d, 2);
          from += taps[d] * words.of(d, 7) + position * words.of(d, 8);
        }
        if (inside) sum = sum + As<W>::of(load(*(const T*)from));
      }
    *(T*)at[0] = Store<T>::of(sum);
  }
}
#define PLANES(name, T) KERNEL(planes_##name) { planes_of<T>(block, far); }
FOR_ALL(PLANES)
