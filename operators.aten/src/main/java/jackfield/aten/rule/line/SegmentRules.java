package jackfield.aten.rule.line;

import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.List;

/**
 * The rules of reductions of segments. {@code lengths […, segments]} or {@code offsets […, segments
 * + 1]} have the sizes of {@code data} before dimension {@code axis}, which is their last one. The
 * body must check lengths and offsets, since a rule reads no elements.
 *
 * <p><em>Types</em>: data of a real floating type; lengths and offsets int64 or int32.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SegmentRules {
  private static final List<String> REDUCTIONS = List.of("sum", "mean", "max", "min", "prod");

  private SegmentRules() {}

  /**
   * Plans reductions of segments. The inputs are data, lengths and offsets; of the latter two one
   * may be absent, and lengths are ignored if there are offsets.
   *
   * <p><em>Shapes</em>: {@code data […, n, …] → […, segments, …]}.
   */
  public static OutputPlan reduce(
      Tensor data,
      String reduce,
      Tensor lengths,
      Tensor indices,
      Tensor offsets,
      long axis,
      boolean unsafe,
      Scalar initial) {
    String operator = "segment_reduce";
    if (indices != null) {
      throw new InvalidArgument(operator, "indices", "is not supported; give lengths or offsets");
    }
    long[] sizes = checked(operator, data, reduce, lengths, offsets, axis);
    return OutputPlan.of(
        operator,
        new Tensor[] {data, lengths, offsets},
        new OutputSpec(data.dtype(), sizes).staged());
  }

  /** Plans the gradient of data; the inputs are grad, output, data, lengths and offsets. */
  public static OutputPlan reduceBackward(
      Tensor grad,
      Tensor output,
      Tensor data,
      String reduce,
      Tensor lengths,
      Tensor offsets,
      long axis,
      Scalar initial) {
    String operator = "_segment_reduce_backward";
    long[] sizes = checked(operator, data, reduce, lengths, offsets, axis);
    if (!Arrays.equals(grad.sizes(), sizes) || !Arrays.equals(output.sizes(), sizes)) {
      throw new ShapeMismatch(
          operator, "expected grad and output of the result's sizes", grad.sizes(), sizes);
    }
    if (grad.dtype() != data.dtype() || output.dtype() != data.dtype()) {
      throw new TypeMismatch(
          operator,
          "expected grad and output to be %s, found %s and %s"
              .formatted(data.dtype(), grad.dtype(), output.dtype()));
    }
    return OutputPlan.of(
        operator,
        new Tensor[] {grad, output, data, lengths, offsets},
        new OutputSpec(data.dtype(), data.sizes()).staged());
  }

  /** Checks all arguments and returns the sizes of the reduced tensor. */
  private static long[] checked(
      String operator, Tensor data, String reduce, Tensor lengths, Tensor offsets, long axis) {
    checkData(operator, data, reduce);
    if (lengths == null && offsets == null) {
      throw new InvalidArgument(operator, "lengths", "is missing, and so is offsets");
    }
    int dim = Dimensions.wrap(operator, axis, data.rank());
    Tensor places = offsets == null ? lengths : offsets;
    checkPlaces(operator, data, places, dim);
    long segments = places.size(dim) - (offsets == null ? 0 : 1);
    if (segments < 0) {
      throw new ShapeMismatch(operator, "expected at least one offset", places.sizes());
    }
    long[] sizes = data.sizes().clone();
    sizes[dim] = segments;
    return sizes;
  }

  private static void checkData(String operator, Tensor data, String reduce) {
    if (!REDUCTIONS.contains(reduce)) {
      throw new InvalidArgument(
          operator, "reduce", "is %s, expected one of %s".formatted(reduce, REDUCTIONS));
    }
    if (!data.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a real floating type, found " + data.dtype());
    }
    if (data.rank() == 0 || data.elementCount() == 0) {
      throw new ShapeMismatch(operator, "expected data with elements", data.sizes());
    }
  }

  private static void checkPlaces(String operator, Tensor data, Tensor places, int dim) {
    boolean isInteger = places.dtype() == DType.INT64 || places.dtype() == DType.INT32;
    if (!isInteger) {
      throw new TypeMismatch(
          operator, "expected lengths or offsets of int64 or int32, found " + places.dtype());
    }
    boolean isLast = places.rank() == dim + 1;
    if (!isLast || Arrays.mismatch(places.sizes(), 0, dim, data.sizes(), 0, dim) >= 0) {
      throw new ShapeMismatch(
          operator,
          "expected the sizes of data up to dimension %d".formatted(dim),
          places.sizes(),
          data.sizes());
    }
  }
}
