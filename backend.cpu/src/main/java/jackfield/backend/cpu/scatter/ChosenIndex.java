package jackfield.backend.cpu.scatter;

import jackfield.aten.kernel.SliceIterator;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Reads indexes and checks them: all of them before anything is written, and each again when it is
 * used. Another thread may have changed it between the two.
 */
final class ChosenIndex {
  private static final long GRAIN = 1 << 16; // indexes of a part of a parallel loop

  private final String operator;
  private final boolean isLong;
  private final long wrap; // what is added to negative indexes
  private final long size;

  /**
   * Creates the reader.
   *
   * @param type int64 or int32
   * @param size the number of elements among which indexes choose
   * @param wraps whether negative indexes count from the end
   */
  ChosenIndex(String operator, DType type, long size, boolean wraps) {
    this.operator = operator;
    this.isLong = type == DType.INT64;
    this.size = size;
    this.wrap = wraps ? size : 0;
  }

  /** Returns the index at an address, counted from 0. */
  long at(long address) {
    long chosen = isLong ? HostBytes.longAt(address) : HostBytes.intAt(address);
    long place = chosen + ((chosen >> (Long.SIZE - 1)) & wrap);
    if (place < 0 || place >= size) {
      throw wrong(chosen);
    }
    return place;
  }

  private InvalidArgument wrong(long chosen) {
    return new InvalidArgument(
        operator, "index", "has %d, expected %d to %d".formatted(chosen, -wrap, size - 1));
  }

  /** Checks all indexes of a tensor, but only once those that it repeats by a stride of 0. */
  void check(Tensor index) {
    if (index.elementCount() == 0) {
      return;
    }
    if (index.rank() == 0) {
      var _ = at(index.address());
      return;
    }
    long[] sizes = index.sizes().clone();
    int longest = sizes.length - 1;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      sizes[dim] = index.stride(dim) == 0 ? 1 : sizes[dim];
      longest = sizes[dim] > sizes[longest] ? dim : longest;
    }
    Tensor once = index.alias(sizes, index.strides(), index.offset());
    SliceIterator lines = SliceIterator.lines(longest, once);
    Parallel.range(
        lines.count(),
        Math.max(1, GRAIN / sizes[longest]),
        (from, to) -> lines.forEach(from, to, at -> check(at[0], lines)));
  }

  /**
   * Checks a line. The first loop, without a branch, finds whether an index is wrong; only then the
   * second looks for it. A difference that overflows has the sign of a wrong index, too. Indexes of
   * 32 bits are all looked at by the second loop.
   */
  private void check(long first, SliceIterator lines) {
    long step = lines.stepBytes(0);
    long count = lines.length(0);
    long last = size - 1;
    long signs = isLong ? 0 : -1;
    for (long i = 0; isLong && i < count; i++) {
      long chosen = HostBytes.longAt(first + i * step);
      signs |= (chosen + wrap) | (last - chosen);
    }
    for (long i = 0; signs < 0 && i < count; i++) {
      var _ = at(first + i * step);
    }
  }
}
