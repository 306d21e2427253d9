package jackfield.backend.cpu.reference.linalg;

import jackfield.aten.Aten;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;

/** Triangular factors, determinants and inverses. */
public final class FactorKernels {
  private FactorKernels() {}

  /** Registers the bodies. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LINALG_CHOLESKY_EX, FactorKernels::cholesky)
        .structured(Aten.CHOLESKY_INVERSE, FactorKernels::choleskyInverse)
        .structured(Aten.LINALG_LU_FACTOR_EX, FactorKernels::luFactor)
        .structured(Aten.LINALG_LU, FactorKernels::lu)
        .structured(Aten.LU_UNPACK, FactorKernels::unpack)
        .structured(Aten._LINALG_DET, FactorKernels::determinant)
        .structured(Aten._LINALG_SLOGDET, FactorKernels::logarithm)
        .structured(Aten.LINALG_INV_EX, FactorKernels::inverse);
  }

  private static void cholesky(MatrixPlan plan, boolean upper, boolean checkErrors) {
    MatrixLoop.run(
        plan,
        in -> {
          Dense lower = upper ? in[0].adjoint() : in[0];
          int info = Triangles.cholesky(lower);
          if (checkErrors && info > 0) {
            throw new InvalidArgument(
                plan.operator(),
                "A",
                "is not positive definite: its leading matrix of %d rows is not; try A + A^H, or"
                        .formatted(info)
                    + " linalg_cholesky_ex");
          }
          Dense factor = lower.lower(0);
          return new Dense[] {upper ? factor.adjoint() : factor, Dense.column(info)};
        });
  }

  private static void choleskyInverse(MatrixPlan plan, boolean upper) {
    MatrixLoop.run(
        plan,
        in -> {
          Dense lower = upper ? in[0].adjoint() : in[0];
          return new Dense[] {Triangles.solveProduct(lower, Dense.identity(lower.rows))};
        });
  }

  private static void luFactor(MatrixPlan plan, boolean pivot, boolean checkErrors) {
    checkPivoting(plan, pivot);
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = LuFactors.of(in[0]);
          check(plan, factors, checkErrors);
          return new Dense[] {factors.packed(), factors.pivots(), Dense.column(factors.info())};
        });
  }

  private static void checkPivoting(MatrixPlan plan, boolean pivot) {
    if (!pivot) {
      throw new InvalidArgument(
          plan.operator(), "pivot", "is False; on the CPU, matrices are factored with pivots only");
    }
  }

  /** Refuses singular factors. */
  static void check(MatrixPlan plan, LuFactors factors, boolean checkErrors) {
    int info = factors.info();
    if (checkErrors && info > 0) {
      throw new InvalidArgument(
          plan.operator(),
          "A",
          "is singular: the factor U has 0 at row and column %d; try linalg_lstsq or linalg_pinv"
              .formatted(info - 1));
    }
  }

  private static void lu(MatrixPlan plan, boolean pivot) {
    checkPivoting(plan, pivot);
    MatrixLoop.run(plan, in -> unpacked(LuFactors.of(in[0])));
  }

  private static Dense[] unpacked(LuFactors factors) {
    return new Dense[] {factors.permutation(), factors.lower(), factors.upper()};
  }

  private static void unpack(MatrixPlan plan, boolean unpackData, boolean unpackPivots) {
    MatrixLoop.run(
        plan,
        in -> {
          Dense none = new Dense(0, 1);
          return unpacked(LuFactors.of(plan.operator(), in[0], unpackPivots ? in[1] : none));
        });
  }

  /**
   * Returns the factors of a matrix, or those of its transpose if the matrices are real and
   * row-major: as LAPACK's matrices are column-major, PyTorch saves a copy.
   */
  private static LuFactors factors(MatrixPlan plan, Dense matrix) {
    Tensor a = plan.input(0);
    boolean isTransposed = a.isContiguous() && !a.dtype().isComplex();
    return LuFactors.of(isTransposed ? matrix.transpose() : matrix);
  }

  private static void determinant(MatrixPlan plan) {
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = factors(plan, in[0]);
          Dense product = Dense.number(factors.parity(), 0);
          for (int i = 0; i < in[0].rows; i++) {
            multiply(product, factors.packed().re(i, i), factors.packed().im(i, i));
          }
          return new Dense[] {product, factors.packed(), factors.pivots()};
        });
  }

  private static void multiply(Dense number, double re, double im) {
    number.put(0, 0, number.re[0] * re - number.im[0] * im, number.re[0] * im + number.im[0] * re);
  }

  private static void logarithm(MatrixPlan plan) {
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = factors(plan, in[0]);
          Dense packed = factors.packed();
          Dense sign = Dense.number(factors.parity(), 0);
          double sum = 0;
          for (int i = 0; i < packed.rows; i++) {
            double magnitude = packed.magnitude(i, i);
            double by = magnitude == 0 ? 1 : magnitude;
            multiply(sign, packed.re(i, i) / by, packed.im(i, i) / by);
            sum += Math.log(magnitude);
          }
          return new Dense[] {sign, Dense.column(sum), packed, factors.pivots()};
        });
  }

  private static void inverse(MatrixPlan plan, boolean checkErrors) {
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = LuFactors.of(in[0]);
          check(plan, factors, checkErrors);
          Dense inverse = factors.solve(Dense.identity(in[0].rows), false);
          return new Dense[] {inverse, Dense.column(factors.info())};
        });
  }
}
