package jackfield.backend.cpu.loops.fold;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;

/** The folds to whole numbers, by operation. */
public final class WholeFoldLoops {
  private static final Template<WholeFoldLoop> TEMPLATE =
      new Template<>(MethodHandles.lookup(), WholeFoldingLoop.class);

  private WholeFoldLoops() {}

  private static ByType<WholeFoldLoop> extreme(int kind) {
    return new ByType<>(type ->
        TEMPLATE.stamp(Lanes.of(type), "", kind, type == DType.UINT8 || type == DType.BOOL, false));
  }

  /** Returns the maximum; the least number of the type if there is no element. For integers. */
  public static ByType<WholeFoldLoop> max() {
    return extreme(WholeFoldingLoop.MAX);
  }

  /** Returns the minimum; the greatest number of the type if there is no element. For integers. */
  public static ByType<WholeFoldLoop> min() {
    return extreme(WholeFoldingLoop.MIN);
  }

  /** Returns the number of elements that are not 0; for all types but complex ones. */
  public static ByType<WholeFoldLoop> nonzero() {
    return new ByType<>(type -> {
      boolean isHalf = type == DType.FLOAT16 || type == DType.BFLOAT16;
      Lanes lanes = Lanes.of(isHalf ? DType.INT16 : type);
      return TEMPLATE.stamp(lanes, "", WholeFoldingLoop.NONZERO, false, isHalf);
    });
  }
}
