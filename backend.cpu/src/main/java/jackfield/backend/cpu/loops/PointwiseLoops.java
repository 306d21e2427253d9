package jackfield.backend.cpu.loops;

import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.loops.template.Template;
import jackfield.tensor.DType;
import java.lang.invoke.MethodHandles;
import java.util.function.Function;

/**
 * The elementwise loops, by operation. Operations that need a constant take it as their number; the
 * caller of {@link #sigmoid}, for example, passes 1.
 */
public final class PointwiseLoops {
  private static final Template<PointwiseLoop> ARITHMETIC = template(ArithmeticLoop.class);
  private static final Template<PointwiseLoop> COMPARISON = template(ComparisonLoop.class);
  private static final Template<PointwiseLoop> SELECTION = template(SelectionLoop.class);
  private static final Template<PointwiseLoop> MASKED = template(MaskedFillLoop.class);

  private PointwiseLoops() {}

  private static Template<PointwiseLoop> template(Class<? extends PointwiseLoop> original) {
    return new Template<>(MethodHandles.lookup(), original, Arithmetic.class);
  }

  private static ByType<PointwiseLoop> arithmetic(int inputs, String function) {
    return arithmetic(inputs, type -> function);
  }

  private static ByType<PointwiseLoop> arithmetic(int inputs, String floating, String integral) {
    return arithmetic(inputs, type -> type.isFloating() ? floating : integral);
  }

  private static ByType<PointwiseLoop> arithmetic(int inputs, Function<DType, String> functions) {
    return new ByType<>(
        PointwiseLoop.VARIANTS,
        (type, repeated) ->
            ARITHMETIC.stamp(Lanes.of(type), functions.apply(type), inputs, 2, repeated));
  }

  /** Returns the loop of a function of floats whose long code is in the loop once. */
  private static ByType<PointwiseLoop> function(int inputs, String name) {
    return new ByType<>(type -> ARITHMETIC.stamp(Lanes.of(type), name, inputs, 1, 0));
  }

  private static boolean isUnsigned(DType type) {
    return type == DType.UINT8 || type == DType.BOOL;
  }

  private static ByType<PointwiseLoop> comparison(String signed, String unsigned) {
    return comparison(2, type -> isUnsigned(type) ? unsigned : signed);
  }

  private static ByType<PointwiseLoop> comparison(int inputs, Function<DType, String> tests) {
    return new ByType<>(
        PointwiseLoop.VARIANTS,
        (type, repeated) -> COMPARISON.stamp(Lanes.of(type), tests.apply(type), inputs, repeated));
  }

  /** Returns {@code a + number · b}; of booleans, {@code a or (number and b)}. */
  public static ByType<PointwiseLoop> add() {
    return arithmetic(
        2,
        type ->
            switch (type.category()) {
              case BOOLEAN -> "addBooleans";
              case INTEGRAL -> "add";
              default -> "addFused";
            });
  }

  /** Returns {@code a − number · b}. */
  public static ByType<PointwiseLoop> sub() {
    return arithmetic(2, "subFused", "sub");
  }

  /** Returns {@code a · b}; of booleans, {@code a and b}. */
  public static ByType<PointwiseLoop> mul() {
    return arithmetic(2, type -> type == DType.BOOL ? "andBooleans" : "mul");
  }

  /** Returns {@code a / b}; for floats. */
  public static ByType<PointwiseLoop> div() {
    return arithmetic(2, "div");
  }

  /** Returns {@code −a}. */
  public static ByType<PointwiseLoop> neg() {
    return arithmetic(1, "neg");
  }

  /** Returns {@code a} where it is above 0 or NaN, else 0. */
  public static ByType<PointwiseLoop> relu() {
    return arithmetic(1, type -> isUnsigned(type) ? "first" : "relu");
  }

  /** Returns the square root; for floats. */
  public static ByType<PointwiseLoop> sqrt() {
    return arithmetic(1, "sqrt");
  }

  /** Returns e to the power of {@code a}; for floats. */
  public static ByType<PointwiseLoop> exp() {
    return function(1, "exp");
  }

  /** Returns the natural logarithm; for floats. */
  public static ByType<PointwiseLoop> log() {
    return function(1, "log");
  }

  /** Returns {@code 1 / (1 + exp(−a))}; for floats. The caller must pass 1 as the number. */
  public static ByType<PointwiseLoop> sigmoid() {
    return function(1, "sigmoid");
  }

  /** Returns the hyperbolic tangent; for floats. */
  public static ByType<PointwiseLoop> tanh() {
    return function(1, "tanh");
  }

  /** Returns the maximum of {@code a} and {@code b}, NaN if one is NaN. */
  public static ByType<PointwiseLoop> max() {
    return arithmetic(2, type -> isUnsigned(type) ? "maxUnsigned" : "max");
  }

  /** Returns the minimum of {@code a} and {@code b}, NaN if one is NaN. */
  public static ByType<PointwiseLoop> min() {
    return arithmetic(2, type -> isUnsigned(type) ? "minUnsigned" : "min");
  }

  /** Returns the maximum, {@code a} of equal elements; the first NaN. */
  public static ByType<PointwiseLoop> firstLargest() {
    return arithmetic(2, type -> extreme(type, "firstLargest", "max"));
  }

  /** Returns the minimum, {@code a} of equal elements; the first NaN. */
  public static ByType<PointwiseLoop> firstSmallest() {
    return arithmetic(2, type -> extreme(type, "firstSmallest", "min"));
  }

