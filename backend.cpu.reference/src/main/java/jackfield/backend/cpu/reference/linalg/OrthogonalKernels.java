package jackfield.backend.cpu.reference.linalg;

import jackfield.aten.Aten;
import jackfield.aten.linalg.MatrixPlan;
import jackfield.spi.KernelRegistrar;

/** Orthonormal columns, from Householder reflectors. */
public final class OrthogonalKernels {
  private static final String COMPLETE = "complete";
  private static final String R_ALONE = "r";

  private OrthogonalKernels() {}

  /** Registers the bodies. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.LINALG_QR, OrthogonalKernels::qr)
        .structured(Aten.GEQRF, OrthogonalKernels::factor)
        .structured(Aten.LINALG_HOUSEHOLDER_PRODUCT, OrthogonalKernels::product)
        .structured(Aten.ORMQR, OrthogonalKernels::multiply);
  }

  private static void qr(MatrixPlan plan, String mode) {
    MatrixLoop.run(
        plan,
        in -> {
          Reflectors reflectors = Reflectors.factor(in[0]);
          int columns = mode.equals(COMPLETE) ? in[0].rows : Math.min(in[0].rows, in[0].columns);
          return new Dense[] {
            mode.equals(R_ALONE) ? null : reflectors.orthonormal(columns),
            in[0].upper().resized(columns, in[0].columns)
          };
        });
  }

  private static void factor(MatrixPlan plan) {
    MatrixLoop.run(
        plan,
        in -> {
          Reflectors reflectors = Reflectors.factor(in[0]);
          return new Dense[] {reflectors.packed(), reflectors.tau()};
        });
  }

  private static void product(MatrixPlan plan) {
    MatrixLoop.run(
        plan, in -> new Dense[] {new Reflectors(in[0], in[1]).orthonormal(in[0].columns)});
  }

  private static void multiply(MatrixPlan plan, boolean left, boolean transpose) {
    MatrixLoop.run(
        plan,
        in -> {
          Reflectors reflectors = new Reflectors(in[0], in[1]);
          return new Dense[] {
            left
                ? reflectors.times(in[2], transpose)
                : reflectors.times(in[2].adjoint(), !transpose).adjoint()
          };
        });
  }
}
