package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;

/**
 * Operators over lists that take numbers in a tensor: one number for all, or one for each position.
 */
public final class NumberTensors {
  private final Aten aten;
  private final TensorLists lists;

  /** Creates kernels that call the operators of {@code aten}. */
  public NumberTensors(Aten aten) {
    this.aten = aten;
    this.lists = new TensorLists(aten);
  }

  // ---- one number

  /** Adds {@code other}, multiplied by {@code alpha}. */
  public Tensor[] add(Tensor[] self, Tensor other, Scalar alpha) {
    requireOne("_foreach_add", other);
    return lists.each("_foreach_add", at -> aten.add(self[at], other, alpha), self, other);
  }

  /** Adds {@code other}, multiplied by {@code alpha}, in place. */
  public void addInPlace(Tensor[] self, Tensor other, Scalar alpha) {
    requireOne("_foreach_add_", other);
    lists.inPlace(
        "_foreach_add_",
        (of, at) -> aten.add_(of.tensor(self[at]), of.tensor(other), alpha),
        self,
        other);
  }

  /** Multiplies by {@code other}. */
  public Tensor[] mul(Tensor[] self, Tensor other) {
    requireOne("_foreach_mul", other);
    return lists.each("_foreach_mul", at -> aten.mul(self[at], other), self, other);
  }

  /** Multiplies by {@code other} in place. */
  public void mulInPlace(Tensor[] self, Tensor other) {
    requireOne("_foreach_mul_", other);
    lists.inPlace(
        "_foreach_mul_", (of, at) -> aten.mul_(of.tensor(self[at]), of.tensor(other)), self, other);
  }

  /** Divides by {@code other}. */
  public Tensor[] div(Tensor[] self, Tensor other) {
    requireOne("_foreach_div", other);
    return lists.each("_foreach_div", at -> aten.div(self[at], other), self, other);
  }

  /** Divides by {@code other} in place. */
  public void divInPlace(Tensor[] self, Tensor other) {
    requireOne("_foreach_div_", other);
    lists.inPlace(
        "_foreach_div_", (of, at) -> aten.div_(of.tensor(self[at]), of.tensor(other)), self, other);
  }

  private static void requireOne(String operator, Tensor other) {
    if (other.rank() != 0) {
      throw new ShapeMismatch(
          operator, "expected other to be one number without dimensions", other.sizes());
    }
  }

  // ---- a number for each position

  /** Adds quotients, multiplied by the elements of {@code scalars}. */
  public Tensor[] addcdiv(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) {
    return aten._foreachAddcdiv(
        self, tensor1, tensor2, numbers("_foreach_addcdiv", scalars, self.length));
  }

  /** Adds quotients, multiplied by the elements of {@code scalars}, in place. */
  public void addcdivInPlace(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) {
    aten._foreachAddcdiv_(
        self, tensor1, tensor2, numbers("_foreach_addcdiv_", scalars, self.length));
  }

  /** Adds products, multiplied by the elements of {@code scalars}. */
  public Tensor[] addcmul(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) {
    return aten._foreachAddcmul(
        self, tensor1, tensor2, numbers("_foreach_addcmul", scalars, self.length));
  }

  /** Adds products, multiplied by the elements of {@code scalars}, in place. */
  public void addcmulInPlace(Tensor[] self, Tensor[] tensor1, Tensor[] tensor2, Tensor scalars) {
    aten._foreachAddcmul_(
        self, tensor1, tensor2, numbers("_foreach_addcmul_", scalars, self.length));
  }

  private Scalar[] numbers(String operator, Tensor scalars, int count) {
    if (scalars.rank() != 1 || scalars.size(0) != count) {
      throw new ShapeMismatch(
          operator,
          "expected scalars to have one dimension of size %d, an element for each tensor"
              .formatted(count),
          scalars.sizes());
    }
    return new ReadNumbers(aten, operator).all("scalars", scalars);
  }
}
