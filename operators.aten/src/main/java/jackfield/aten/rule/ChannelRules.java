package jackfield.aten.rule;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;

/**
 * The rules of batch and group normalizations; each is named for its operator and takes its
 * arguments. Dimension 1 is that of the channels.
 *
 * <p><em>Types</em>: real floating types. All parameters and statistics have the input's type, or
 * all have float32 beside a float16 or bfloat16 input.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ChannelRules {
  private static final long NONE = 0;

  private ChannelRules() {}

  /**
   * Plans a batch normalization: the result, and the means and reciprocal standard deviations,
   * which are empty without training. Running statistics that training changes share no memory.
   *
   * <p><em>Shapes</em>: {@code input [n, c, …], others [c] → [n, c, …], [c], [c]}.
   */
  public static OutputPlan nativeBatchNorm(
      Tensor input,
      Tensor weight,
      Tensor bias,
      Tensor runningMean,
      Tensor runningVar,
      boolean training,
      double momentum,
      double eps) {
    String operator = "native_batch_norm";
    long channels = channels(operator, input);
    DType type = parameterType(operator, input, channels, weight, bias, runningMean, runningVar);
    if (!training && (runningMean == null || runningVar == null)) {
      throw new InvalidArgument(
          operator, "running_mean", "and running_var are needed if training is false");
    }
    if (training) {
      MemoryOverlap.refuseChanged(
          operator, "running_mean", runningMean, input, weight, bias, runningVar);
      MemoryOverlap.refuseChanged(operator, "running_var", runningVar, input, weight, bias);
    }
    long[] statistics = {training ? channels : NONE};
    return OutputPlan.of(
        operator,
        new Tensor[] {input, weight, bias, runningMean, runningVar},
        likeInput(operator, input),
        new OutputSpec(type, statistics).staged(),
        new OutputSpec(type, statistics).staged());
  }

  /** Plans the gradients of a batch normalization that {@code outputMask} asks for. */
  public static OutputPlan nativeBatchNormBackward(
      Tensor gradOut,
      Tensor input,
      Tensor weight,
      Tensor runningMean,
      Tensor runningVar,
      Tensor saveMean,
      Tensor saveInvstd,
      boolean train,
      double eps,
      boolean[] outputMask) {
    String operator = "native_batch_norm_backward";
    OutputMasks.check(operator, outputMask, 3);
    long channels = channels(operator, input);
    requireSizes(operator, gradOut, input);
    Tensor mean = train ? saveMean : runningMean;
    Tensor deviation = train ? saveInvstd : runningVar;
    if (mean == null || deviation == null) {
      throw new InvalidArgument(
          operator,
          train ? "save_mean" : "running_mean",
          "and the statistic after it are needed if train is " + train);
    }
    DType type = parameterType(operator, input, channels, weight, mean, deviation);
    TypeRules.requireSame(operator, mean, runningMean, runningVar);
    return OutputPlan.of(
        operator,
        new Tensor[] {gradOut, input, weight, mean, deviation},
        outputMask[0] ? likeInput(operator, input) : null,
        outputMask[1] ? new OutputSpec(type, new long[] {channels}).staged() : null,
        outputMask[2] ? new OutputSpec(type, new long[] {channels}).staged() : null);
  }

  /**
   * Plans a group normalization: the result, the means and the reciprocal standard deviations.
   *
   * <p><em>Shapes</em>: {@code input [n, c, …], weight and bias [c] → [n, c, …], [n, group], [n,
   * group]}.
   */
  public static OutputPlan nativeGroupNorm(
      Tensor input, Tensor weight, Tensor bias, long n, long c, long hxW, long group, double eps) {
    String operator = "native_group_norm";
    checkGroups(operator, input, n, c, hxW, group);
    DType type = parameterType(operator, input, c, weight, bias);
    long[] statistics = {n, group};
    return OutputPlan.of(
        operator,
        new Tensor[] {input, weight, bias},
        likeInput(operator, input),
        new OutputSpec(type, statistics).staged(),
        new OutputSpec(type, statistics).staged());
  }

  /** Plans the gradients of a group normalization that {@code outputMask} asks for. */
  public static OutputPlan nativeGroupNormBackward(
      Tensor gradOut,
      Tensor input,
      Tensor mean,
      Tensor rstd,
      Tensor weight,
      long n,
      long c,
      long hxW,
      long group,
      boolean[] outputMask) {
    String operator = "native_group_norm_backward";
    OutputMasks.check(operator, outputMask, 3);
    checkGroups(operator, input, n, c, hxW, group);
    requireSizes(operator, gradOut, input);
    long groups = Shapes.product(n, group);
    if (mean.elementCount() != groups || rstd.elementCount() != groups) {
      throw new ShapeMismatch(
          operator, "expected one mean and one rstd for each group", mean.sizes(), rstd.sizes());
    }
    DType type = parameterType(operator, input, c, weight);
    NormalizationRules.requireStatistics(operator, input, weight, mean, rstd);
    return OutputPlan.of(
        operator,
        new Tensor[] {gradOut, input, weight, mean, rstd},
        outputMask[0] ? likeInput(operator, input) : null,
        outputMask[1] ? new OutputSpec(type, new long[] {c}).staged() : null,
        outputMask[2] ? new OutputSpec(type, new long[] {c}).staged() : null);
  }

  private static OutputSpec likeInput(String operator, Tensor input) {
    long[] strides = MemoryFormats.strides(operator, MemoryFormats.suggested(input), input.sizes());
    return new OutputSpec(input.dtype(), input.sizes()).withStrides(strides).staged();
  }

  private static long channels(String operator, Tensor input) {
    return input.size(Dimensions.wrap(operator, 1, input.rank()));
  }

  private static void requireSizes(String operator, Tensor gradOut, Tensor input) {
    if (!Arrays.equals(gradOut.sizes(), input.sizes())) {
      throw new ShapeMismatch(
          operator, "grad_out does not have the input's sizes", gradOut.sizes(), input.sizes());
    }
    if (gradOut.dtype() != input.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected a grad_out of %s, found %s".formatted(input.dtype(), gradOut.dtype()));
    }
  }

  private static void checkGroups(
      String operator, Tensor input, long n, long c, long hxW, long group) {
    if (group <= 0 || c % group != 0) {
      throw new InvalidArgument(
          operator, "group", "is %d (expected a divisor of %d channels)".formatted(group, c));
    }
    boolean isNegative = n < 0 || c < 0 || hxW < 0;
    if (isNegative || Shapes.product(Shapes.product(n, c), hxW) != input.elementCount()) {
      throw new ShapeMismatch(
          operator,
          "the input does not have N samples of C channels with HxW elements",
          input.sizes(),
          new long[] {n, c, hxW});
    }
  }

  /** Returns the type of parameters and statistics, after it has checked those that are given. */
  private static DType parameterType(
      String operator, Tensor input, long channels, Tensor... parameters) {
    if (!input.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + input.dtype());
    }
    DType type = null;
    for (Tensor parameter : parameters) {
      if (parameter != null) {
        checkShape(operator, parameter, channels);
        type = type == null ? parameter.dtype() : type;
        boolean isMixed = input.dtype().isHalf() && type == DType.FLOAT32;
        if (parameter.dtype() != type || !(isMixed || type == input.dtype())) {
          throw new TypeMismatch(
              operator,
              "expected parameters of %s, found %s".formatted(input.dtype(), parameter.dtype()));
        }
      }
    }
    return type == null ? input.dtype() : type;
  }

  private static void checkShape(String operator, Tensor parameter, long channels) {
    if (parameter.rank() != 1 || parameter.size(0) != channels) {
      throw new ShapeMismatch(
          operator,
          "expected one element for each of %d channels".formatted(channels),
          parameter.sizes());
    }
  }
}
