package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The rules of orthonormal columns and of the reflectors that describe them; each is named for its
 * operator and takes its arguments.
 *
 * <p><em>Types</em>: float32, float64, complex64, complex128. <em>Layout</em>: new results are
 * column-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class OrthogonalRules {
  private static final long[] NO_ELEMENTS = {0};

  private OrthogonalRules() {}

  /**
   * Plans {@code Q} and {@code R} of {@code A [..., m, n]}.
   *
   * @param mode reduced: {@code Q [..., m, k]}; complete: {@code Q [..., m, m]}; r: R alone
   */
  public static MatrixPlan qr(Tensor a, String mode) {
    Matrices matrices = new Matrices("linalg_qr");
    matrices.check(a);
    long rows = Matrices.rows(a);
    long least = Math.min(rows, Matrices.columns(a));
    long count =
        switch (mode) {
          case "reduced", "r" -> least;
          case "complete" -> rows;
          default ->
              throw new InvalidArgument(
                  matrices.operator(),
                  "mode",
                  "is \"%s\", expected reduced, complete or r".formatted(mode));
        };
    long[] batch = Matrices.batch(a);
    return MatrixPlan.of(
        matrices.operator(),
        batch,
        new int[] {2, 2, 2},
        new Tensor[] {a},
        mode.equals("r")
            ? new OutputSpec(a.dtype(), NO_ELEMENTS)
            : Matrices.columnMajor(a.dtype(), batch, rows, count),
        Matrices.columnMajor(a.dtype(), batch, count, Matrices.columns(a)));
  }

  /** Plans the reflectors of matrices and their factors. */
  public static MatrixPlan geqrf(Tensor self) {
    new Matrices("geqrf").check(self);
    long[] batch = Matrices.batch(self);
    long count = Math.min(Matrices.rows(self), Matrices.columns(self));
    return MatrixPlan.of(
        "geqrf",
        batch,
        new int[] {2, 1, 2},
        new Tensor[] {self},
        Matrices.columnMajor(self.dtype(), self.sizes()),
        Matrices.rowMajor(self.dtype(), batch, count));
  }

  /** Plans the first columns of products of reflectors. */
  public static MatrixPlan householderProduct(Tensor input, Tensor tau) {
    Matrices matrices = new Matrices("linalg_householder_product");
    checkReflectors(matrices, input, tau);
    if (Matrices.rows(input) < Matrices.columns(input)) {
      throw new ShapeMismatch(
          matrices.operator(), "expected no more columns than rows", input.sizes());
    }
    return MatrixPlan.of(
        matrices.operator(),
        Matrices.batch(input),
        new int[] {2, 2, 1},
        new Tensor[] {input, tau},
        Matrices.columnMajor(input.dtype(), input.sizes()).castable());
  }

  private static void checkReflectors(Matrices matrices, Tensor input, Tensor tau) {
    matrices.check(input);
    matrices.checkSameType(input, tau);
    int last = tau.rank() - 1;
    boolean fits =
        tau.rank() == input.rank() - 1
            && Arrays.equals(Arrays.copyOf(tau.sizes(), last), Matrices.batch(input))
            && tau.size(last) <= Math.min(Matrices.rows(input), Matrices.columns(input));
    if (!fits) {
      throw new ShapeMismatch(
          matrices.operator(), "tau does not fit the reflectors", input.sizes(), tau.sizes());
    }
  }

  /** Plans the products of orthonormal matrices, which are products of reflectors, and others. */
  public static MatrixPlan ormqr(
      Tensor self, Tensor input2, Tensor input3, boolean left, boolean transpose) {
    Matrices matrices = new Matrices("ormqr");
    checkReflectors(matrices, self, input2);
    matrices.check(input3);
    matrices.checkSameType(self, input3);
    long size = left ? Matrices.rows(input3) : Matrices.columns(input3);
    if (!Arrays.equals(Matrices.batch(self), Matrices.batch(input3))
        || size != Matrices.rows(self)) {
      throw new ShapeMismatch(
          "ormqr", "the matrices do not fit the reflectors", self.sizes(), input3.sizes());
    }
    return MatrixPlan.of(
        "ormqr",
        Matrices.batch(self),
        new int[] {2, 2, 1, 2},
        new Tensor[] {self, input2, input3},
        Matrices.columnMajor(self.dtype(), input3.sizes()));
  }
}
