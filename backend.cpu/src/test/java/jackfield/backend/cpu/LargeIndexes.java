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
    }
  }

  static void sortedLines(DType type) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (long dim = 0; dim < 2; dim++) {
        long along = dim;
        String where = name("sort", type, layout, dim);
        TWINS.agree(where, aten -> aten.sort(self, true, along, false).values());
        TWINS.agree("places, " + where, aten -> aten.sort(self, true, along, true).indices());
      }
    }
  }
}
