package jackfield.aten.rule.loss;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.Strides;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The rule of the cross entropy of two classes.
 *
 * <p>The body checks that inputs and targets are probabilities, since a rule does not read
 * elements.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EntropyRules {
  private EntropyRules() {}

  /**
   * Plans the cross entropy of probabilities and targets.
   *
   * <p><em>Shapes</em>: {@code target} and {@code weight} are broadcast to the sizes of {@code
   * self}, which are those of the result without reduction; else it is {@code []}. Dimensions of
   * size 1 do not count where a target is compared.
   *
   * <p><em>Types</em>: {@code self} and {@code target} of one real floating type.
   */
  public static OutputPlan binaryCrossEntropy(
      Tensor self, Tensor target, Tensor weight, long reduction) {
    String operator = "binary_cross_entropy";
    Reductions.check(operator, reduction);
    Reductions.requireFloating(operator, self);
    Reductions.requireType(operator, "target", target, self);
    requireExpandable(operator, "target", squeezed(target), squeezed(self));
    if (weight != null) {
      requireExpandable(operator, "weight", weight.sizes(), self.sizes());
    }
    OutputSpec spec =
        reduction == Reductions.NONE
            ? new OutputSpec(self.dtype(), self.sizes()).withStrides(Strides.dense(self))
            : new OutputSpec(self.dtype(), new long[0]);
    return OutputPlan.of(operator, new Tensor[] {self, target, weight}, spec);
  }

  private static long[] squeezed(Tensor tensor) {
    return Arrays.stream(tensor.sizes()).filter(size -> size != 1).toArray();
  }

  private static void requireExpandable(
      String operator, String argument, long[] sizes, long[] wanted) {
    boolean fits = sizes.length <= wanted.length;
    for (int i = 1; fits && i <= sizes.length; i++) {
      long size = sizes[sizes.length - i];
      fits = size == 1 || size == wanted[wanted.length - i];
    }
    if (!fits) {
      throw new ShapeMismatch(
          operator, "%s does not expand to the sizes of self".formatted(argument), sizes, wanted);
    }
  }
}
