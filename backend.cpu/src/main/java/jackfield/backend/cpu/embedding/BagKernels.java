package jackfield.backend.cpu.embedding;

import jackfield.parallel.Parallel;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The kernels of {@code _embedding_bag} and {@code _embedding_bag_forward_only}: sums, means and
 * greatest elements of the rows of bags. Indexes and offsets are checked before anything is
 * written. Threads share the bags, and the columns of wide rows.
 *
 * <p><em>Shapes</em>: weight [rows, width], indices [n], offsets [bags], factors [n] or null;
 * output [bags, width]. {@code EmbeddingRules} gives those of the other results.
 */
public final class BagKernels {
  private static final long SUM = 0; // the numbers of modes in schemas; 2 for greatest elements
  private static final long MEAN = 1;
  private static final long GRAIN = 1 << 14; // elements of a part of a parallel loop

  private BagKernels() {}

  /** Combines the rows of each bag. */
  public static void bag(
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
    Bags bags = Bags.read(indices, offsets, includeLastOffset, weight.size(0), paddingIdx);
    if (offset2bag.elementCount() > 0) {
      writeBags(offset2bag, bags);
    }
    write(bagSize, bags.sizes());
    boolean isGreatest = mode != SUM && mode != MEAN;
    if (!isGreatest) {
      write(maxIndices, bags.sizes());
    }
    if (output.elementCount() > 0) {
      BagRows rows = BagRows.of(weight, factors, paddingIdx, bags);
      BagRows.Output to = BagRows.Output.of(output, isGreatest ? maxIndices : null);
      combine(rows, to, mode == MEAN);
    }
  }

  /** Combines the rows of each bag. For sums, {@code bagSize} and {@code maxIndices} are zeros. */
  public static void forwardOnly(
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

  private static void combine(BagRows rows, BagRows.Output to, boolean isMean) {
    int bags = rows.bags().count();
    long blocks = Math.ceilDiv(to.width(), BagRows.BLOCK);
    long each = 1L + rows.bags().rows().length / bags;
    long work = each * Math.min(to.width(), BagRows.BLOCK);
    Parallel.range(
        bags * blocks,
        Math.max(1, GRAIN / work),
        (first, end) -> {
          BagRows.Block block = rows.new Block();
          for (long part = first; part < end; part++) {
            long column = part % blocks * BagRows.BLOCK;
            int bag = (int) (part / blocks);
            int count = (int) Math.min(BagRows.BLOCK, to.width() - column);
            if (to.hasIndexes()) {
              block.greatest(bag, column, count);
            } else {
              block.sum(bag, column, count, isMean);
            }
            to.write(block, bag, column, count);
          }
        });
  }

  private static long step(Tensor vector) {
    return vector.stride(0) * vector.dtype().sizeBytes();
  }

  private static void writeBags(Tensor offset2bag, Bags bags) {
    long to = offset2bag.address();
    for (int bag = 0; bag < bags.count(); bag++) {
      for (int i = bags.begins()[bag]; i < bags.begins()[bag + 1]; i++) {
        Elements.putLong(offset2bag.dtype(), to + i * step(offset2bag), bag);
      }
    }
  }

  private static void writeZeros(Tensor vector) {
    write(vector, new int[(int) vector.elementCount()]); // as many as the bags that were read
  }

  private static void write(Tensor vector, int[] values) {
    long to = values.length == 0 ? 0 : vector.address();
    for (int i = 0; i < values.length; i++) {
      Elements.putLong(vector.dtype(), to + i * step(vector), values[i]);
    }
  }
}
