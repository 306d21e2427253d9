package jackfield.backend.cpu.embedding;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The rows of the bags of one call. Sums are computed in double precision, in the order of the
 * indexes; an empty bag has zeros.
 *
 * @param table the address of the first row
 * @param rowStep bytes from one row to the next
 * @param step bytes from one column to the next
 * @param factors the address of the factors of indexes; 0 if all are 1
 * @param factorStep bytes from one factor to the next
 * @param padding the row that is left out; negative for none
 */
record BagRows(
    DType type,
    long table,
    long rowStep,
    long step,
    long factors,
    long factorStep,
    long padding,
    Bags bags) {
  /** The most columns of a block. */
  static final int BLOCK = 1 << 10;

  static BagRows of(Tensor weight, Tensor factors, long padding, Bags bags) {
    int size = weight.dtype().sizeBytes();
    boolean hasRows = bags.rows().length > 0; // else nothing is read
    boolean hasFactors = hasRows && factors != null;
    return new BagRows(
        weight.dtype(),
        hasRows ? weight.address() : 0,
        weight.stride(0) * size,
        weight.stride(1) * size,
        hasFactors ? factors.address() : 0,
        hasFactors ? factors.stride(0) * size : 0,
        padding,
        bags);
  }

  private double factor(long i) {
    return factors == 0 ? 1 : Elements.doubleAt(type, factors + i * factorStep);
  }

  private double number(long at) {
    return type == DType.FLOAT32 ? HostBytes.floatAt(at) : Elements.doubleAt(type, at);
  }

  /** Some columns of the result of a bag, in the arrays of one thread. */
  final class Block {
    private final double[] values = new double[BLOCK];
    private final int[] chosen = new int[BLOCK];

    /** Adds up the rows of a bag; a mean is divided by their number. */
    void sum(int bag, long column, int count, boolean isMean) {
      Arrays.fill(values, 0, count, 0);
      for (int i = bags.begins()[bag]; i < bags.begins()[bag + 1]; i++) {
        if (bags.rows()[i] != padding) {
          add(table + bags.rows()[i] * rowStep + column * step, count, factor(i));
        }
      }
      if (isMean) {
        int divisor = Math.max(1, bags.sizes()[bag]);
        for (int at = 0; at < count; at++) {
          values[at] /= divisor;
        }
      }
    }

    private void add(long from, int count, double factor) {
      double[] sums = values;
      long right = step;
      if (type == DType.FLOAT32 && right == Float.BYTES) {
        for (int at = 0; at < count; at++) {
          sums[at] += factor * HostBytes.floatAt(from + at * (long) Float.BYTES);
        }
      } else {
        for (int at = 0; at < count; at++) {
          sums[at] += factor * Elements.doubleAt(type, from + at * right);
        }
      }
    }

    /** Finds the first of the greatest elements; a NaN is kept only if it is the first element. */
    void greatest(int bag, long column, int count) {
      Arrays.fill(values, 0, count, 0);
      Arrays.fill(chosen, 0, count, 0);
      boolean isFirst = true;
      for (int i = bags.begins()[bag]; i < bags.begins()[bag + 1]; i++) {
        int row = bags.rows()[i];
        if (row != padding) {
          long from = table + row * rowStep + column * step;
          for (int at = 0; at < count; at++) {
            double value = number(from + at * step);
            if (isFirst || value > values[at]) {
              values[at] = value;
              chosen[at] = row;
            }
          }
          isFirst = false;
        }
      }
    }
  }

  /**
   * Where the results are.
   *
   * @param indexType int64 or int32
   * @param indexes the address of the rows of the greatest elements; 0 for none
   */
  record Output(
      DType type,
      long address,
      long rowStep,
      long step,
      long width,
      DType indexType,
      long indexes,
      long indexRowStep,
      long indexStep) {
    static Output of(Tensor output, Tensor indexes) {
      int size = output.dtype().sizeBytes();
      boolean hasIndexes = indexes != null;
      int index = hasIndexes ? indexes.dtype().sizeBytes() : 0;
      return new Output(
          output.dtype(),
          output.address(),
          output.stride(0) * size,
          output.stride(1) * size,
          output.size(1),
          hasIndexes ? indexes.dtype() : DType.INT64,
          hasIndexes ? indexes.address() : 0,
          hasIndexes ? indexes.stride(0) * index : 0,
          hasIndexes ? indexes.stride(1) * index : 0);
    }

    boolean hasIndexes() {
      return indexes != 0;
    }

    void write(Block block, int bag, long column, int count) {
      long to = address + bag * rowStep + column * step;
      for (int at = 0; at < count; at++) {
        Elements.putDouble(type, to + at * step, block.values[at]);
      }
      long index = indexes + bag * indexRowStep + column * indexStep;
      for (int at = 0; hasIndexes() && at < count; at++) {
        Elements.putLong(indexType, index + at * indexStep, block.chosen[at]);
      }
    }
  }
}
