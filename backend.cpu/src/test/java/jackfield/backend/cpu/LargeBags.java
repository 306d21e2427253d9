package jackfield.backend.cpu;

import static jackfield.backend.cpu.LargeCalls.TWINS;
import static jackfield.backend.cpu.LargeCalls.name;

import jackfield.backend.cpu.LargeCalls.Layout;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Bags of rows, for {@link LargeTwinsTest}. */
final class LargeBags {
  private static final int BAGS = 150;
  private static final long INDEXES = 4_001;
  private static final long ROWS = 41; // random integers are from 0 to 40
  private static final long WIDTH = 2_100;

  private LargeBags() {}

  static void bags(DType type) {
    long[] starts = new long[BAGS];
    Arrays.setAll(starts, bag -> bag * 26L);
    Tensor offsets = HostData.tensor(starts, BAGS);
    for (Layout layout : Layout.values()) {
      Tensor weight = layout.of(type, ROWS, WIDTH);
      Tensor indices = TWINS.gaps(DType.INT64, INDEXES);
      for (long mode = 0; mode < 3; mode++) {
        bag(name("bags", type, layout, mode), weight, indices, offsets, mode);
      }
    }
  }

  private static void bag(String what, Tensor weight, Tensor indices, Tensor offsets, long mode) {
    TWINS.agree(
        what, aten -> aten._embeddingBagForwardOnly(weight, indices, offsets, true, mode).first());
    TWINS.agree(
        "greatest of " + what,
        aten -> aten._embeddingBag(weight, indices, offsets, true, mode).fourth());
    if (mode == 0) {
      Tensor factors = TWINS.dense(weight.dtype(), INDEXES);
      TWINS.agree(
          "weighted " + what,
          aten ->
              aten._embeddingBag(weight, indices, offsets, false, mode, false, factors, false, 3)
                  .first());
    }
  }
}
