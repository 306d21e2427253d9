package jackfield.aten.rule.convolution;

import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.rule.OutputMasks;
import jackfield.aten.window.ConvolutionPlan;
import jackfield.aten.window.Windows;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of convolutions; each is named for its operator and takes its arguments.
 *
 * <p><em>Shapes</em>: {@code input [batch, in, …], weight [out, in / groups, …], bias [out] →
 * [batch, out, …]} with one to three spatial dimensions. Transposed, the weight is {@code [in, out
 * / groups, …]}.
 *
 * <p><em>Types</em>: all tensors of one type, not bool; of integers only int64 if transposed or
 * dilated; gradients of floating and complex types.
 *
 * <p><em>Layout</em>: outputs with two spatial dimensions are channels-last if input or weight is,
 * those with one if the weight is, others row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ConvolutionRules {
  private ConvolutionRules() {}

  /** Plans a convolution. */
  public static ConvolutionPlan convolution(
      Tensor input,
      Tensor weight,
      Tensor bias,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long[] outputPadding,
      long groups) {
    String operator = "convolution";
    ConvolutionGeometry geometry =
        ConvolutionGeometry.of(
            operator,
            input.sizes(),
            weight.sizes(),
            new ConvolutionSteps(stride, padding, dilation, outputPadding),
            transposed,
            groups);
    checkTypes(operator, input, weight, bias);
    checkIntegers(operator, input, dilation, transposed);
    if (bias != null && !Arrays.equals(bias.sizes(), geometry.biasSizes())) {
      throw new ShapeMismatch(
          operator,
          "expected bias to have one element for each output channel",
          bias.sizes(),
          geometry.biasSizes());
    }
    boolean isChannelsLast = ConvolutionLayout.isChannelsLast(input, weight, geometry, groups);
    return ConvolutionPlan.forward(
        operator,
        geometry.windows(),
        groups,
        transposed,
        input,
        weight,
        bias,
        spec(input.dtype(), geometry.outputSizes(), isChannelsLast));
  }

  /**
   * Plans the gradients of a convolution: those of input, weight and bias.
   *
   * @param biasSizes the sizes of the bias, null if there was none; they follow from the others
   * @param outputMask which of the three are wanted
   */
  public static ConvolutionPlan convolutionBackward(
      Tensor gradOutput,
      Tensor input,
      Tensor weight,
      long[] biasSizes,
      long[] stride,
      long[] padding,
      long[] dilation,
      boolean transposed,
      long[] outputPadding,
      long groups,
      boolean[] outputMask) {
    String operator = "convolution_backward";
    OutputMasks.check(operator, outputMask, 3);
    ConvolutionGeometry geometry =
        ConvolutionGeometry.of(
            operator,
            input.sizes(),
            weight.sizes(),
            new ConvolutionSteps(stride, padding, dilation, outputPadding),
            transposed,
            groups);
    checkTypes(operator, input, weight, gradOutput);
    checkGradients(operator, gradOutput, geometry.outputSizes());
    boolean isChannelsLast = ConvolutionLayout.isChannelsLast(input, weight, geometry, groups);
    DType type = input.dtype();
    OutputSpec[] gradients = {
      outputMask[0] ? spec(type, input.sizes(), isChannelsLast) : null,
      outputMask[1] ? spec(type, weight.sizes(), isChannelsLast) : null,
      outputMask[2] ? new OutputSpec(type, geometry.biasSizes()) : null
    };
    Windows windows = geometry.windows();
    return ConvolutionPlan.backward(
        operator, windows, groups, transposed, gradOutput, input, weight, gradients);
  }

  private static OutputSpec spec(DType type, long[] sizes, boolean isChannelsLast) {
    OutputSpec spec = new OutputSpec(type, sizes);
    return isChannelsLast ? spec.withStrides(ConvolutionLayout.channelsLast(sizes)) : spec;
  }

  private static void checkTypes(String operator, Tensor input, Tensor weight, Tensor other) {
    DType type = input.dtype();
    if (type == DType.BOOL) {
      throw new TypeMismatch(operator, "bool is not supported");
    }
    if (weight.dtype() != type || (other != null && other.dtype() != type)) {
      throw new TypeMismatch(
          operator,
          "expected all tensors to be of one type, found %s, %s and %s"
              .formatted(type, weight.dtype(), other == null ? "none" : other.dtype()));
    }
  }

  private static void checkIntegers(
      String operator, Tensor input, long[] dilation, boolean transposed) {
    boolean isSpread = transposed || Arrays.stream(dilation).anyMatch(gap -> gap != 1);
    DType type = input.dtype();
    boolean isTaken = type == DType.INT64 || type.isFloating() || type.isComplex();
    if (isSpread && !isTaken && input.size(0) != 0) {
      throw new TypeMismatch(
          operator,
          "expected int64 or a floating or complex type where transposed or dilated, found "
              + type);
    }
  }

  private static void checkGradients(String operator, Tensor gradOutput, long[] outputSizes) {
    DType type = gradOutput.dtype();
    if (!type.isFloating() && !type.isComplex()) {
      throw new TypeMismatch(operator, "expected a floating or complex type, found " + type);
    }
    if (!Arrays.equals(gradOutput.sizes(), outputSizes)) {
      throw new ShapeMismatch(
          operator,
          "grad_output does not have the sizes of the convolution's output",
          gradOutput.sizes(),
          outputSizes);
    }
  }
}
