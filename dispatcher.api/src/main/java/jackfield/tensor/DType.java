package jackfield.tensor;

import jackfield.error.InvalidArgument;
import java.util.List;
import java.util.Locale;

/**
 * The element type of a tensor.
 *
 * <p><em>Source</em>: names, numbers and promotion follow PyTorch's scalar types; see {@link
 * #promote}.
 */
public enum DType {
  /** Unsigned 8-bit integer. */
  UINT8(0, 1, Category.INTEGRAL),
  /** Signed 8-bit integer. */
  INT8(1, 1, Category.INTEGRAL),
  /** Signed 16-bit integer. */
  INT16(2, 2, Category.INTEGRAL),
  /** Signed 32-bit integer. */
  INT32(3, 4, Category.INTEGRAL),
  /** Signed 64-bit integer. */
  INT64(4, 8, Category.INTEGRAL),
  /** IEEE 754 half precision. */
  FLOAT16(5, 2, Category.FLOATING),
  /** IEEE 754 single precision. */
  FLOAT32(6, 4, Category.FLOATING),
  /** IEEE 754 double precision. */
  FLOAT64(7, 8, Category.FLOATING),
  /** A pair of single precision numbers, real part first. */
  COMPLEX64(9, 8, Category.COMPLEX),
  /** A pair of double precision numbers, real part first. */
  COMPLEX128(10, 16, Category.COMPLEX),
  /** One byte, 0 or 1. */
  BOOL(11, 1, Category.BOOLEAN),
  /** The upper half of a single precision number. */
  BFLOAT16(15, 2, Category.FLOATING);

  /** The categories of element types, from the weakest in promotion to the strongest. */
  public enum Category {
    /** {@link #BOOL} alone. */
    BOOLEAN,
    /** The signed and unsigned integers. */
    INTEGRAL,
    /** The real floating-point types. */
    FLOATING,
    /** The complex types. */
    COMPLEX
  }

  private final int number;
  private final int sizeBytes;
  private final Category category;

  DType(int number, int sizeBytes, Category category) {
    this.number = number;
    this.sizeBytes = sizeBytes;
    this.category = category;
  }

  /** Returns the number under which schemas pass this type. */
  public int number() {
    return number;
  }

  /** Returns the size of one element in bytes. */
  public int sizeBytes() {
    return sizeBytes;
  }

  /** Returns the category of this type. */
  public Category category() {
    return category;
  }

  /** Returns whether this is a real floating-point type. */
  public boolean isFloating() {
    return category == Category.FLOATING;
  }

  /** Returns whether this is a complex type. */
  public boolean isComplex() {
    return category == Category.COMPLEX;
  }

  /** Returns whether this is an integer type; {@link #BOOL} is not. */
  public boolean isIntegral() {
    return category == Category.INTEGRAL;
  }

  /** Returns whether this is {@link #FLOAT16} or {@link #BFLOAT16}. */
  public boolean isHalf() {
    return this == FLOAT16 || this == BFLOAT16;
  }

  /** Returns the type of the real and imaginary parts, or this type if it is not complex. */
  public DType realType() {
    return switch (this) {
      case COMPLEX64 -> FLOAT32;
      case COMPLEX128 -> FLOAT64;
      default -> this;
    };
  }

  /** Returns the complex type whose parts hold this type's values. */
  public DType complexType() {
    return this == FLOAT64 || this == COMPLEX128 ? COMPLEX128 : COMPLEX64;
  }

  /**
   * Returns the smallest type that both types convert to without changing category downwards.
   *
   * <p><em>Source</em>: PyTorch's {@code promote_types}.
   */
  public DType promote(DType other) {
    if (this == other) {
      return this;
    }
    if (category != other.category) {
      return category.compareTo(other.category) > 0 ? over(other) : other.over(this);
    }
    return switch (category) {
      case INTEGRAL -> promoteIntegers(other);
      case FLOATING -> isHalf() && other.isHalf() ? FLOAT32 : wider(other);
      default -> wider(other);
    };
  }

  /** Promotes with a type of a weaker category. */
  private DType over(DType weaker) {
    return isComplex() && weaker == FLOAT64 ? COMPLEX128 : this;
  }

  private DType promoteIntegers(DType other) {
    if (this == UINT8 || other == UINT8) {
      DType signed = this == UINT8 ? other : this;
      return signed == INT8 ? INT16 : signed;
    }
    return wider(other);
  }

  private DType wider(DType other) {
    return sizeBytes >= other.sizeBytes ? this : other;
  }

  /** Returns whether a result of this type may be written into a tensor of type {@code target}. */
  public boolean isCastableTo(DType target) {
    boolean dropsImaginary = isComplex() && !target.isComplex();
    boolean dropsFraction = isFloating() && !(target.isFloating() || target.isComplex());
    boolean toBoolean = target == BOOL && this != BOOL;
    return !(dropsImaginary || dropsFraction || toBoolean);
  }

  /**
   * Returns the type that schemas pass as {@code number}.
   *
   * @throws InvalidArgument if no type has that number
   */
  public static DType ofNumber(long number) {
    for (DType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    throw new InvalidArgument("ScalarType", "number", number + " is not the number of a type");
  }

  /**
   * Returns the type with the name {@code name}, such as {@code float32}.
   *
   * @throws InvalidArgument if there is no such type
   */
  public static DType ofName(String name) {
    for (DType type : values()) {
      if (type.toString().equals(name)) {
        return type;
      }
    }
    throw new InvalidArgument(
        "ScalarType",
        "name",
        "%s is not the name of a type; available are %s".formatted(name, List.of(values())));
  }

  /** Returns the name as PyTorch writes it, such as {@code float32}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
