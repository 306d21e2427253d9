package jackfield.aten.random;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * The integers from {@code least} on, each equally likely: the upper half of the product of their
 * count and the words. Up to 2³² integers take two words, and more take four. So the words have at
 * least 32 bits more than the count, and no integer is more likely than another by more than 1 in
 * 2³² of its probability.
 *
 * @param least the first one
 * @param count how many; 0 for all 2⁶⁴, and unsigned above 2⁶³
 */
public record IntegerRange(long least, long count) implements Distribution {
  private static final String OPERATOR = "random_";
  private static final long LARGEST_HALF = 65504;

  /**
   * Returns the integers from {@code from} to {@code to}, which is excluded. Without {@code to}
   * they end with the largest one of an integer type, and for floating types with 2 to the power of
   * the number of bits, up to which each integer has a number of its own. The first and the last
   * integer are numbers of the type, so rounding leads to none outside.
   *
   * @param type the type of the elements, which is not complex
   * @throws InvalidArgument if there is no such integer, or if the type cannot represent the bounds
   */
  public static IntegerRange of(DType type, long from, Long to) {
    if (to != null && from >= to) {
      throw new InvalidArgument(
          OPERATOR, "from", "is %d, expected less than to, which is %d".formatted(from, to));
    }
    long last = to == null ? last(type, from) : to - 1;
    checkHolds(type, "from", from);
    checkHolds(type, "to", last);
    long least = type.isFloating() ? roundedUp(type, from) : from;
    long most = type.isFloating() ? roundedDown(type, last) : last;
    if (least > most) {
      throw new InvalidArgument(
          OPERATOR, "from", "%d to %d has no integer of %s".formatted(from, last, type));
    }
    return new IntegerRange(least, most - least + 1);
  }

  private static long last(DType type, long from) {
    if (!type.isFloating()) {
      return most(type);
    }
    return from == Long.MIN_VALUE ? Long.MAX_VALUE : 1L << Fraction.significantBits(type);
  }

  private static void checkHolds(DType type, String argument, long value) {
    boolean isHeld =
        type.isFloating()
            ? type != DType.FLOAT16 || (value >= -LARGEST_HALF && value <= LARGEST_HALF)
            : value >= least(type) && value <= most(type);
    if (!isHeld) {
      throw new InvalidArgument(
          OPERATOR, argument, "leads to %d, which is out of range for %s".formatted(value, type));
    }
  }

  private static long least(DType type) {
    return switch (type) {
      case BOOL, UINT8 -> 0;
      case INT8 -> Byte.MIN_VALUE;
      case INT16 -> Short.MIN_VALUE;
      case INT32 -> Integer.MIN_VALUE;
      default -> Long.MIN_VALUE;
    };
  }

  private static long most(DType type) {
    return switch (type) {
      case BOOL -> 1;
      case UINT8 -> 255;
      case INT8 -> Byte.MAX_VALUE;
      case INT16 -> Short.MAX_VALUE;
      case INT32 -> Integer.MAX_VALUE;
      default -> Long.MAX_VALUE;
    };
  }

  private static long roundedUp(DType type, long value) {
    long step = step(type, value);
    // The sum overflows only if no number of the type follows below 2⁶³.
    return value > Long.MAX_VALUE - (step - 1) ? Long.MAX_VALUE : value + (step - 1) & -step;
  }

  private static long roundedDown(DType type, long value) {
    return value & -step(type, value);
  }

  /** Returns the distance between numbers of a floating type of that size, at least 1. */
  private static long step(DType type, long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.abs(value));
    return 1L << Math.max(0, bits - Fraction.significantBits(type));
  }

  private boolean isMany() {
    return ((count - 1) >>> Integer.SIZE) != 0; // more than 2³²
  }

  @Override
  public void put(Philox words, long number, DType type, long address) {
    Elements.putLong(type, address, value(words, number));
  }

  /** Returns the integer of an element. */
  long value(Philox words, long number) {
    if (!isMany()) {
      return least + Math.unsignedMultiplyHigh(words.pair(number), count);
    }
    long low = words.pair(2 * number);
    long high = words.pair(2 * number + 1);
    if (count == 0) {
      return least + high;
    }
    long middle = high * count;
    long sum = middle + Math.unsignedMultiplyHigh(low, count);
    long carry = Long.compareUnsigned(sum, middle) < 0 ? 1 : 0;
    return least + Math.unsignedMultiplyHigh(high, count) + carry;
  }
}
