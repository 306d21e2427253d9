package jackfield.aten.kernel;

import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about a kernel that works on whole lines along one dimension: softmax,
 * sorting, the largest elements, running sums. All inputs and outputs have the same sizes in the
 * other dimensions.
 */
public final class LinePlan extends OutputPlan {
  private final int dim;
  private final boolean mayBeSelf;

  private LinePlan(
      String operator, int dim, Tensor[] inputs, OutputSpec[] specs, boolean mayBeSelf) {
    super(operator, inputs, specs);
    this.dim = dim;
    this.mayBeSelf = mayBeSelf;
  }

  /**
   * Plans lines.
   *
   * @param dim the dimension, counted from 0, as {@link Dimensions#wrap} returns it
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static LinePlan of(String operator, int dim, Tensor[] inputs, OutputSpec... specs) {
    return new LinePlan(operator, dim, inputs, specs, false);
  }

  /**
   * Plans lines of a body that reads each element of its only input just before it writes the
   * result at that position, so that {@code out} may be the input itself.
   */
  public static LinePlan inOrder(String operator, int dim, Tensor input, OutputSpec... specs) {
    return new LinePlan(operator, dim, new Tensor[] {input}, specs, true);
  }

  @Override
  protected boolean mayBeSelf() {
    return mayBeSelf;
  }

  /** Returns the dimension along which lines run, counted from 0. */
  public int dim() {
    return dim;
  }

  /** Returns the lines of the outputs, then those of the inputs. */
  public SliceIterator lines() {
    Tensor[] operands = new Tensor[outputCount() + inputCount()];
    for (int output = 0; output < outputCount(); output++) {
      operands[output] = output(output);
    }
    for (int input = 0; input < inputCount(); input++) {
      operands[outputCount() + input] = input(input);
    }
    return SliceIterator.lines(dim, operands);
  }
}