  /** Returns the maximum, the other number if one is NaN. */
  public static ByType<PointwiseLoop> fmax() {
    return arithmetic(2, type -> extreme(type, "fmax", "max"));
  }

  /** Returns the minimum, the other number if one is NaN. */
  public static ByType<PointwiseLoop> fmin() {
    return arithmetic(2, type -> extreme(type, "fmin", "min"));
  }

  private static String extreme(DType type, String ofFloats, String ofIntegers) {
    if (type.isFloating()) {
      return ofFloats;
    }
    return isUnsigned(type) ? ofIntegers + "Unsigned" : ofIntegers;
  }

  /** Returns the minimum of {@code c} and the maximum of {@code a} and {@code b}. */
  public static ByType<PointwiseLoop> clamp() {
    return arithmetic(3, type -> isUnsigned(type) ? "clampUnsigned" : "clamp");
  }

  /** Returns {@code a · number}. */
  public static ByType<PointwiseLoop> scale() {
    return arithmetic(1, "scale");
  }

  /** Returns {@code a − number}. */
  public static ByType<PointwiseLoop> shift() {
    return arithmetic(1, "shift");
  }

  /** Returns the number. */
  public static ByType<PointwiseLoop> fill() {
    return arithmetic(0, "number");
  }

  /** Returns {@code a} where {@code b} is above the number or NaN, else 0. */
  public static ByType<PointwiseLoop> whereAbove() {
    return arithmetic(2, type -> isUnsigned(type) ? "whereAboveUnsigned" : "whereAbove");
  }

  /**
   * Returns the gradient {@code a · (1 − b) · b}; for floats. The caller must pass 1 as the number.
   */
  public static ByType<PointwiseLoop> sigmoidBackward() {
    return arithmetic(2, "sigmoidBackward");
  }

  /**
   * Returns the gradient {@code a · (1 − b²)}; for floats. The caller must pass 1 as the number.
   */
  public static ByType<PointwiseLoop> tanhBackward() {
    return arithmetic(2, "tanhBackward");
  }

  /** Returns {@code (a − number) · b}; for floats. */
  public static ByType<PointwiseLoop> softmaxBackward() {
    return arithmetic(2, "softmaxBackward");
  }

  /** Returns {@code a − number · exp(b)}; for floats. */
  public static ByType<PointwiseLoop> logSoftmaxBackward() {
    return function(2, "logSoftmaxBackward");
  }

  /** Returns, as booleans, whether {@code a == b}. */
  public static ByType<PointwiseLoop> eq() {
    return comparison("eq", "eq");
  }

  /** Returns, as booleans, whether {@code a > b}. */
  public static ByType<PointwiseLoop> gt() {
    return comparison("gt", "gtUnsigned");
  }

  /** Returns, as booleans, whether {@code a != b}. */
  public static ByType<PointwiseLoop> ne() {
    return comparison("ne", "ne");
  }

  /** Returns, as booleans, whether {@code a < b}. */
  public static ByType<PointwiseLoop> lt() {
    return comparison("lt", "ltUnsigned");
  }

  /** Returns, as booleans, whether {@code a <= b}. */
  public static ByType<PointwiseLoop> le() {
    return comparison("le", "leUnsigned");
  }

  /** Returns, as booleans, whether {@code a >= b}. */
  public static ByType<PointwiseLoop> ge() {
    return comparison("ge", "geUnsigned");
  }

  /**
   * Returns a test of one input or two.
   *
   * @param name logicalNot, isFinite, isInf, isPosInf or isNegInf of one; logicalAnd, logicalOr or
   *     logicalXor of two
   */
  public static ByType<PointwiseLoop> test(int inputs, String name) {
    return comparison(inputs, type -> name);
  }

  /** Returns, as booleans, whether {@code a} has a negative sign, also if it is 0 or NaN. */
  public static ByType<PointwiseLoop> signbit() {
    return comparison(
        1, type -> type.isFloating() ? "hasSign" : isUnsigned(type) ? "never" : "isNegative");
  }

  /** Inverts the bits of integers, and booleans. */
  public static ByType<PointwiseLoop> bitwiseNot() {
    return arithmetic(1, type -> type == DType.BOOL ? "notBooleans" : "bitwiseNot");
  }

  /**
   * Returns an operation on the bits of integers and booleans.
   *
   * @param name bitwiseAnd, bitwiseOr or bitwiseXor
   */
  public static ByType<PointwiseLoop> bitwise(String name) {
    String ofBooleans =
        switch (name) {
          case "bitwiseAnd" -> "andBooleans";
          case "bitwiseOr" -> "orBooleans";
          default -> "xorBooleans";
        };
    return arithmetic(2, type -> type == DType.BOOL ? ofBooleans : name);
  }

  /**
   * Returns {@code a} where the boolean {@code b} is false, else {@code c}, or else the number if
   * {@code fills}, bit for bit.
   */
  public static ByType<PointwiseLoop> maskedFill(boolean fills) {
    return new ByType<>(type -> MASKED.stamp(Lanes.of(type), "", fills));
  }

  /** Returns {@code b} where the boolean {@code a} is true, else {@code c}, bit for bit. */
  public static ByType<PointwiseLoop> where() {
    return new ByType<>(
        PointwiseLoop.VARIANTS,
        (type, repeated) ->
            (repeated & PointwiseLoop.A) != 0
                ? null
                : SELECTION.stamp(Lanes.of(type), "", repeated));
  }
}
