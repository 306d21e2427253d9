package jackfield.aten.kernel;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about a singular value decomposition {@code A = U diag(S) Vh}. The
 * outputs are {@code U}, {@code S} and {@code Vh}; without vectors {@code U} and {@code Vh} have no
 * elements.
 */
public final class SingularValuePlan extends OutputPlan {
  private static final int OF_VALUES = 1;

  private final boolean hasVectors;

  private SingularValuePlan(
      String operator, boolean hasVectors, Tensor[] inputs, OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.hasVectors = hasVectors;
  }

  /**
   * Plans a decomposition.
   *
   * @param matrices of a floating-point or complex type, at least two dimensions
   * @param hasVectors whether {@code u} and {@code vh} have elements
   */
  public static SingularValuePlan of(
      String operator,
      Tensor matrices,
      boolean hasVectors,
      OutputSpec u,
      OutputSpec s,
      OutputSpec vh) {
    return new SingularValuePlan(
        operator, hasVectors, new Tensor[] {matrices}, new OutputSpec[] {u, s, vh});
  }

  /** Returns whether the body writes {@code U} and {@code Vh}. */
  public boolean hasVectors() {
    return hasVectors;
  }

  /**
   * Returns the matrices of {@code U}, {@code S}, {@code Vh} and {@code A}, in this order. Each
   * matrix of {@code S} is a column. {@code U} and {@code Vh} are absent without vectors.
   */
  public SliceIterator matrices() {
    Tensor s = output(OF_VALUES);
    int rank = s.rank();
    long[] sizes = new long[rank + 1];
    long[] strides = new long[rank + 1];
    System.arraycopy(s.sizes(), 0, sizes, 0, rank);
    System.arraycopy(s.strides(), 0, strides, 0, rank);
    sizes[rank] = 1;
    strides[rank] = 1;
    Tensor column = s.alias(sizes, strides, s.offset());
    return SliceIterator.matrices(
        hasVectors ? output(0) : null, column, hasVectors ? output(2) : null, input(0));
  }

  /**
   * Checks what bodies for the CPU need to know before they write anything.
   *
   * @param driver the algorithm that the caller asks for; null for none
   * @throws InvalidArgument if {@code A} has elements, and the caller asks for a driver, which only
   *     other devices have, or {@code A} contains NaN or infinity
   */
  public void checkOnHost(String driver) {
    Tensor a = input(0);
    if (a.elementCount() == 0) {
      return;
    }
    if (driver != null) {
      throw new InvalidArgument(
          operator(),
          "driver",
          "is \"%s\"; the CPU has one algorithm, leave the driver out".formatted(driver));
    }
    DType type = a.dtype();
    long[] position = {0};
    HostData.forEachAddress(
        a,
        address -> {
          if (!isFinite(type, address)) {
            throw notFinite(position[0]);
          }
          position[0]++;
        });
  }

  private static boolean isFinite(DType type, long address) {
    return Double.isFinite(Elements.doubleAt(type, address))
        && Double.isFinite(Elements.imaginaryAt(type, address));
  }

  private InvalidArgument notFinite(long element) {
    long[] sizes = input(0).sizes();
    long columns = sizes[sizes.length - 1];
    long each = Shapes.product(sizes[sizes.length - 2], columns);
    return new InvalidArgument(
        operator(),
        "A",
        "has NaN or infinity in matrix %d, row %d, column %d; singular values need finite elements"
            .formatted(element / each, element % each / columns, element % columns));
  }
}
