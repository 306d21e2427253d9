package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.SingularValuePlan;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of decompositions of matrices; each is named for its operator and takes its arguments.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DecompositionRules {
  private static final long[] NO_ELEMENTS = {0};

  private DecompositionRules() {}

  /**
   * Plans a singular value decomposition {@code A = U diag(S) Vh} of each matrix.
   *
   * <p><em>Shapes</em>: for {@code k = min(m, n)}: {@code A […, m, n] → U […, m, k], S […, k], Vh
   * […, k, n]}; with full matrices {@code U […, m, m]} and {@code Vh […, n, n]}; without vectors
   * {@code U} and {@code Vh [0]}. New tensors {@code U} and {@code Vh} are column-major.
   *
   * <p><em>Types</em>: float32, float64, complex64, complex128; {@code S} is real.
   *
   * @param driver checked by the bodies, since devices differ in what they know
   */
  public static SingularValuePlan svd(
      Tensor a, boolean fullMatrices, boolean computeUv, String driver) {
    String operator = "linalg_svd";
    if (a.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", a.sizes());
    }
    DType type = a.dtype();
    if (type.isHalf() || !(type.isFloating() || type.isComplex())) {
      throw new TypeMismatch(
          operator, "expected float32, float64, complex64 or complex128, found " + type);
    }
    int row = a.rank() - 2;
    long rows = a.size(row);
    long columns = a.size(row + 1);
    long values = Math.min(rows, columns);
    long[] ofValues = Arrays.copyOf(a.sizes(), row + 1);
    ofValues[row] = values;
    return SingularValuePlan.of(
        operator,
        a,
        computeUv,
        vectors(a, computeUv, rows, fullMatrices ? rows : values),
        new OutputSpec(type.realType(), ofValues),
        vectors(a, computeUv, fullMatrices ? columns : values, columns));
  }

  private static OutputSpec vectors(Tensor a, boolean isWanted, long rows, long columns) {
    if (!isWanted) {
      return new OutputSpec(a.dtype(), NO_ELEMENTS);
    }
    long[] sizes = a.sizes().clone();
    int row = sizes.length - 2;
    sizes[row] = rows;
    sizes[row + 1] = columns;
    long[] strides = Shapes.contiguousStrides(sizes).clone();
    strides[row] = 1;
    strides[row + 1] = Math.max(rows, 1);
    return new OutputSpec(a.dtype(), sizes).withStrides(strides);
  }
}
