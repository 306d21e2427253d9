package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.FallbackBackend;
import jackfield.backend.cuda.driver.GpuDevice;
import jackfield.kernel.BoxedKernel;
import jackfield.schema.OperatorName;
import jackfield.spi.KernelRegistrar;
import java.util.List;

/**
 * Decompositions of matrices, and the solutions of systems by them, on the host: matrices are
 * copied there and the results back, and the CPU's backend computes them. A call waits for both
 * copies.
 */
final class DecompositionKernels {
  private static final List<String> OPERATORS =
      List.of(
          "_linalg_det",
          "_linalg_det.result",
          "_linalg_eigh",
          "_linalg_eigh.eigenvalues",
          "_linalg_slogdet",
          "_linalg_slogdet.sign",
          "_linalg_solve_ex",
          "_linalg_solve_ex.result",
          "_linalg_svd",
          "_linalg_svd.U",
          "cholesky_inverse",
          "cholesky_inverse.out",
          "cholesky_solve",
          "cholesky_solve.out",
          "geqrf",
          "geqrf.a",
          "linalg_cholesky_ex",
          "linalg_cholesky_ex.L",
          "linalg_eig",
          "linalg_eig.out",
          "linalg_householder_product",
          "linalg_householder_product.out",
          "linalg_inv_ex",
          "linalg_inv_ex.inverse",
          "linalg_ldl_factor_ex",
          "linalg_ldl_factor_ex.out",
          "linalg_ldl_solve",
          "linalg_ldl_solve.out",
          "linalg_lu",
          "linalg_lu.out",
          "linalg_lu_factor_ex",
          "linalg_lu_factor_ex.out",
          "linalg_lu_solve",
          "linalg_lu_solve.out",
          "linalg_matrix_exp",
          "linalg_matrix_exp.out",
          "linalg_qr",
          "linalg_qr.out",
          "linalg_solve_triangular",
          "linalg_solve_triangular.out",
          "lu_unpack",
          "lu_unpack.out",
          "ormqr",
          "ormqr.out",
          "triangular_solve",
          "triangular_solve.X");

  private final BoxedKernel onHost;

  DecompositionKernels(GpuDevice device) {
    this.onHost = FallbackBackend.onHost(device);
  }

  void register(KernelRegistrar kernels) {
    for (String operator : OPERATORS) {
      kernels.boxed(OperatorName.parse("aten::" + operator), kernels.key(), onHost);
    }
  }
}
