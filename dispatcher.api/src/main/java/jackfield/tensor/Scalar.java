package jackfield.tensor;

/**
 * A number outside a tensor: a boolean, an integer, a float or a complex number, with 64 bits per
 * part.
 *
 * <p><em>Threads</em>: immutable.
 */
public final class Scalar {
  /** The integer 0. */
  public static final Scalar ZERO = new Scalar(DType.INT64, 0, 0, 0);

  /** The integer 1. */
  public static final Scalar ONE = new Scalar(DType.INT64, 1, 1, 0);

  private static final Scalar TRUE = new Scalar(DType.BOOL, 1, 1, 0);
  private static final Scalar FALSE = new Scalar(DType.BOOL, 0, 0, 0);

  private final DType type;
  private final long integer;
  private final double real;
  private final double imaginary;

  private Scalar(DType type, long integer, double real, double imaginary) {
    this.type = type;
    this.integer = integer;
    this.real = real;
    this.imaginary = imaginary;
  }

  /** Returns an integer. */
  public static Scalar of(long value) {
    return value == 1 ? ONE : value == 0 ? ZERO : new Scalar(DType.INT64, value, value, 0);
  }

  /** Returns a float. */
  public static Scalar of(double value) {
    return new Scalar(DType.FLOAT64, (long) value, value, 0);
  }

  /** Returns a boolean. */
  public static Scalar of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** Returns a complex number. */
  public static Scalar of(double real, double imaginary) {
    return new Scalar(DType.COMPLEX128, (long) real, real, imaginary);
  }

  /** Returns the kind: BOOL, INT64, FLOAT64 or COMPLEX128. */
  public DType type() {
    return type;
  }

  /** Returns the value as an integer, rounded towards zero. */
  public long toLong() {
    return integer;
  }

  /** Returns the real part. */
  public double toDouble() {
    return real;
  }

  /** Returns the imaginary part, 0 unless complex. */
  public double imaginary() {
    return imaginary;
  }

  /** Returns whether the value differs from zero. */
  public boolean toBoolean() {
    return real != 0 || imaginary != 0 || integer != 0;
  }

  /** Returns whether this is the integer or float {@code value}. */
  public boolean is(long value) {
    return imaginary == 0 && (isInteger() ? integer == value : real == value);
  }

  private boolean isInteger() {
    return type == DType.INT64 || type == DType.BOOL;
  }

  /** Returns whether both have the same kind and value. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Scalar that
        && type == that.type
        && integer == that.integer
        && Double.compare(real, that.real) == 0
        && Double.compare(imaginary, that.imaginary) == 0;
  }

  /** Returns a hash of kind and value. */
  @Override
  public int hashCode() {
    return 31 * Double.hashCode(real) + type.hashCode();
  }

  /** Returns the value as written in a schema. */
  @Override
  public String toString() {
    return switch (type) {
      case BOOL -> Boolean.toString(toBoolean());
      case INT64 -> Long.toString(integer);
      case FLOAT64 -> Double.toString(real);
      default -> real + (imaginary < 0 ? "-" : "+") + Math.abs(imaginary) + "j";
    };
  }
}
