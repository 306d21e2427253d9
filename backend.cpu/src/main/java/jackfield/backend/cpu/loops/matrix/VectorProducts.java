package jackfield.backend.cpu.loops.matrix;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import java.lang.invoke.MethodHandles;

/** The products of vectors with rows of a matrix, by type. */
public final class VectorProducts {
  private static final Template<VectorProduct> TEMPLATE =
      new Template<>(MethodHandles.lookup(), VectorProductLoop.class);

  private VectorProducts() {}

  /** Returns the products for float32 and float64. */
  public static ByType<VectorProduct> byType() {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), ""));
  }
}
