package jackfield.backend.cpu.reference.linalg;

import jackfield.aten.Aten;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;

/** Solutions of systems of linear equations. */
public final class SolveKernels {
  private SolveKernels() {}

  /** Registers the bodies. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._LINALG_SOLVE_EX, SolveKernels::solve)
        .structured(Aten.LINALG_LU_SOLVE, SolveKernels::lu)
        .structured(Aten.CHOLESKY_SOLVE, SolveKernels::cholesky)
        .structured(Aten.LINALG_SOLVE_TRIANGULAR, SolveKernels::triangular)
        .structured(Aten.TRIANGULAR_SOLVE, SolveKernels::triangularCopy)
        .structured(Aten.LINALG_LDL_FACTOR_EX, SolveKernels::symmetricFactors)
        .structured(Aten.LINALG_LDL_SOLVE, SolveKernels::symmetric)
        .structured(Aten.LINALG_MATRIX_EXP, SolveKernels::exponential);
  }

  private static void solve(MatrixPlan plan, boolean left, boolean checkErrors) {
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = LuFactors.of(in[0]);
          FactorKernels.check(plan, factors, checkErrors);
          Dense solution = left ? factors.solve(in[1], false) : factors.solveRight(in[1], false);
          return new Dense[] {
            solution, factors.packed(), factors.pivots(), Dense.column(factors.info())
          };
        });
  }

  private static void lu(MatrixPlan plan, boolean left, boolean adjoint) {
    MatrixLoop.run(
        plan,
        in -> {
          LuFactors factors = LuFactors.of(plan.operator(), in[0], in[1]);
          return new Dense[] {
            left ? factors.solve(in[2], adjoint) : factors.solveRight(in[2], adjoint)
          };
        });
  }

  private static void cholesky(MatrixPlan plan, boolean upper) {
    MatrixLoop.run(
        plan, in -> new Dense[] {Triangles.solveProduct(upper ? in[0].adjoint() : in[0], in[1])});
  }

  private static void triangular(
      MatrixPlan plan, boolean upper, boolean left, boolean unitriangular) {
    MatrixLoop.run(
        plan,
        in ->
            new Dense[] {
              left
                  ? Triangles.solve(in[0], in[1], upper, unitriangular)
                  : Triangles.solveRight(in[0], in[1], upper, unitriangular)
            });
  }

  private static void triangularCopy(
      MatrixPlan plan, boolean upper, boolean transpose, boolean unitriangular) {
    MatrixLoop.run(
        plan,
        in -> {
          Dense matrix = transpose ? in[1].transpose() : in[1];
          return new Dense[] {
            Triangles.solve(matrix, in[0], upper != transpose, unitriangular), in[1]
          };
        });
  }

  private static void symmetricFactors(MatrixPlan plan, boolean hermitian, boolean checkErrors) {
    MatrixLoop.run(
        plan,
        in -> {
          SymmetricFactors factors = SymmetricFactors.of(in[0], hermitian);
          if (checkErrors && factors.info() > 0) {
            throw new InvalidArgument(
                plan.operator(),
                "self",
                "is singular: the block of row %d is 0".formatted(factors.info() - 1));
          }
          return new Dense[] {
            factors.packed(), Dense.column(factors.pivots()), Dense.column(factors.info())
          };
        });
  }

  private static void symmetric(MatrixPlan plan, boolean hermitian) {
    MatrixLoop.run(
        plan,
        in ->
            new Dense[] {
              SymmetricFactors.of(plan.operator(), in[0], in[1], hermitian).solve(in[2])
            });
  }

  private static void exponential(MatrixPlan plan) {
    MatrixLoop.run(plan, in -> new Dense[] {Exponential.of(in[0])});
  }
}
