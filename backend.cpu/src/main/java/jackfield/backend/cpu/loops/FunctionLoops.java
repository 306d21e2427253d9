package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** The loops of functions of one or two inputs. The caller must pass 1 as the number. */
public final class FunctionLoops {
  private static final Template<PointwiseLoop> TEMPLATE =
      new Template<>(
          MethodHandles.lookup(),
          ArithmeticLoop.class,
          Arithmetic.class,
          Functions.class,
          InverseFunctions.class,
          Powers.class,
          ErrorFunctions.class);

  private FunctionLoops() {}

  /**
   * Returns the loops of a function of floats.
   *
   * @param name the function's name in schemas: rsqrt, sin, cos, tan, sinh, cosh, asin, acos, atan,
   *     asinh, acosh, atanh, expm1, exp2, log1p, log2, log10, frac, reciprocal, silu, mish,
   *     hardswish, hardsigmoid, logit, entr, angle or decay, which is exp(−|a|)
   */
  public static ByType<PointwiseLoop> function(String name) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), name, 1, 1, 0));
  }

  /**
   * Returns the loops of a function of two floats.
   *
   * @param name addNumber, atan2, hypot, pow, xlogy, xlog1py, logaddexp, logaddexp2, copysign,
   *     truncatedQuotient, logSigmoid of an input and its decay, or siluBackward, logitBackward,
   *     hardswishBackward or hardsigmoidBackward of a gradient and an input
   */
  public static ByType<PointwiseLoop> functionOfTwo(String name) {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), name, 2, 1, 0));
  }

  /**
   * Returns the loops of a power to a fixed exponent, which is their number.
   *
   * @param name square or cube, also of integers; of floats also squareBelowOne, which is a^−2, or
   *     powNumber for any exponent
   */
  public static ByType<PointwiseLoop> power(String name) {
    return function(name);
  }

  /** Returns the absolute value; of integers, the least stays. */
  public static ByType<PointwiseLoop> abs() {
    return new ByType<>(type -> {
      boolean isUnsigned = type == DType.UINT8 || type == DType.BOOL;
      return TEMPLATE.stamp(Lanes.of(type), isUnsigned ? "first" : "abs", 1, 1, 0);
    });
  }

  /** Returns 1 − {@link #erf}, with the digits of small results; for floats. */
  public static ByType<PointwiseLoop> erfc() {
    return byPrecision("erfc", 1);
  }

  /**
   * Returns the loops of a function to whole numbers, which copy integers.
   *
   * @param name floor, ceil, round or trunc
   */
  public static ByType<PointwiseLoop> rounding(String name) {
    return new ByType<>(
        type -> TEMPLATE.stamp(Lanes.of(type), type.isFloating() ? name : "first", 1, 1, 0));
  }

  /**
   * Returns the rounding of floats to some decimals. The number is a power of 10.
   *
   * @param name roundProduct, or roundQuotient of whole powers
   */
  public static ByType<PointwiseLoop> decimals(String name) {
    return function(name);
  }

  /** Returns integers as they are, and booleans as 0 or 1. The caller must pass 1. */
  public static ByType<PointwiseLoop> copy() {
    return new ByType<>(type -> {
      String name = type == DType.BOOL ? "signUnsigned" : "first";
      return TEMPLATE.stamp(Lanes.of(type), name, 1, 1, 0);
    });
  }

  /** Returns the error function; for floats. */
  public static ByType<PointwiseLoop> erf() {
    return byPrecision("erf", 1);
  }

  /** Returns the inverse of {@link #erf} of float32 numbers. */
  public static ByType<PointwiseLoop> erfinvOfFloats() {
    return function("erfinvFloat");
  }

  /**
   * Returns the loops of the steps of the inverse of {@link #erf}, of float64 numbers. The second
   * and the third step also have the result of the step before.
   */
  public static List<ByType<PointwiseLoop>> erfinvOfDoubles() {
    return List.of(
        function("erfinvNear"), functionOfTwo("erfinvMiddle"), functionOfTwo("erfinvDouble"));
  }

  /** Shifts the bits of integers to the left. The number is that of the bits of an element. */
  public static ByType<PointwiseLoop> shiftLeft() {
    return functionOfTwo("shiftLeft");
  }

  /** Shifts the bits of integers to the right. The number is that of the bits of an element. */
  public static ByType<PointwiseLoop> shiftRight() {
    return new ByType<>(type -> {
      String name = type == DType.UINT8 ? "shiftRightUnsigned" : "shiftRight";
      return TEMPLATE.stamp(Lanes.of(type), name, 2, 1, 0);
    });
  }

  /** Returns {@code a} times the share of normally distributed numbers below it; for floats. */
  public static ByType<PointwiseLoop> gelu() {
    return new ByType<>(type ->
        type == DType.FLOAT32
            ? TEMPLATE.stamp(Lanes.of(type), "geluFloat", 1, 2, 0)
            : TEMPLATE.stamp(Lanes.of(type), "geluDouble", 1, 1, 0));
  }

  /** Returns {@code a} times the slope of {@link #gelu} at {@code b}; for floats. */
  public static ByType<PointwiseLoop> geluBackward() {
    return byPrecision("geluBackward", 2);
  }

  /** Returns the approximation of {@link #gelu} by a hyperbolic tangent; for floats. */
  public static ByType<PointwiseLoop> tanhGelu() {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), "tanhGelu", 1, 1, 0));
  }

  /** Returns {@code a} times the slope of {@link #tanhGelu} at {@code b}; for floats. */
  public static ByType<PointwiseLoop> tanhGeluBackward() {
    return new ByType<>(type -> TEMPLATE.stamp(Lanes.of(type), "tanhGeluBackward", 2, 1, 0));
  }

  private static ByType<PointwiseLoop> byPrecision(String name, int inputs) {
    return new ByType<>(type -> {
      String operation = name + (type == DType.FLOAT32 ? "Float" : "Double");
      return TEMPLATE.stamp(Lanes.of(type), operation, inputs, 1, 0);
    });
  }

  /** Returns −1, 0 or 1, the sign of {@code a}; 0 for NaN. */
  public static ByType<PointwiseLoop> sign() {
    return bySign("sign", 1);
  }

  /** Returns 1 for positive numbers, {@code b} for 0, else 0; 0 also for NaN. */
  public static ByType<PointwiseLoop> heaviside() {
    return bySign("heaviside", 2);
  }

  private static ByType<PointwiseLoop> bySign(String name, int inputs) {
    return new ByType<>(type -> {
      boolean isUnsigned = type == DType.UINT8 || type == DType.BOOL;
      return TEMPLATE.stamp(Lanes.of(type), isUnsigned ? name + "Unsigned" : name, inputs, 1, 0);
    });
  }
}
