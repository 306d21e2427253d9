package jackfield.aten.index;

import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Iterates over rows of indexed elements and their counterparts. A row runs along the last
 * dimension that has no index; it has one element if there is none. All rows of one index come
 * before those of the next, in row-major order, so that elements with one target meet in order.
 *
 * <p>Operand 0 is written, operand 1 is read.
 *
 * <p><em>Units</em>: steps in bytes, lengths in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call, if no
 * two indexes are equal or operand 0 is not the indexed tensor.
 */
public final class IndexIterator {
  private static final int INDEXED = 1;
  private static final int PLAIN = 0;
  private static final long MOST = Integer.MAX_VALUE - 8; // the length of an array

  private final IndexedDimensions dimensions;
  private final long[] targets; // byte offsets in the indexed tensor, for each index
  private Tensor plain;
  private Tensor indexed;
  private boolean isWritten; // whether the indexed tensor is operand 0
  private long[] plainStrides;
  private long[][] rows; // [plain, indexed][row]: byte offsets
  private long[] sources; // byte offsets in the other tensor, for each index
  private long length = 1;
  private final long[] step = {0, 0};

  /** Processes one row. */
  @FunctionalInterface
  public interface RowOfElements {
    /**
     * Processes one row.
     *
     * @param to the address of the first element to write
     * @param from the address of the first element to read
     */
    void run(long to, long from);
  }

  /** Checks the indexes and finds what they mean in the indexed tensor. */
  IndexIterator(IndexedDimensions dimensions, Tensor indexed) {
    this.dimensions = dimensions;
    targets = new long[count(dimensions.operator(), dimensions.indexSizes())];
    for (int dim = 0; dim < indexed.rank(); dim++) {
      if (dimensions.index(dim) != null) {
        add(dimensions.index(dim), dim, indexed);
      }
    }
  }

  private IndexIterator(IndexedDimensions dimensions) {
    this.dimensions = dimensions;
    targets = new long[0];
  }

  /** Returns the {@link #parameters()} of elements whose indexes the host does not read. */
  static ParameterBlock parameters(
      IndexedDimensions dimensions, Tensor other, Tensor target, boolean isTargetWritten) {
    IndexIterator unread = new IndexIterator(dimensions);
    unread.plain = other;
    unread.indexed = target;
    unread.isWritten = isTargetWritten;
    unread.plainStrides = Broadcast.strides(other, dimensions.sizes());
    return unread.parameters();
  }

  private void add(Tensor index, int dim, Tensor indexed) {
    long size = indexed.size(dim);
    long bytes = indexed.stride(dim) * indexed.dtype().sizeBytes();
    long[] at =
        offsets(
            dimensions.indexSizes(),
            Broadcast.strides(index, dimensions.indexSizes()),
            index.dtype().sizeBytes());
    for (int i = 0; i < at.length; i++) {
      long chosen = Elements.longAt(index.dtype(), index.address() + at[i]);
      if (chosen < -size || chosen >= size) {
        throw new InvalidArgument(
            dimensions.operator(),
            "indices",
            "have %d for dimension %d, expected %d to %d".formatted(chosen, dim, -size, size - 1));
      }
      targets[i] += (chosen < 0 ? chosen + size : chosen) * bytes;
    }
  }

  void place(Tensor other, Tensor target, boolean isTargetWritten) {
    plain = other;
    indexed = target;
    isWritten = isTargetWritten;
    plainStrides = Broadcast.strides(other, dimensions.sizes());
    int[] kept = dimensions.kept();
    int outer = Math.max(kept.length - 1, 0);
    long[] sizes = new long[outer];
    long[][] strides = new long[2][outer];
    for (int i = 0; i < outer; i++) {
      sizes[i] = target.size(kept[i]);
      strides[PLAIN][i] = plainStrides[dimensions.resultDim(i)];
      strides[INDEXED][i] = target.stride(kept[i]);
    }
    int bytes = target.dtype().sizeBytes();
    if (kept.length > 0) {
      length = target.size(kept[outer]);
      step[PLAIN] = plainStrides[dimensions.resultDim(outer)] * bytes;
      step[INDEXED] = target.stride(kept[outer]) * bytes;
    }
    rows =
        new long[][] {
          offsets(sizes, strides[PLAIN], bytes), offsets(sizes, strides[INDEXED], bytes)
        };
    sources = offsets(dimensions.indexSizes(), indexStrides(plainStrides), bytes);
  }

  private long[] indexStrides(long[] strides) {
    long[] own = new long[dimensions.indexSizes().length];
    System.arraycopy(strides, dimensions.place(), own, 0, own.length);
    return own;
  }

