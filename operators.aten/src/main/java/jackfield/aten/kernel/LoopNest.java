package jackfield.aten.kernel;

import java.util.Arrays;

/**
 * Nested loops over several operands at once, innermost first, with as few dimensions as their
 * strides allow.
 *
 * <p><em>Threads</em>: immutable.
 */
final class LoopNest {
  private final long[] sizes;
  private final long[][] strideBytes; // [dimension][operand]
  private final long count;

  private LoopNest(long[] sizes, long[][] strideBytes) {
    this.sizes = sizes;
    this.strideBytes = strideBytes;
    long product = 1;
    for (long size : sizes) {
      product *= size;
    }
    this.count = product;
  }

  /** Returns one loop over {@code count} adjacent elements. */
  static LoopNest dense(long count, long[] elementBytes) {
    return new LoopNest(new long[] {count}, new long[][] {elementBytes});
  }

  /**
   * Returns loops over the given dimensions.
   *
   * @param order the dimensions, innermost first
   * @param strides of each operand, in elements
   * @param elementBytes the size of an element, for each operand
   */
  static LoopNest of(int[] order, long[] sizes, long[][] strides, long[] elementBytes) {
    long[] merged = new long[order.length];
    long[][] steps = new long[order.length][];
    int rank = 0;
    for (int dim : order) {
      if (sizes[dim] == 1) {
        continue;
      }
      long[] step = steps(dim, strides, elementBytes);
      if (rank > 0 && continues(merged[rank - 1], steps[rank - 1], step)) {
        merged[rank - 1] *= sizes[dim];
      } else {
        merged[rank] = sizes[dim];
        steps[rank++] = step;
      }
    }
    return rank == 0
        ? dense(1, elementBytes)
        : new LoopNest(Arrays.copyOf(merged, rank), Arrays.copyOf(steps, rank));
  }

  private static long[] steps(int dim, long[][] strides, long[] elementBytes) {
    long[] step = new long[strides.length];
    for (int operand = 0; operand < step.length; operand++) {
      step[operand] = strides[operand][dim] * elementBytes[operand];
    }
    return step;
  }

  private static boolean continues(long size, long[] inner, long[] outer) {
    for (int operand = 0; operand < inner.length; operand++) {
      if (inner[operand] * size != outer[operand]) {
        return false;
      }
    }
    return true;
  }

  int rank() {
    return sizes.length;
  }

  long size(int dim) {
    return sizes[dim];
  }

  long strideBytes(int operand, int dim) {
    return strideBytes[dim][operand];
  }

  long count() {
    return count;
  }

  /** Adds the loops to a block, the outermost first. */
  void describe(ParameterBlock.Builder block) {
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      block.dimension(sizes[dim], strideBytes[dim]);
    }
  }

  /** Returns whether this is one loop whose steps equal the given sizes. */
  boolean isDense(long[] elementBytes) {
    return sizes.length == 1 && Arrays.equals(strideBytes[0], elementBytes);
  }

  /**
   * Runs over the elements from {@code from} to {@code to}, which is excluded, counted innermost
   * first.
   */
  void forEachRow(long[] bases, long from, long to, Row row) {
    if (from >= to) {
      return;
    }
    long[] index = new long[sizes.length];
    long[] at = bases.clone();
    seek(from, index, at);
    long done = from;
    while (true) {
      long length = Math.min(sizes[0] - index[0], to - done);
      row.run(at, strideBytes[0], length);
      done += length;
      if (done >= to) {
        return;
      }
      nextRow(index, at);
    }
  }

  private void seek(long position, long[] index, long[] at) {
    long rest = position;
    for (int dim = 0; dim < sizes.length; dim++) {
      index[dim] = rest % sizes[dim];
      rest /= sizes[dim];
      move(at, dim, index[dim]);
    }
  }

  private void nextRow(long[] index, long[] at) {
    move(at, 0, -index[0]);
    index[0] = 0;
    for (int dim = 1; dim < sizes.length; dim++) {
      move(at, dim, 1);
      if (++index[dim] < sizes[dim]) {
        return;
      }
      move(at, dim, -index[dim]);
      index[dim] = 0;
    }
  }

  private void move(long[] at, int dim, long steps) {
    for (int operand = 0; operand < at.length; operand++) {
      at[operand] += steps * strideBytes[dim][operand];
    }
  }
}
