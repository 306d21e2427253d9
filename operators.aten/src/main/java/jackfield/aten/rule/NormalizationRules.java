package jackfield.aten.rule;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of normalizations; each is named for its operator and takes its arguments.
 *
 * <p><em>Types</em>: real floating types. Weight and bias have the input's type, or float32 beside
 * a float16 or bfloat16 input; means and deviations then are float32, too.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class NormalizationRules {
  private NormalizationRules() {}

  /**
   * Plans a layer normalization: the result, the means and the reciprocal standard deviations.
   *
   * <p><em>Shapes</em>: {@code input [a, b, c], normalized_shape [b, c], weight and bias [b, c] →
   * [a, b, c], [a, 1, 1], [a, 1, 1]}.
   */
  public static OutputPlan nativeLayerNorm(
      Tensor input, long[] normalizedShape, Tensor weight, Tensor bias, double eps) {
    String operator = "native_layer_norm";
    check(operator, input, normalizedShape, weight, bias);
    long[] kept = input.sizes().clone();
    Arrays.fill(kept, kept.length - normalizedShape.length, kept.length, 1);
    DType statistics = statisticsType(input, weight, bias);
    return OutputPlan.of(
        operator,
        new Tensor[] {input, weight, bias},
        staged(input.dtype(), input.sizes()),
        staged(statistics, kept),
        staged(statistics, kept));
  }

  /** Plans the gradients of a layer normalization that {@code outputMask} asks for. */
  public static OutputPlan nativeLayerNormBackward(
      Tensor gradOut,
      Tensor input,
      long[] normalizedShape,
      Tensor mean,
      Tensor rstd,
      Tensor weight,
      Tensor bias,
      boolean[] outputMask) {
    String operator = "native_layer_norm_backward";
    OutputMasks.check(operator, outputMask, 3);
    check(operator, input, normalizedShape, weight, bias);
    if (!Arrays.equals(gradOut.sizes(), input.sizes())) {
      throw new ShapeMismatch(
          operator, "grad_out does not have the input's sizes", gradOut.sizes(), input.sizes());
    }
    long rows = rows(input, normalizedShape);
    if (mean.elementCount() != rows || rstd.elementCount() != rows) {
      throw new ShapeMismatch(
          operator, "expected one mean and one rstd for each row", mean.sizes(), rstd.sizes());
    }
    TypeRules.requireSame(operator, input, gradOut);
    requireStatistics(operator, input, weight, mean, rstd);
    DType parameters = weight == null ? input.dtype() : weight.dtype();
    return OutputPlan.of(
        operator,
        new Tensor[] {gradOut, input, mean, rstd, weight, bias},
        outputMask[0] ? staged(input.dtype(), input.sizes()) : null,
        outputMask[1] && weight != null ? staged(parameters, normalizedShape) : null,
        outputMask[2] && bias != null ? staged(parameters, normalizedShape) : null);
  }

  /** Returns the number of rows, each of which is normalized by itself. */
  private static long rows(Tensor input, long[] normalizedShape) {
    long rows = 1;
    for (int dim = 0; dim < input.rank() - normalizedShape.length; dim++) {
      rows *= input.size(dim);
    }
    return rows;
  }

  private static OutputSpec staged(DType type, long[] sizes) {
    return new OutputSpec(type, sizes).staged();
  }

  private static DType statisticsType(Tensor input, Tensor weight, Tensor bias) {
    boolean isMixed =
        (weight != null && weight.dtype() != input.dtype())
            || (bias != null && bias.dtype() != input.dtype());
    return isMixed ? DType.FLOAT32 : input.dtype();
  }

  private static void check(
      String operator, Tensor input, long[] shape, Tensor weight, Tensor bias) {
    int outer = input.rank() - shape.length;
    if (shape.length == 0 || outer < 0) {
      throw new ShapeMismatch(
          operator, "expected normalized_shape to be the last sizes", shape, input.sizes());
    }
    long[] last = Arrays.copyOfRange(input.sizes(), outer, input.rank());
    if (!Arrays.equals(last, shape)) {
      throw new ShapeMismatch(
          operator, "expected normalized_shape to be the last sizes", shape, input.sizes());
    }
    if (!input.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + input.dtype());
    }
    checkParameter(operator, "weight", input, shape, weight);
    checkParameter(operator, "bias", input, shape, bias);
    if (weight != null) {
      TypeRules.requireSame(operator, weight, bias);
    }
  }

  /**
   * Throws unless means and deviations have one type: that of the weight. Without a weight it is
   * the input's, or float32 beside a float16 or bfloat16 input.
   */
  static void requireStatistics(
      String operator, Tensor input, Tensor weight, Tensor mean, Tensor rstd) {
    TypeRules.requireSame(operator, mean, rstd, weight);
    boolean isMixed = input.dtype().isHalf() && mean.dtype() == DType.FLOAT32;
    if (!isMixed) {
      TypeRules.requireSame(operator, input, mean);
    }
  }

  private static void checkParameter(
      String operator, String name, Tensor input, long[] shape, Tensor parameter) {
    if (parameter == null) {
      return;
    }
    if (!Arrays.equals(parameter.sizes(), shape)) {
      throw new ShapeMismatch(
          operator, name + " does not have normalized_shape", parameter.sizes(), shape);
    }
    boolean isHalf = input.dtype() == DType.FLOAT16 || input.dtype() == DType.BFLOAT16;
    boolean isMixed = isHalf && parameter.dtype() == DType.FLOAT32;
    if (parameter.dtype() != input.dtype() && !isMixed) {
      throw new TypeMismatch(
          operator, "expected %s as input, found %s".formatted(input.dtype(), parameter.dtype()));
    }
  }
}
