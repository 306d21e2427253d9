package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Rules of operators that fill a tensor with values that do not come from tensors.
 *
 * <p><em>Source</em>: PyTorch 2.6, its check that the type can represent the number included.
 */
public final class FillRules {
  private static final double LARGEST_HALF = 65504;
  private static final double LARGEST_BFLOAT16 = 0x1.FEp127;

  private FillRules() {}

  /** Plans to write zeros. */
  public static ElementwisePlan zero(Tensor self) {
    return ElementwisePlan.nullary("zero_", self);
  }

  /**
   * Plans to write one number.
   *
   * @throws InvalidArgument if the tensor's type cannot represent it
   */
  public static ElementwisePlan fill(Tensor self, Scalar value) {
    checkHolds("fill_", self.dtype(), value);
    return ElementwisePlan.nullary("fill_", self);
  }

  /**
   * Checks that a type can represent a number, fractions left aside: integers in its range
   * (negative ones wrap around in unsigned types), finite floats in its range, no imaginary part in
   * real types.
   *
   * @throws InvalidArgument if it cannot
   */
  public static void checkHolds(String operator, DType type, Scalar value) {
    checkHolds(operator, "value", type, value);
  }

  /** Checks a number in the same way, for operators whose argument has another name. */
  public static void checkHolds(String operator, String argument, DType type, Scalar value) {
    boolean imaginary = value.imaginary() != 0 && !type.isComplex();
    if (type == DType.BOOL || (!imaginary && holdsReal(type.realType(), value))) {
      return;
    }
    throw new InvalidArgument(
        operator, argument, "%s cannot be converted to %s".formatted(value, type));
  }

  private static boolean holdsReal(DType type, Scalar value) {
    double real = value.toDouble();
    if (type.isFloating()) {
      return !Double.isFinite(real) || Math.abs(real) <= largest(type);
    }
    boolean whole = value.type() == DType.INT64 || value.type() == DType.BOOL;
    double least = type == DType.UINT8 ? 0 : least(type); // only integers wrap around
    return whole ? holdsLong(type, value.toLong()) : real >= least && real <= largest(type);
  }

  private static boolean holdsLong(DType type, long value) {
    return type == DType.INT64 || (value >= least(type) && value <= largest(type));
  }

  private static double least(DType type) {
    return switch (type) {
      case UINT8 -> -255; // wraps around
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32 -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  /** Returns the largest finite number of a real type. */
  static double largest(DType type) {
    return switch (type) {
      case UINT8 -> 255;
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32 -> Integer.MAX_VALUE;
      case INT64 -> Long.MAX_VALUE;
      case FLOAT16 -> LARGEST_HALF;
      case BFLOAT16 -> LARGEST_BFLOAT16;
      case FLOAT32 -> Float.MAX_VALUE;
      default -> Double.MAX_VALUE;
    };
  }
}
