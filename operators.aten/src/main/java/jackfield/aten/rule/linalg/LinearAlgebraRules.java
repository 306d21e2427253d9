package jackfield.aten.rule.linalg;

import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.rule.FillRules;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of matrix products; each is named for its operator and takes its arguments.
 *
 * <p><em>Types</em>: all operands of one type, not bool.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LinearAlgebraRules {
  private LinearAlgebraRules() {}

  /**
   * Plans a product of matrices.
   *
   * <p><em>Shapes</em>: {@code self [n, k], mat2 [k, m] → [n, m]}.
   */
  public static OutputPlan mm(Tensor self, Tensor mat2) {
    OutputSpec product = product("mm", self, mat2);
    return OutputPlan.of("mm", new Tensor[] {self, mat2}, product);
  }

  /**
   * Plans {@code beta * self + alpha * (mat1 @ mat2)}.
   *
   * <p><em>Shapes</em>: {@code mat1 [n, k], mat2 [k, m] → [n, m]}, {@code self} broadcasts to it.
   * In place, the output is {@code self} itself. If {@code k} is 0, {@code alpha} is ignored.
   */
  public static OutputPlan addmm(Tensor self, Tensor mat1, Tensor mat2, Scalar beta, Scalar alpha) {
    OutputSpec product = product("addmm", mat1, mat2);
    if (!Broadcast.expands(self.sizes(), product.sizes())) {
      throw new ShapeMismatch(
          "addmm", "self does not stretch to the product", self.sizes(), product.sizes());
    }
    requireType("addmm", self, mat1.dtype());
    FillRules.checkHolds("addmm", "beta", self.dtype(), beta);
    if (mat1.size(1)
        > 0) { // If the matrices have no columns, the product is not multiplied by alpha.
      FillRules.checkHolds("addmm", "alpha", self.dtype(), alpha);
    }
    return OutputPlan.of("addmm", new Tensor[] {self, mat1, mat2}, product);
  }

  /**
   * Plans products of matrices, one for each index of the first dimension.
   *
   * <p><em>Shapes</em>: {@code self [b, n, k], mat2 [b, k, m] → [b, n, m]}.
   */
  public static OutputPlan bmm(Tensor self, Tensor mat2) {
    if (self.rank() != 3 || mat2.rank() != 3 || self.size(0) != mat2.size(0)) {
      throw new ShapeMismatch(
          "bmm", "expected as many matrices in both batches", self.sizes(), mat2.sizes());
    }
    checkFactors("bmm", self, mat2);
    long[] sizes = {self.size(0), self.size(1), mat2.size(2)};
    return OutputPlan.of("bmm", new Tensor[] {self, mat2}, new OutputSpec(self.dtype(), sizes));
  }

  private static OutputSpec product(String operator, Tensor left, Tensor right) {
    if (left.rank() != 2 || right.rank() != 2) {
      throw new ShapeMismatch(operator, "expected two matrices", left.sizes(), right.sizes());
    }
    checkFactors(operator, left, right);
    return new OutputSpec(left.dtype(), new long[] {left.size(0), right.size(1)});
  }

  private static void checkFactors(String operator, Tensor left, Tensor right) {
    if (left.size(left.rank() - 1) != right.size(right.rank() - 2)) {
      throw new ShapeMismatch(
          operator,
          "the columns of the first matrix are not the rows of the second",
          left.sizes(),
          right.sizes());
    }
    if (left.dtype() == DType.BOOL) {
      throw new TypeMismatch(operator, "bool is not supported");
    }
    requireType(operator, right, left.dtype());
  }

  private static void requireType(String operator, Tensor operand, DType type) {
    if (operand.dtype() != type) {
      throw new TypeMismatch(
          operator,
          "expected all operands to be of one type, found %s and %s"
              .formatted(type, operand.dtype()));
    }
  }
}
