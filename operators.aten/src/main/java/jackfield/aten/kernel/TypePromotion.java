package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Determines the element type in which an operator computes operands of different types.
 *
 * <p>There are three sorts of operands, and each sort is promoted by itself: tensors with
 * dimensions, tensors without (zero-dimensional), and bare numbers (wrapped numbers, whose float is
 * float32 whatever its own width). A weaker sort changes the result of a stronger one only by its
 * category: {@code int32[3] * 0.5} is float32, {@code float16[3] * float64[]} is float16.
 *
 * <p><em>Source</em>: PyTorch 2.6's {@code result_type}.
 */
public final class TypePromotion {
  /** The element type of fractional numbers where none is requested. */
  public static final DType DEFAULT_FLOAT = DType.FLOAT32;

  private DType dimensioned; // null while there is no operand of that sort
  private DType zeroDimensional;
  private DType number;

  /** Creates the promotion of no operands. */
  public TypePromotion() {}

  /** Returns the common type of two tensors. */
  public static DType resultType(Tensor self, Tensor other) {
    DType type = self.dtype();
    boolean alike = type == other.dtype() && self.rank() != 0 && other.rank() != 0;
    return alike ? type : new TypePromotion().with(self).with(other).result();
  }

  /** Returns the common type of a tensor and a number. */
  public static DType resultType(Tensor self, Scalar other) {
    return new TypePromotion().with(self).with(other).result();
  }

  /** Returns the common type of two numbers. */
  public static DType resultType(Scalar self, Scalar other) {
    return new TypePromotion().with(self).with(other).result();
  }

  /** Returns the common type of several tensors; there must be at least one. */
  public static DType resultType(Tensor[] tensors) {
    TypePromotion promotion = new TypePromotion();
    for (Tensor tensor : tensors) {
      promotion.with(tensor);
    }
    return promotion.result();
  }

  /** Returns the type in which operators with fractional results compute: float32 for integers. */
  public static DType fractional(DType type) {
    return type.isFloating() || type.isComplex() ? type : DEFAULT_FLOAT;
  }

  /** Returns the type of a bare number as an operand: int64, bool, float32 or complex64. */
  public static DType ofNumber(DType type) {
    return switch (type.category()) {
      case FLOATING -> DEFAULT_FLOAT;
      case COMPLEX -> DEFAULT_FLOAT.complexType();
      default -> type;
    };
  }

  /** Adds an operand and returns this. */
  public TypePromotion with(Tensor operand) {
    DType type = operand.isWrappedNumber() ? ofNumber(operand.dtype()) : operand.dtype();
    if (operand.rank() > 0) {
      dimensioned = promote(dimensioned, type);
    } else if (operand.isWrappedNumber()) {
      number = promote(number, type);
    } else {
      zeroDimensional = promote(zeroDimensional, type);
    }
    return this;
  }

  /** Adds an operand and returns this. */
  public TypePromotion with(Scalar operand) {
    number = promote(number, ofNumber(operand.type()));
    return this;
  }

  /** Returns the common type, or null if there was no operand. */
  public DType result() {
    return combine(dimensioned, combine(zeroDimensional, number));
  }

  /**
   * Returns whether the common type is the complex number of two float16, which does not exist
   * here. {@link #result} is complex64 then, and operators that PyTorch does not have for that type
   * throw.
   */
  public boolean isComplexHalf() {
    if (dimensioned == DType.FLOAT16) {
      DType weaker = combine(zeroDimensional, number);
      return weaker != null && weaker.isComplex();
    }
    boolean isFractional =
        dimensioned != null && (dimensioned.isFloating() || dimensioned.isComplex());
    return !isFractional
        && zeroDimensional == DType.FLOAT16
        && number != null
        && number.isComplex();
  }

  private static DType promote(DType type, DType other) {
    return type == null ? other : other == null ? type : type.promote(other);
  }

  private static DType combine(DType stronger, DType weaker) {
    if (stronger == null || weaker == null) {
      return promote(stronger, weaker);
    }
    return switch (stronger.category()) {
      case COMPLEX -> stronger;
      case FLOATING -> weaker.isComplex() ? stronger.complexType() : stronger;
      case BOOLEAN -> stronger.promote(weaker);
      case INTEGRAL ->
          weaker.isFloating() || weaker.isComplex() ? stronger.promote(weaker) : stronger;
    };
  }
}
