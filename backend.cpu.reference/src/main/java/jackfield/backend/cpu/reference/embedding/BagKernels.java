package jackfield.backend.cpu.reference.embedding;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Sums, means and greatest elements of the rows of bags. Sums are computed in double precision; an
 * empty bag has zeros.
 */
public final class BagKernels {
  private static final long SUM = 0;
  private static final long MEAN = 1;

  private BagKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._EMBEDDING_BAG, BagKernels::bag)
        .structured(Aten._EMBEDDING_BAG_FORWARD_ONLY, BagKernels::forwardOnly);
  }

  private static void bag(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor factors,
      boolean includeLastOffset,
      long paddingIdx,
      Tensor output,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maxIndices) {
    BagOffsets bags =
        BagOffsets.read(indices, offsets, includeLastOffset, weight.size(0), paddingIdx);
    if (offset2bag.elementCount() > 0) {
      write(offset2bag, bags.bags());
    }
    write(bagSize, bags.sizes());
    combine(new Table(weight, factors, paddingIdx), bags, mode, output, maxIndices);
  }

  private static void forwardOnly(
      Tensor weight,
      Tensor indices,
      Tensor offsets,
      boolean scaleGradByFreq,
      long mode,
      boolean sparse,
      Tensor factors,
      boolean includeLastOffset,
      long paddingIdx,
      Tensor output,
      Tensor offset2bag,
      Tensor bagSize,
      Tensor maxIndices) {
    bag(
        weight,
        indices,
        offsets,
        scaleGradByFreq,
        mode,
        sparse,
        factors,
        includeLastOffset,
        paddingIdx,
        output,
        offset2bag,
        bagSize,
        maxIndices);
    if (mode == SUM) {
      writeZeros(bagSize);
      writeZeros(maxIndices);
    }
  }

  private static void combine(
      Table table, BagOffsets bags, long mode, Tensor output, Tensor maxIndices) {
    boolean isGreatest = mode != SUM && mode != MEAN;
    if (!isGreatest) {
      write(maxIndices, bags.sizes());
    }
    for (long column = 0; column < output.size(1); column++) {
      if (isGreatest) {
        greatest(table, bags, column, output, maxIndices);
      } else {
        sums(table, bags, column, mode == MEAN, output);
      }
    }
  }

  private static void sums(
      Table table, BagOffsets bags, long column, boolean isMean, Tensor output) {
    double[] sums = new double[bags.sizes().length];
    for (int i = 0; i < bags.rows().length; i++) {
      if (bags.rows()[i] != table.padding()) {
        sums[bags.bags()[i]] += table.factor(i) * table.value(bags.rows()[i], column);
      }
    }
    for (int bag = 0; bag < sums.length; bag++) {
      int divisor = isMean ? Math.max(1, bags.sizes()[bag]) : 1;
      Elements.putDouble(output.dtype(), at(output, bag, column), sums[bag] / divisor);
    }
  }

  /** Finds the first of the greatest elements; a NaN is kept only if it is the first element. */
  private static void greatest(
      Table table, BagOffsets bags, long column, Tensor output, Tensor maxIndices) {
    double[] greatest = new double[bags.sizes().length];
    int[] chosen = new int[greatest.length];
    Arrays.fill(chosen, -1);
    for (int i = 0; i < bags.rows().length; i++) {
      int row = bags.rows()[i];
      int bag = bags.bags()[i];
      double value = table.value(row, column);
      if (row != table.padding() && (chosen[bag] < 0 || value > greatest[bag])) {
        greatest[bag] = value;
        chosen[bag] = row;
      }
    }
    for (int bag = 0; bag < greatest.length; bag++) {
      Elements.putDouble(output.dtype(), at(output, bag, column), greatest[bag]);
      Elements.putLong(maxIndices.dtype(), at(maxIndices, bag, column), Math.max(0, chosen[bag]));
    }
  }

  private static void writeZeros(Tensor vector) {
    write(vector, new int[(int) vector.elementCount()]); // as many as the bags that were read
  }

  private static void write(Tensor vector, int[] values) {
    for (int i = 0; i < values.length; i++) {
      long address = vector.address() + i * vector.stride(0) * vector.dtype().sizeBytes();
      Elements.putLong(vector.dtype(), address, values[i]);
    }
  }

  private static long at(Tensor matrix, long row, long column) {
    long element = row * matrix.stride(0) + column * matrix.stride(1);
    return matrix.address() + element * matrix.dtype().sizeBytes();
  }

  /**
   * The rows of one call.
   *
   * @param factors of each index; null for 1
   * @param padding the row that is left out; negative for none
   */
  private record Table(Tensor weight, Tensor factors, long padding) {
    double value(long row, long column) {
      return Elements.doubleAt(weight.dtype(), at(weight, row, column));
    }

    double factor(long i) {
      if (factors == null) {
        return 1;
      }
      long address = factors.address() + i * factors.stride(0) * factors.dtype().sizeBytes();
      return Elements.doubleAt(factors.dtype(), address);
    }
  }
}
