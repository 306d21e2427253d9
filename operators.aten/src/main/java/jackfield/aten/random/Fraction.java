package jackfield.aten.random;

import jackfield.tensor.DType;

/**
 * How words become a number between 0 and 1: the upper {@code bits} of one word, or of two if they
 * are more than 32, divided by 2 to the power of {@code bits}.
 *
 * @param bits the number of bits, at most 53, or 52 for an open range
 * @param isOpen whether half a step is added, so that the number is neither 0 nor 1; without it the
 *     number may be 0
 */
record Fraction(int bits, boolean isOpen) {
  private static final int OPEN_BITS = 32;
  private static final int OPEN_BITS_WIDE = 52; // the half step is the 53rd

  /** Returns the numbers that a type represents in steps of its last bit below 1, from 0 on. */
  static Fraction fromZero(DType type) {
    return new Fraction(significantBits(type), false);
  }

  /** Returns numbers above 0 and below 1, finer for float64. */
  static Fraction between(DType type) {
    return type == DType.FLOAT64 ? fine() : new Fraction(OPEN_BITS, true);
  }

  /** Returns numbers above 0 and below 1, as fine as possible. */
  static Fraction fine() {
    return new Fraction(OPEN_BITS_WIDE, true);
  }

  /** Returns numbers from 0 on, to be compared with a probability. */
  static Fraction toCompare() {
    return new Fraction(Integer.SIZE, false);
  }

  double of(Philox words, long number) {
    long top =
        bits > Integer.SIZE
            ? words.pair(number) >>> (Long.SIZE - bits)
            : words.word(number) >>> (Integer.SIZE - bits) & (1L << bits) - 1;
    return (isOpen ? top + 0.5 : top) * Math.scalb(1.0, -bits);
  }

  /** Returns the number of bits of a floating type's numbers, the implied first one included. */
  static int significantBits(DType type) {
    return switch (type) {
      case FLOAT16 -> 11;
      case BFLOAT16 -> 8;
      case FLOAT32 -> 24;
      default -> 53;
    };
  }
}
