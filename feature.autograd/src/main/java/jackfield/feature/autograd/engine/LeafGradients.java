package jackfield.feature.autograd.engine;

import jackfield.tensor.AutogradSlot;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Accumulates incoming gradients in the gradients of leaves. */
final class LeafGradients {
  private final GradientArithmetic arithmetic;
  private final boolean createsGraph;

  LeafGradients(GradientArithmetic arithmetic, boolean createsGraph) {
    this.arithmetic = arithmetic;
    this.createsGraph = createsGraph;
  }

  /**
   * Adds {@code gradient}, which may be null, to the gradient of {@code leaf}.
   *
   * @param isExclusive whether the leaf may keep the tensor itself
   */
  void add(Tensor leaf, Tensor gradient, boolean isExclusive) {
    if (gradient == null) {
      return;
    }
    AutogradSlot slot = leaf.autogradSlot();
    synchronized (slot) { // two runs may reach the same leaf
      Tensor present = slot.grad();
      if (present == null) {
        slot.setGrad(first(leaf, gradient, isExclusive));
      } else if (createsGraph) {
        slot.setGrad(arithmetic.add(present, gradient));
      } else {
        present.storage().bumpVersion();
        arithmetic.addInPlace(present, gradient);
      }
    }
  }

  private Tensor first(Tensor leaf, Tensor gradient, boolean isExclusive) {
    if (createsGraph) {
      return arithmetic.cloned(gradient);
    }
    return isExclusive && isLaidOutLike(gradient, leaf)
        ? gradient.data()
        : arithmetic.copyLike(gradient, leaf);
  }

  private static boolean isLaidOutLike(Tensor gradient, Tensor leaf) {
    if ((gradient.keyBits() & AtenArithmetic.LAZY) != 0) {
      return false; // its memory contains other values
    }
    return leaf.isNonOverlappingAndDense()
        ? Arrays.equals(gradient.strides(), leaf.strides())
        : gradient.isContiguous();
  }
}
