package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The decisions of a rule about a kernel that works on whole lines along one dimension: softmax,
 * sorting, the largest elements, running sums. All inputs and outputs have the same sizes in the
 * other dimensions.
 */
public final class LinePlan extends OutputPlan {
  private final int dim;
  private final Body body;

  private LinePlan(String operator, int dim, Tensor[] inputs, OutputSpec[] specs, Body body) {
    super(operator, inputs, specs);
    this.dim = dim;
    this.body = body;
  }

  /** How a body reads its inputs. */
  private enum Body {
    /** In any order. */
    ANY_ORDER,
    /** Each element just before the result at its position is written. */
    IN_ORDER,
    /** In order, in the type of the output. */
    CONVERTING,
    /** In order, in the type of the output, which {@code out} determines. */
    FOLLOWING_OUT
  }

  /**
   * Plans lines.
   *
   * @param dim the dimension, counted from 0, as {@link Dimensions#wrap} returns it
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static LinePlan of(String operator, int dim, Tensor[] inputs, OutputSpec... specs) {
    return new LinePlan(operator, dim, inputs, specs, Body.ANY_ORDER);
  }

  /**
   * Plans lines of a body that reads each element of its only input just before it writes the
   * result at that position, so that {@code out} may be the input itself.
   */
  public static LinePlan inOrder(String operator, int dim, Tensor input, OutputSpec... specs) {
    return new LinePlan(operator, dim, new Tensor[] {input}, specs, Body.IN_ORDER);
  }

  /**
   * Plans lines as {@link #inOrder} does, of an input that is converted to the type of the output.
   *
   * @param followsOut whether {@code out} may have any type but bool, and determines it
   * @throws TypeMismatch if the output is bool, unless the input has no dimensions or no elements
   */
  public static LinePlan converting(
      String operator, int dim, Tensor input, boolean followsOut, OutputSpec spec) {
    if (spec.dtype() == DType.BOOL && !isTrivial(input)) {
      throw new TypeMismatch(operator, "bool is not supported");
    }
    OutputSpec[] specs = {spec};
    Body body = followsOut ? Body.FOLLOWING_OUT : Body.CONVERTING;
    return new LinePlan(operator, dim, new Tensor[] {input}, specs, body);
  }

  @Override
  protected boolean mayBeSelf() {
    return body != Body.ANY_ORDER;
  }

  @Override
  protected boolean mayFollow(DType out) {
    return body == Body.FOLLOWING_OUT && (out != DType.BOOL || isTrivial(input(0)));
  }

  @Override
  protected String accepted(OutputSpec spec) {
    return body == Body.FOLLOWING_OUT ? "of any type but bool" : super.accepted(spec);
  }

  @Override
  protected boolean isConverted(Tensor input, DType out) {
    return isConverting() && input.dtype() != out;
  }

  private boolean isConverting() {
    return body == Body.CONVERTING || body == Body.FOLLOWING_OUT;
  }

  /** Returns whether the results are the elements of {@code input}, if it has any. */
  private static boolean isTrivial(Tensor input) {
    return input.rank() == 0 || input.elementCount() == 0;
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
      operands[outputCount() + input] = isConverting() ? converted(input) : input(input);
    }
    return SliceIterator.lines(dim, operands);
  }

  private Tensor converted(int input) {
    Tensor like = output(0);
    return outputs().convert(input(input), like.dtype(), like.storage().domain());
  }
}
