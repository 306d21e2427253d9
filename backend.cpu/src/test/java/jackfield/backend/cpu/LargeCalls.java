package jackfield.backend.cpu;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * Calls operators of {@link LargeTwinsTest} with large random operands of each layout, and compares
 * the results of the fast kernel with those of its twin.
 */
final class LargeCalls {
  static final long SEED = Long.getLong("twins.seed", 1);
  static final LargeTwins TWINS = new LargeTwins(SEED);

  // 141,900 elements: two grains of pointwise loops, 138 strips, and remainders of all of them.
  static final long[] SIZES = {129, 1100};
  static final long[] LONG = {3, 70_001};

  /** Makes operands of a kind of layout. */
  enum Layout {
    DENSE,
    GAPS,
    TRANSPOSED,
    BROADCAST;

    Tensor of(DType type, long... sizes) {
      return switch (this) {
        case DENSE -> TWINS.dense(type, sizes);
        case GAPS -> TWINS.gaps(type, sizes);
        case TRANSPOSED -> TWINS.transposed(type, sizes);
        case BROADCAST -> TWINS.broadcast(type, sizes);
      };
    }
  }

  interface Unary {
    Tensor of(Aten aten, Tensor self);
  }

  interface Binary {
    Tensor of(Aten aten, Tensor self, Tensor other);
  }

  private LargeCalls() {}

  static String name(String operator, Object... parts) {
    return operator + " of " + List.of(parts) + ", seed " + SEED;
  }

  static void unary(String operator, DType type, Unary call) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      TWINS.agree(name(operator, type, layout), aten -> call.of(aten, self));
    }
  }

  static void binary(String operator, DType type, Binary call) {
    for (Layout layout : Layout.values()) {
      Tensor self = layout.of(type, SIZES);
      for (Layout otherLayout : Layout.values()) {
        Tensor other = otherLayout.of(type, SIZES);
        TWINS.agree(name(operator, type, layout, otherLayout), aten -> call.of(aten, self, other));
      }
    }
  }

  /** Repeats a call in place, and into an output with gaps. */
  static void forms(String operator, DType type, Unary inPlace, Binary out) {
    Tensor self = TWINS.dense(type, SIZES);
    TWINS.agree(name(operator + "_", type), aten -> inPlace.of(aten, aten.clone(self)));
    TWINS.agree(name(operator + ".out", type), aten -> out.of(aten, self, TWINS.gaps(type, SIZES)));
  }
}
