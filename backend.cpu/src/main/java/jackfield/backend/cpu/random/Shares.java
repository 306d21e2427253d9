package jackfield.backend.cpu.random;

import jackfield.backend.cpu.loops.random.PhiloxLoop;
import jackfield.backend.cpu.loops.random.ShareLoop;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;

/**
 * How words become numbers between 0 and 1, as {@code jackfield.aten.random.Fraction} says.
 *
 * @param bits the number of upper bits; 0 for the words themselves, two for each element
 * @param offset what is added before the division by 2 to the power of {@code bits}
 */
record Shares(int bits, double offset) {
  /** The most elements of a block. */
  static final int BLOCK = 1024;

  /** The most numbers that are written. */
  static final int MOST = BLOCK + ShareLoop.LENGTH;

  private static final int MOST_WORDS = 2 * BLOCK + 2 * PhiloxLoop.WORDS * PhiloxLoop.BLOCKS;
  private static final long WORD_BYTES = (long) MOST_WORDS * Integer.BYTES;

  /** The bytes of memory that a block needs. */
  static final long BYTES = WORD_BYTES + (long) MOST * Double.BYTES;

  /** Returns the numbers that a type represents in steps of its last bit below 1, from 0 on. */
  static Shares fromZero(DType type) {
    int bits =
        switch (type) {
          case FLOAT16 -> 11;
          case BFLOAT16 -> 8;
          case FLOAT32 -> 24;
          default -> 53;
        };
    return new Shares(bits, 0);
  }

  /** Returns numbers above 0 and below 1, finer for float64. */
  static Shares between(DType type) {
    return new Shares(type == DType.FLOAT64 ? 52 : Integer.SIZE, 0.5);
  }

  /** Returns numbers from 0 on, to be compared with a probability. */
  static Shares toCompare() {
    return new Shares(Integer.SIZE, 0);
  }

  /** Returns the words themselves, two for each element. */
  static Shares words() {
    return new Shares(0, 0);
  }

  /** Returns the count of numbers that are written for a block: whole vectors of them. */
  static long rounded(int count) {
    return (long) (count + ShareLoop.LENGTH - 1) / ShareLoop.LENGTH * ShareLoop.LENGTH;
  }

  /** Returns whether an element takes two words. */
  boolean isOfPairs() {
    return bits == 0 || bits > Integer.SIZE;
  }

  /**
   * Writes the numbers of a block.
   *
   * @param from the number of the first element in its call
   * @return the address of the numbers, in the memory
   */
  long write(Generator.State start, long from, int count, long memory) {
    int each = isOfPairs() ? 2 : 1;
    long first = from * each;
    long words = memory + first % PhiloxLoop.WORDS * Integer.BYTES;
    int most = PhiloxLoop.WORDS * PhiloxLoop.BLOCKS;
    int groups = (count * each + PhiloxLoop.WORDS + most - 1) / most;
    PhiloxLoop.write(start, first / PhiloxLoop.WORDS, groups, memory);
    if (bits == 0) {
      return words;
    }
    long shares = memory + WORD_BYTES;
    if (isOfPairs()) {
      ShareLoop.ofPairs(words, bits, offset, count, shares);
    } else {
      ShareLoop.ofWords(words, bits, offset, count, shares);
    }
    return shares;
  }
}
