package jackfield.backend.cuda;

import jackfield.aten.Aten;
import jackfield.aten._LinalgSvd;
import jackfield.aten.kernel.SingularValuePlan;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * Singular value decompositions, on the host: matrices are copied there and the results back, and
 * the CPU's backend computes them. The call waits for both copies.
 */
final class SingularValueBodies {
  private final CopyKernel copies;
  private final _LinalgSvd anywhere;

  SingularValueBodies(CopyKernel copies, _LinalgSvd anywhere) {
    this.copies = copies;
    this.anywhere = anywhere;
  }

  void register(KernelRegistrar kernels) {
    kernels.structured(Aten._LINALG_SVD, this::svd);
  }

  private void svd(SingularValuePlan plan, String driver) {
    Tensor matrices = plan.input(0);
    Tensor near = HostData.empty(matrices.dtype(), matrices.sizes());
    copies.copy(near, matrices, false);
    boolean isFull = plan.hasVectors() && isFull(plan);
    _LinalgSvd.Result found = anywhere.call(near, isFull, plan.hasVectors(), driver);
    Tensor[] results = {found.U(), found.S(), found.Vh()};
    for (int output = 0; output < results.length; output++) {
      if (results[output].elementCount() > 0) {
        copies.copy(plan.output(output), results[output], false);
      }
    }
  }

  /** Returns whether U and Vh are square. */
  private static boolean isFull(SingularValuePlan plan) {
    Tensor u = plan.output(0);
    Tensor vh = plan.output(2);
    return isSquare(u) && isSquare(vh);
  }

  private static boolean isSquare(Tensor matrices) {
    return matrices.size(matrices.rank() - 1) == matrices.size(matrices.rank() - 2);
  }
}
