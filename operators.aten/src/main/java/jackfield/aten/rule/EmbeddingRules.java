package jackfield.aten.rule;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * The rules of bags of rows. {@code mode} is 0 for sums, 1 for means, 2 for the greatest elements.
 * The body must check indexes and offsets before it writes, since a rule does not read elements.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class EmbeddingRules {
  private static final long SUM = 0;
  private static final long MAX = 2;

  private EmbeddingRules() {}

  /**
   * Plans bags whose gradient is wanted.
   *
   * <p><em>Shapes</em>: {@code weight [rows, width], indices [n], offsets [bags],
   * per_sample_weights [n] → output [bags, width], offset2bag [n], bag_size [bags], max_indices
   * [bags]}, or {@code [bags, width]} for the greatest elements. {@code offsets} has one more
   * element with {@code include_last_offset}.
   *
   * <p><em>Types</em>: {@code indices} and {@code offsets} int64 or int32; results of integers have
   * int64 if one of them has.
   */
  public static OutputPlan bag(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      boolean includeLastOffset,
      long paddingIdx) {
    check("_embedding_bag", weight, indices, offsets, mode, perSampleWeights);
    return planned(
        "_embedding_bag",
        true,
        weight,
        indices,
        offsets,
        mode,
        perSampleWeights,
        includeLastOffset,
        paddingIdx);
  }

  /**
   * Plans bags whose gradient is not wanted, as {@link #bag} does. For sums, {@code bag_size} and
   * {@code max_indices} are zeros, as many as {@code offsets} has elements.
   */
  public static OutputPlan bagForwardOnly(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor perSampleWeights,
      boolean includeLastOffset,
      long paddingIdx) {
    check("_embedding_bag_forward_only", weight, indices, offsets, mode, perSampleWeights);
    return planned(
        "_embedding_bag_forward_only",
        false,
        weight,
        indices,
        offsets,
        mode,
        perSampleWeights,
        includeLastOffset,
        paddingIdx);
  }

  private static OutputPlan planned(
      String operator,
      boolean isTracked,
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      long mode,
      Tensor perSampleWeights,
      boolean includeLastOffset,
      long paddingIdx) {
    if (includeLastOffset && offsets.size(0) == 0) {
      throw new InvalidArgument(
          operator, "offsets", "is empty, expected the last offset, too (include_last_offset)");
    }
    boolean isWide = indices.dtype() == DType.INT64 || offsets.dtype() == DType.INT64;
    DType integer = isWide ? DType.INT64 : DType.INT32;
    long bags = offsets.size(0) - (includeLastOffset ? 1 : 0);
    long width = weight.size(1);
    boolean isListed = mode != SUM || !isFast(weight, perSampleWeights, paddingIdx);
    // PyTorch leaves the sizes of bags out of sums without a gradient, but not their memory.
    long counted = mode == SUM && !isTracked ? offsets.size(0) : bags;
    long[] greatest = mode == MAX ? new long[] {bags, width} : new long[] {counted};
    return OutputPlan.of(
        operator,
        new Tensor[] {weight, indices, offsets, perSampleWeights},
        new OutputSpec(weight.dtype(), new long[] {bags, width}),
        new OutputSpec(integer, new long[] {isListed ? indices.size(0) : 0}),
        new OutputSpec(integer, new long[] {counted}),
        new OutputSpec(integer, greatest));
  }

  /** Tells whether PyTorch sums without the bag of each index, and so does not return it. */
  private static boolean isFast(Tensor weight, Tensor perSampleWeights, long paddingIdx) {
    boolean isScaled = perSampleWeights != null && perSampleWeights.elementCount() > 0;
    return weight.dtype() != DType.FLOAT64
        && weight.stride(1) == 1
        && paddingIdx < 0
        && (!isScaled || perSampleWeights.stride(0) == 1);
  }

  private static void check(
      String operator,
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      long mode,
      Tensor perSampleWeights) {
    if (mode < SUM || mode > MAX) {
      throw new InvalidArgument(operator, "mode", "is %d, expected 0, 1 or 2".formatted(mode));
    }
    if (weight.rank() != 2 || indices.rank() != 1 || offsets.rank() != 1) {
      throw new ShapeMismatch(
          operator,
          "expected a matrix of rows, and vectors of indexes and offsets",
          weight.sizes(),
          indices.sizes(),
          offsets.sizes());
    }
    requireInteger(operator, "indices", indices);
    requireInteger(operator, "offsets", offsets);
    if (!weight.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + weight.dtype());
    }
    if (perSampleWeights != null) {
      checkFactors(operator, weight, indices, mode, perSampleWeights);
    }
  }

  private static void checkFactors(
      String operator, Tensor weight, Tensor indices, long mode, Tensor factors) {
    if (mode != SUM) {
      throw new InvalidArgument(
          operator, "per_sample_weights", "is for sums only (mode 0), found mode " + mode);
    }
    if (factors.dtype() != weight.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected per_sample_weights of %s, found %s".formatted(weight.dtype(), factors.dtype()));
    }
    if (factors.rank() != 1 || factors.size(0) != indices.size(0)) {
      throw new ShapeMismatch(
          operator, "expected a factor for each index", indices.sizes(), factors.sizes());
    }
  }

  private static void requireInteger(String operator, String argument, Tensor tensor) {
    if (tensor.dtype() != DType.INT64 && tensor.dtype() != DType.INT32) {
      throw new TypeMismatch(
          operator,
          "expected %s to be int64 or int32, found %s".formatted(argument, tensor.dtype()));
    }
  }
}
