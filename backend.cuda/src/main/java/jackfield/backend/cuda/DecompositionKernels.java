package jackfield.backend.cuda;

import jackfield.backend.cuda.driver.DeviceGroup;
import jackfield.backend.cuda.driver.FallbackBackend;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * Decompositions of matrices, and the solutions of systems by them, on the host: the arguments are
 * copied there and the results back, and the CPU's backend computes them. A call waits for all work
 * of the device and for both copies.
 *
 * <p>The forms with {@code out} copy the elements of outputs back and no other bytes, so threads
 * may write parts of one tensor.
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

  private static final int MOST_SHARE =
      2; // a storage is copied whole if it has at most so much more

  private final BoxedKernel onHost;
  private final CopyKernel copies;

  DecompositionKernels(DeviceGroup devices, CopyKernel copies) {
    this.onHost = FallbackBackend.onHost(devices, (to, from) -> copies.copy(to, from, false));
    this.copies = copies;
  }

  void register(KernelRegistrar kernels) {
    for (String operator : OPERATORS) {
      kernels.boxed(OperatorName.parse("aten::" + operator), kernels.key(), this::call);
    }
  }

  private void call(Operator operator, long keys, Stack stack) {
    OperatorSchema schema = operator.schema();
    if (!schema.isMutable()) {
      makeCompact(stack, schema.arguments().size());
    }
    onHost.call(operator, keys, stack);
  }

  /** Replaces views of large storages by copies of their own, since storages are copied whole. */
  private void makeCompact(Stack stack, int arguments) {
    Object[] values = new Object[arguments];
    for (int i = 0; i < arguments; i++) {
      values[i] = stack.value(stack.fromTop(arguments, i));
    }
    stack.drop(arguments);
    for (Object value : values) {
      stack.pushValue(
          value instanceof Tensor tensor && isPart(tensor) ? copies.compact(tensor) : value);
    }
  }

  private static boolean isPart(Tensor tensor) {
    long bytes = tensor.elementCount() * tensor.dtype().sizeBytes();
    return !tensor.device().isHost() && tensor.storage().sizeBytes() / MOST_SHARE > bytes;
  }
}
