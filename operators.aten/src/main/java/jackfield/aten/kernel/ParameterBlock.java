package jackfield.aten.kernel;

import jackfield.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a loop needs, as plain numbers in one block: the argument of a kernel on a device. It is
 * made from an iterator, whose tensors must stay alive while the block is used.
 *
 * <p>The block consists of words of 64 bits:
 *
 * <pre>
 * operands, dimensions, numbers
 * address of each operand
 * type of each operand, as schemas number it; -1 for an absent operand
 * for each dimension, the outermost first: its size, then each operand's step in bytes
 * numbers; a float64 as its bits
 * </pre>
 *
 * <p>Outputs are the first operands. A step of 0 repeats an element.
 */
public final class ParameterBlock {
  private static final int HEADER = 3;

  private final long[] words;

  private ParameterBlock(long[] words) {
    this.words = words;
  }

  /** Collects the parts of a block. */
  public static final class Builder {
    private final DType[] types;
    private final long[] addresses;
    private final List<long[]> dimensions = new ArrayList<>();
    private long[] numbers = {};

    /**
     * Starts a block.
     *
     * @param types the type of each operand; null for an absent one
     * @param addresses the address of each operand
     */
    public Builder(DType[] types, long[] addresses) {
      this.types = types;
      this.addresses = addresses;
    }

    /** Adds a dimension inside those that were added before. */
    public Builder dimension(long size, long[] stepBytes) {
      long[] row = new long[stepBytes.length + 1];
      row[0] = size;
      System.arraycopy(stepBytes, 0, row, 1, stepBytes.length);
      dimensions.add(row);
      return this;
    }

    /** Adds a number. */
    public Builder number(long number) {
      numbers = Arrays.copyOf(numbers, numbers.length + 1);
      numbers[numbers.length - 1] = number;
      return this;
    }

    /** Returns the block. */
    public ParameterBlock build() {
      int operands = types.length;
      int rows = dimensions.size() * (operands + 1);
      long[] words = new long[HEADER + 2 * operands + rows + numbers.length];
      words[0] = operands;
      words[1] = dimensions.size();
      words[2] = numbers.length;
      int next = HEADER;
      for (int operand = 0; operand < operands; operand++) {
        words[next + operand] = addresses[operand];
        DType type = types[operand];
        words[next + operands + operand] = type == null ? -1 : type.number();
      }
      next += 2 * operands;
      for (long[] row : dimensions) {
        System.arraycopy(row, 0, words, next, row.length);
        next += row.length;
      }
      System.arraycopy(numbers, 0, words, next, numbers.length);
      return new ParameterBlock(words);
    }
  }

  /** Returns this block with further numbers: a body's scalars. */
  public ParameterBlock with(long... numbers) {
    long[] longer = Arrays.copyOf(words, words.length + numbers.length);
    System.arraycopy(numbers, 0, longer, words.length, numbers.length);
    longer[2] += numbers.length;
    return new ParameterBlock(longer);
  }

  /** Returns the number of operands. */
  public int operandCount() {
    return (int) words[0];
  }

  /** Returns the number of dimensions. */
  public int rank() {
    return (int) words[1];
  }

  /** Returns the address of an operand's first element. */
  public long address(int operand) {
    return words[HEADER + operand];
  }

  /** Returns the number of an operand's type in schemas; -1 if the operand is absent. */
  public int type(int operand) {
    return (int) words[HEADER + operandCount() + operand];
  }

  /** Returns the size of a dimension; 0 is the outermost. */
  public long size(int dim) {
    return words[row(dim)];
  }

  /** Returns an operand's step in a dimension, in bytes. */
  public long stepBytes(int operand, int dim) {
    return words[row(dim) + 1 + operand];
  }

  private int row(int dim) {
    return HEADER + 2 * operandCount() + dim * (operandCount() + 1);
  }

  /** Returns a number that is an integer. */
  public long integer(int number) {
    return words[row(rank()) + number];
  }

  /** Returns a number that is a float64. */
  public double real(int number) {
    return Double.longBitsToDouble(integer(number));
  }

  /** Returns the number of bytes of the block. */
  public long sizeBytes() {
    return (long) words.length * Long.BYTES;
  }

  /** Writes the block to memory that a kernel reads, in the byte order of this machine. */
  public void copyTo(MemorySegment target) {
    MemorySegment.copy(words, 0, target, ValueLayout.JAVA_LONG_UNALIGNED, 0, words.length);
  }
}
