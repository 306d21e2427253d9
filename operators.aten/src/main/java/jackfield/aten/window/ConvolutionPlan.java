package jackfield.aten.window;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.window.Windows.Side;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about a convolution or its gradients. A convolution has the inputs input,
 * weight and bias, which may be null, and one output. The gradients have the inputs grad_output,
 * input and weight, and the outputs gradient of input, of weight and of bias. Gradients that were
 * not requested are null.
 *
 * <p>Windows slide over the input; if the convolution is transposed, over its output.
 */
public final class ConvolutionPlan extends OutputPlan {
  private final Windows windows;
  private final long groups;
  private final boolean isTransposed;
  private final boolean isBackward;

  private ConvolutionPlan(
      String operator,
      Windows windows,
      long groups,
      boolean isTransposed,
      Tensor[] inputs,
      OutputSpec[] specs) {
    super(operator, inputs, specs);
    this.windows = windows;
    this.groups = groups;
    this.isTransposed = isTransposed;
    this.isBackward = specs.length > 1;
  }

  /**
   * Plans a convolution.
   *
   * @param bias null for none
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static ConvolutionPlan forward(
      String operator,
      Windows windows,
      long groups,
      boolean isTransposed,
      Tensor input,
      Tensor weight,
      Tensor bias,
      OutputSpec output) {
    Tensor[] inputs = {input, weight, bias};
    OutputSpec[] specs = {output};
    return new ConvolutionPlan(operator, windows, groups, isTransposed, inputs, specs);
  }

  /**
   * Plans the gradients of a convolution.
   *
   * @param gradients those of input, weight and bias; null for those that were not requested
   * @throws jackfield.tensor.TypeMismatch if the inputs are on several devices
   */
  public static ConvolutionPlan backward(
      String operator,
      Windows windows,
      long groups,
      boolean isTransposed,
      Tensor gradOutput,
      Tensor input,
      Tensor weight,
      OutputSpec[] gradients) {
    Tensor[] inputs = {gradOutput, input, weight};
    return new ConvolutionPlan(operator, windows, groups, isTransposed, inputs, gradients);
  }

  /** Returns the windows. */
  public Windows windows() {
    return windows;
  }

  /** Returns the number of groups into which the channels are divided. */
  public long groups() {
    return groups;
  }

  /** Returns whether windows slide over the output. */
  public boolean isTransposed() {
    return isTransposed;
  }

  /**
   * Returns the sum of products that computes an output: output 0 of a convolution, output 0 or 1
   * of the gradients, which must be asked for. The bias is not a part of it. Gradients multiply by
   * the complex conjugate of the factor that is not a gradient.
   */
  public WindowProduct product(int number) {
    if (!isBackward) {
      return product(output(0), input(0), input(1), isTransposed ? Side.IMAGE : Side.POSITIONS);
    }
    Tensor gradient = input(0);
    return number == 0
        ? product(gradient, output(0), input(2), isTransposed ? Side.POSITIONS : Side.IMAGE)
        : product(gradient, input(1), output(1), Side.TAPS);
  }

  private WindowProduct product(Tensor out, Tensor in, Tensor weight, Side result) {
    Tensor image = isTransposed ? out : in;
    Tensor positions = isTransposed ? in : out;
    Tensor conjugated = !isBackward ? null : result == Side.TAPS ? in : weight;
    return new WindowProduct(windows, groups, result, image, positions, weight, conjugated);
  }

  /** Returns the {@link #product} that computes an output as plain numbers. */
  public ParameterBlock parameters(int number) {
    return product(number).parameters();
  }
}
