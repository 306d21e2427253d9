package jackfield.backend.cpu.loops;

/** The products of vectors with rows of a matrix, by type. */
public final class VectorProducts {
  private static final Template<VectorProduct> TEMPLATE = new Template<>(VectorProductLoop.class);

  private VectorProducts() {}

  /** Returns the products for float32 and float64. */
  public static ByType<VectorProduct> byType() {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), ""));
  }
}
