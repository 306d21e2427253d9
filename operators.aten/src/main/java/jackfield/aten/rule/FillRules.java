package jackfield.aten.rule;

import jackfield.aten.kernel.ElementwisePlan;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

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
   * Plans to write random numbers from [from, to).
   *
   * @throws TypeMismatch if the tensor is not floating
   * @throws InvalidArgument if the bounds are not a range of the type
   */
  public static ElementwisePlan uniform(Tensor self, double from, double to, Generator generator) {
    checkFloating("uniform_", self, generator);
    if (!(from <= to && to - from <= largest(self.dtype()))) {
      throw new InvalidArgument(
          "uniform_", "from", "%s to %s is no range of %s".formatted(from, to, self.dtype()));
    }
    return ElementwisePlan.nullary("uniform_", self);
  }

  /**
   * Plans to write random numbers from a normal distribution.
   *
   * @throws TypeMismatch if the tensor is not floating
   * @throws InvalidArgument if the deviation is negative
   */
  public static ElementwisePlan normal(Tensor self, double mean, double std, Generator generator) {
    checkFloating("normal_", self, generator);
    if (!(std >= 0)) {
      throw new InvalidArgument("normal_", "std", std + " is negative");
    }
    return ElementwisePlan.nullary("normal_", self);
  }

  private static void checkFloating(String operator, Tensor self, Generator generator) {
    if (!self.dtype().isFloating()) {
      throw new TypeMismatch(operator, "expected a floating type, found " + self.summary());
    }
    MemoryOverlap.refuseInternal(operator, self);
    if (generator != null && !generator.device().type().equals(self.device().type())) {
      throw new TypeMismatch(
          operator,
          "the generator is for %s, the tensor on %s".formatted(generator.device(), self.device()));
    }
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
    return whole ? holdsLong(type, value.toLong()) : real >= least(type) && real <= largest(type);
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

  private static double largest(DType type) {
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
