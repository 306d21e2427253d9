package jackfield.backend.cpu.reference.linalg;

import jackfield.aten.Aten;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.error.InvalidArgument;
import jackfield.spi.KernelRegistrar;
import java.util.Locale;

/** Eigenvalues and eigenvectors. */
public final class EigenKernels {
  private EigenKernels() {}

  /** Registers the bodies. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._LINALG_EIGH, EigenKernels::hermitian)
        .structured(Aten.LINALG_EIG, EigenKernels::general);
  }

  private static void hermitian(MatrixPlan plan, String uplo, boolean computeV) {
    boolean isUpper = uplo.toUpperCase(Locale.ROOT).equals("U");
    MatrixLoop.run(
        plan,
        in -> {
          checkFinite(plan, in[0]);
          HermitianEigen eigen = new HermitianEigen(isUpper ? in[0].adjoint() : in[0]);
          checkConverged(plan, eigen.converge());
          return new Dense[] {eigen.values(), computeV ? eigen.vectors() : null};
        });
  }

  private static void general(MatrixPlan plan) {
    MatrixLoop.run(
        plan,
        in -> {
          checkFinite(plan, in[0]);
          SchurForm schur = new SchurForm(in[0]);
          checkConverged(plan, schur.converge());
          return new Dense[] {schur.values(), schur.vectors()};
        });
  }

  private static void checkFinite(MatrixPlan plan, Dense matrix) {
    if (!matrix.isFinite()) {
      throw new InvalidArgument(
          plan.operator(), "A", "has NaN or infinity; eigenvalues need finite elements");
    }
  }

  private static void checkConverged(MatrixPlan plan, boolean hasConverged) {
    if (!hasConverged) {
      throw new InvalidArgument(
          plan.operator(), "A", "is a matrix whose eigenvalues do not converge");
    }
  }
}
