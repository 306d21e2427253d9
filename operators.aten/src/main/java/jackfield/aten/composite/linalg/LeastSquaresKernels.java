package jackfield.aten.composite.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgLstsq;
import jackfield.aten.LinalgLstsqOut;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.List;

/**
 * Solutions of least squares and, among these, of least norm: products with pseudoinverses.
 *
 * <p><em>Source</em>: PyTorch 2.6. There each driver is an algorithm of LAPACK; here a driver says
 * which results there are besides the solution.
 */
public final class LeastSquaresKernels {
  private static final String OPERATOR = "linalg_lstsq";
  private static final String STANDARD = "gelsy";
  private static final String FULL_RANK = "gels";
  private static final List<String> SINGULAR = List.of("gelsd", "gelss");

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LeastSquaresKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Solves {@code A X = B}.
   *
   * @param rcond singular values up to this times the largest count as 0; null for the rounding
   *     error times the greater size
   * @param driver gels, which gives no ranks; gelsy, the standard; gelsd or gelss, which give
   *     singular values. All but gelsy give the squared lengths of the residuals, if there are more
   *     rows than columns and all ranks are full
   */
  public LinalgLstsq.Result lstsq(Tensor self, Tensor b, Double rcond, String driver) {
    String name = driver == null ? STANDARD : driver;
    Tensor sides = checked(self, b, name);
    double relative = rcond == null ? SingularTolerance.standard(self) : rcond;
    Tensor solution = aten.matmul(aten.linalgPinv(self, 0.0, relative, false), sides);
    boolean isFullRank = name.equals(FULL_RANK);
    Tensor rank =
        isFullRank
            ? aten.newEmpty(self, new long[] {0}, DType.INT64)
            : aten.linalgMatrixRank(self, 0.0, relative, false);
    Tensor singular = SINGULAR.contains(name) ? aten.linalgSvdvals(self) : none(self);
    Tensor residuals =
        hasResiduals(self, name, rank) ? residuals(self, solution, sides) : none(self);
    Tensor result = sides == b ? solution : aten.squeeze(solution, -1);
    return new LinalgLstsq.Result(result, residuals, rank, singular);
  }

  private static Tensor checkedType(Tensor self, Tensor b) {
    SingularTolerance.check(OPERATOR, self);
    if (self.dtype() != b.dtype()) {
      throw new TypeMismatch(
          OPERATOR, "expected one type, found %s and %s".formatted(self.dtype(), b.dtype()));
    }
    return b;
  }

  /** Returns the right-hand sides as matrices. */
  private Tensor checked(Tensor self, Tensor b, String driver) {
    boolean isVector =
        checkedType(self, b).rank() == 1
            || (b.rank() == self.rank() - 1
                && Arrays.equals(b.sizes(), Arrays.copyOf(self.sizes(), b.rank())));
    Tensor sides = isVector ? aten.unsqueeze(b, -1) : b;
    boolean fits =
        (b.rank() == self.rank() || b.rank() == self.rank() - 1)
            && sides.rank() >= 2
            && sides.size(sides.rank() - 2) == self.size(self.rank() - 2);
    if (!fits) {
      throw new ShapeMismatch(
          OPERATOR, "the matrices do not fit the right-hand sides", self.sizes(), b.sizes());
    }
    if (!driver.equals(STANDARD) && !driver.equals(FULL_RANK) && !SINGULAR.contains(driver)) {
      throw new InvalidArgument(
          OPERATOR, "driver", "is \"%s\", expected gels, gelsy, gelsd or gelss".formatted(driver));
    }
    return sides;
  }

  private Tensor none(Tensor self) {
    return aten.newEmpty(self, new long[] {0}, self.dtype().realType());
  }

  private boolean hasResiduals(Tensor self, String driver, Tensor rank) {
    long columns = self.size(self.rank() - 1);
    if (driver.equals(STANDARD) || self.size(self.rank() - 2) <= columns) {
      return false;
    }
    return driver.equals(FULL_RANK) || aten.isNonzero(aten.all(aten.eq(rank, columns)));
  }

  private Tensor residuals(Tensor self, Tensor solution, Tensor sides) {
    Tensor lengths = aten.abs(aten.sub(aten.matmul(self, solution), sides));
    return aten.sum(aten.mul(lengths, lengths), new long[] {-2});
  }

  /** Writes {@link #lstsq} into the given tensors. */
  public LinalgLstsqOut.Result lstsqOut(
      Tensor self,
      Tensor b,
      Double rcond,
      String driver,
      Tensor solution,
      Tensor residuals,
      Tensor rank,
      Tensor singularValues) {
    LinalgLstsq.Result found = lstsq(self, b, rcond, driver);
    given.intoAll(
        OPERATOR,
        new Tensor[] {found.solution(), found.residuals(), found.rank(), found.singularValues()},
        solution,
        residuals,
        rank,
        singularValues);
    return new LinalgLstsqOut.Result(solution, residuals, rank, singularValues);
  }
}
