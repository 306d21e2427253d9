package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.SIZES;
import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.binary;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.LongStream;

/** Operators that choose, join or order elements for {@link LargeTwinsTest}. */
final class LargeIndexes {
  private LargeIndexes() {}

  static void selections(DType type) {
    Tensor condition = TWINS.dense(DType.BOOL, SIZES);
    binary("where", type, (aten, a, b) -> aten.where(condition, a, b));
    long[] places = LongStream.range(0, 2_500).map(i -> i * 37 % SIZES[1]).toArray();
    Tensor index = HostData.tensor(places, places.length);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(name("index_select", type, layout), aten -> aten.indexSelect(self, 1, index));
      Tensor[] parts = {self, TWINS.dense(type, 129, 3), TWINS.transposed(type, SIZES)};
      TWINS.agree(name("cat", type, layout), aten -> aten.cat(parts, 1));
    }
  }

  /** Gathers, resamples and averages. */
  static void places(DType type) {
    Tensor index = TWINS.dense(DType.BOOL, SIZES);
    long[] size = {200, 301};
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        TWINS.agree(
            name("gather", type, layout, dim),
            aten -> aten.gather(self, along, aten.to(index, DType.INT64)));
      }
      Tensor images = layout.of(type, 1, 3, 129, 220);
      TWINS.agree(name("take", type, layout), aten -> aten.take(self, aten.to(index, DType.INT64)));
      if (type.isFloating()) {
        nearest(name("an image", type, layout), images, size);
        interpolated(name("an image", type, layout), images, size);
        TWINS.agree(name("avg_pool2d", type, layout), aten -> aten.avgPool2d(images, 3, 2));
        averages(name("an average", type, layout), images, size);
        columns(name("columns", type, layout), images);
      }
    }
  }

  private static void averages(String where, Tensor images, long[] size) {
    long[] taps = {2, 3};
    long[] none = {0, 0};
    TWINS.agree(where, aten -> aten._adaptiveAvgPool2d(images, size));
    Tensor grad = TWINS.dense(images.dtype(), 1, 3, 64, 73);
    TWINS.agree(
        "gradient, " + where,
        aten -> aten.avgPool2dBackward(grad, images, taps, taps, none, false, true, null));
    Tensor adaptive = TWINS.dense(images.dtype(), 1, 3, 40, 50);
    TWINS.agree(
        "adaptive gradient, " + where, aten -> aten._adaptiveAvgPool2dBackward(adaptive, images));
  }

  private static void columns(String where, Tensor images) {
    long[] taps = {3, 2};
    long[] dilation = {2, 1};
    long[] padding = {1, 1};
    long[] stride = {1, 2};
    TWINS.agree(where, aten -> aten.im2col(images, taps, dilation, padding, stride));
    long[] size = {images.size(2), images.size(3)};
    Tensor columns = TWINS.dense(images.dtype(), 1, 18, 127 * 111);
    TWINS.agree(
        "sums, " + where, aten -> aten.col2im(columns, size, taps, dilation, padding, stride));
  }

  private static void nearest(String where, Tensor images, long[] size) {
    TWINS.agree("nearest2d, " + where, aten -> aten.upsampleNearest2d(images, size));
    TWINS.agree("exact2d, " + where, aten -> aten._upsampleNearestExact2d(images, size));
    long[] wide = {3, 4, 1, 2};
    TWINS.agree("reflection2d, " + where, aten -> aten.reflectionPad2d(images, wide));
    TWINS.agree("replication2d, " + where, aten -> aten.replicationPad2d(images, wide));
    Tensor lines = aLine(images);
    long[] long1 = {4_001};
    TWINS.agree("nearest1d, " + where, aten -> aten.upsampleNearest1d(lines, long1));
    TWINS.agree("exact1d, " + where, aten -> aten._upsampleNearestExact1d(lines, long1));
    long[] ends = {100, 7};
    TWINS.agree("reflection1d, " + where, aten -> aten.reflectionPad1d(lines, ends));
    TWINS.agree("replication1d, " + where, aten -> aten.replicationPad1d(lines, ends));
    Tensor volumes = TWINS.dense(images.dtype(), 1, 2, 11, 60, 70);
    long[] volume = {20, 50, 90};
    TWINS.agree("nearest3d, " + where, aten -> aten.upsampleNearest3d(volumes, volume));
    TWINS.agree("exact3d, " + where, aten -> aten._upsampleNearestExact3d(volumes, volume));
    long[] border = {1, 2, 3, 4, 5, 6};
    TWINS.agree("reflection3d, " + where, aten -> aten.reflectionPad3d(volumes, border));
    TWINS.agree("replication3d, " + where, aten -> aten.replicationPad3d(volumes, border));
  }

  private static void interpolated(String where, Tensor images, long[] size) {
    TWINS.agree("bilinear2d, " + where, aten -> aten.upsampleBilinear2d(images, size, false));
    TWINS.agree("bicubic2d, " + where, aten -> aten.upsampleBicubic2d(images, size, true));
    long[] small = {40, 50};
    long[] sizes = {images.size(0), images.size(1), small[0], small[1]};
    long[] of = {images.size(2), images.size(3)};
    TWINS.agree(
        "gradient of bilinear2d, " + where,
        aten -> aten.upsampleBilinear2dBackward(images, of, sizes, false));
    TWINS.agree(
        "gradient of bicubic2d, " + where,
        aten -> aten.upsampleBicubic2dBackward(images, of, sizes, false));
  }

  /** Returns the rows of the first image, each a line of one channel. */
  private static Tensor aLine(Tensor images) {
    long[] sizes = {images.size(1), images.size(2), images.size(3)};
    long[] strides = {images.stride(1), images.stride(2), images.stride(3)};
    return images.alias(sizes, strides, images.offset());
  }

  static void indexedElements(DType type) {
    long[] places = LongStream.range(0, 2_500).map(i -> i * 37 % SIZES[1]).toArray();
    Tensor index = HostData.tensor(places, places.length);
    long[] distinct = LongStream.range(0, SIZES[1]).map(i -> SIZES[1] - 1 - i).toArray();
    Tensor[] once = {null, HostData.tensor(distinct, distinct.length)};
    Tensor[] often = {null, index};
    Tensor mask = TWINS.dense(DType.BOOL, SIZES);
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      Tensor values = layout.of(type, SIZES);
      TWINS.agree(name("index", type, layout), aten -> aten.index(self, often));
      TWINS.agree(name("_unsafe_index", type, layout), aten -> aten._unsafeIndex(self, often));
      TWINS.agree(name("index_put", type, layout), aten -> aten.indexPut(self, once, values));
      TWINS.agree(
          name("index_put, adding", type, layout), aten -> aten.indexPut(self, once, values, true));
      TWINS.agree(
          name("_unsafe_index_put", type, layout),
          aten -> aten._unsafeIndexPut(self, once, values, false));
      TWINS.agree(
          name("_index_put_impl_", type, layout),
          aten -> aten._indexPutImpl_(aten.clone(self), once, values, false, false));
      TWINS.agree(name("masked_select", type, layout), aten -> aten.maskedSelect(self, mask));
      TWINS.agree(name("nonzero", type, layout), aten -> aten.nonzero(self));
      TWINS.agree(name("nonzero_static", type, layout), aten -> aten.nonzeroStatic(self, 150_000));
      TWINS.agree(
          name("masked_scatter", type, layout), aten -> aten.maskedScatter(self, mask, values));
      Tensor row = layout.of(type, 2, SIZES[1]);
      Tensor put = HostData.tensor(distinct, SIZES[1]);
      Tensor first = row.alias(new long[] {SIZES[1]}, new long[] {row.stride(1)}, row.offset());
      TWINS.agree(name("put", type, layout), aten -> aten.put(self, put, first));
    }
  }

  static void sortedLines(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(name("_unique", type, layout), aten -> aten._unique(self).first());
      TWINS.agree(name("_unique2", type, layout), aten -> aten._unique2(self, true, true).second());
      distinct(name("slices", type, layout), self);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("sort", type, layout, dim);
        TWINS.agree(where, aten -> aten.sort(self, true, along, false).values());
        TWINS.agree("places, " + where, aten -> aten.sort(self, true, along, true).indices());
        if (type != DType.BOOL) {
          chosen(where, self, along);
        }
      }
    }
  }

  private static void distinct(String where, Tensor self) {
    for (long dim = 0; dim < 2; dim++) {
      long along = dim;
      TWINS.agree("unique_dim, " + where, aten -> aten.uniqueDim(self, along).first());
      TWINS.agree(
          "unique_dim_consecutive, " + where,
          aten -> aten.uniqueDimConsecutive(self, along).first());
    }
    TWINS.agree(
        "unique_consecutive, " + where,
        aten -> aten.uniqueConsecutive(self, true, true, null).second());
  }

  private static void chosen(String where, Tensor self, long dim) {
    TWINS.agree("topk, " + where, aten -> aten.topk(self, 99, dim, true, true).indices());
    TWINS.agree("heap, " + where, aten -> aten.topk(self, 2, dim, false, true).indices());
    TWINS.agree("median, " + where, aten -> aten.median(self, dim, false).indices());
    TWINS.agree("nanmedian, " + where, aten -> aten.nanmedian(self, dim, false).values());
    TWINS.agree(
        "searchsorted, " + where,
        aten -> aten.searchsorted(aten.sort(self, dim).values(), self, false, true));
    TWINS.agree("kthvalue, " + where, aten -> aten.kthvalue(self, 77, dim, false).indices());
  }
}