  private static int count(String operator, long[] sizes) {
    long count = Shapes.elementCount(sizes);
    if (count > MOST) {
      throw new InvalidArgument(
          operator, "indices", "choose %d elements, expected at most %d".formatted(count, MOST));
    }
    return (int) count;
  }

  /** Returns the offsets of all positions in row-major order. */
  private long[] offsets(long[] sizes, long[] strides, long bytes) {
    long[] offsets = new long[count(dimensions.operator(), sizes)];
    long[] index = new long[sizes.length];
    long offset = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = offset * bytes;
      for (int dim = sizes.length - 1; dim >= 0; dim--) {
        offset += strides[dim];
        if (++index[dim] < sizes[dim]) {
          break;
        }
        offset -= strides[dim] * sizes[dim];
        index[dim] = 0;
      }
    }
    return offsets;
  }

  /** Returns the number of rows. */
  public long count() {
    return length == 0 ? 0 : (long) targets.length * rows[PLAIN].length;
  }

  /** Returns the type of both operands. */
  public DType type() {
    return indexed.dtype();
  }

  /** Returns the number of elements of a row. */
  public long length() {
    return length;
  }

  /** Returns the distance between adjacent elements of an operand's rows. */
  public long stepBytes(int operand) {
    return step[isWritten ? 1 - operand : operand];
  }

  /** Runs {@code body} for all rows. */
  public void forEach(RowOfElements body) {
    forEach(0, count(), body);
  }

  /** Runs {@code body} for the rows from {@code from} to {@code to}, which is excluded. */
  public void forEach(long from, long to, RowOfElements body) {
    if (from >= to) {
      return;
    }
    int perIndex = rows[PLAIN].length;
    int index = (int) (from / perIndex);
    int row = (int) (from % perIndex);
    for (long left = to - from; left > 0; left--) {
      long other = plain.address() + sources[index] + rows[PLAIN][row];
      long target = indexed.address() + targets[index] + rows[INDEXED][row];
      body.run(isWritten ? target : other, isWritten ? other : target);
      if (++row == perIndex) {
        row = 0;
        index++;
      }
    }
  }

  /**
   * Returns the geometry as plain numbers. The operands are operand 0, operand 1, then the index of
   * each indexed dimension. The dimensions are those of the indexed elements. The numbers are, for
   * each index, the size of its dimension and the step of that dimension in the indexed tensor.
   */
  public ParameterBlock parameters() {
    int[] kept = dimensions.kept();
    int count = indexed.rank() - kept.length;
    Tensor[] operands = new Tensor[count + 2];
    operands[isWritten ? 0 : 1] = indexed;
    operands[isWritten ? 1 : 0] = plain;
    long[] numbers = new long[2 * count];
    int next = 0;
    for (int dim = 0; dim < indexed.rank(); dim++) {
      if (dimensions.index(dim) != null) {
        operands[next + 2] = dimensions.index(dim);
        numbers[2 * next] = indexed.size(dim);
        numbers[2 * next + 1] = indexed.stride(dim) * indexed.dtype().sizeBytes();
        next++;
      }
    }
    return block(operands).with(numbers);
  }

  private ParameterBlock block(Tensor[] operands) {
    DType[] types = new DType[operands.length];
    long[] addresses = new long[operands.length];
    long[] sizes = dimensions.sizes();
    long[][] steps = new long[sizes.length][operands.length];
    for (int operand = 0; operand < operands.length; operand++) {
      types[operand] = operands[operand].dtype();
      addresses[operand] = operands[operand].address();
      long[] strides = strides(operands[operand]);
      for (int dim = 0; dim < sizes.length; dim++) {
        steps[dim][operand] = strides[dim] * types[operand].sizeBytes();
      }
    }
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, addresses);
    for (int dim = 0; dim < sizes.length; dim++) {
      block.dimension(sizes[dim], steps[dim]);
    }
    return block.build();
  }

  /** Returns an operand's strides in the dimensions of the indexed elements. */
  private long[] strides(Tensor operand) {
    if (operand == plain) {
      return plainStrides;
    }
    long[] strides = new long[dimensions.sizes().length];
    if (operand == indexed) {
      int[] kept = dimensions.kept();
      for (int i = 0; i < kept.length; i++) {
        strides[dimensions.resultDim(i)] = indexed.stride(kept[i]);
      }
    } else {
      long[] own = Broadcast.strides(operand, dimensions.indexSizes());
      System.arraycopy(own, 0, strides, dimensions.place(), own.length);
    }
    return strides;
  }
}
