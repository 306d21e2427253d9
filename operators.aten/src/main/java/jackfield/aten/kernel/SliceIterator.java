package jackfield.aten.kernel;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Iterates over the slices of several tensors: lines along one dimension, or matrices in the last
 * two. The outer dimensions, which all operands have in common, are visited in row-major order. The
 * sizes of a slice may differ between operands, as those of the {@code k} largest elements and
 * their line do.
 *
 * <p>Outputs come first, then inputs. An operand may be null: its address and its steps are 0.
 *
 * <p><em>Units</em>: steps in bytes, sizes in elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one iterator, within its call.
 */
public final class SliceIterator {
  private final DType[] types;
  private final long[] bases;
  private final long[][] innerSizes; // [inner dimension][operand]
  private final long[][] innerSteps; // [inner dimension][operand]
  private final long[] sizes; // of the outer dimensions
  private final long[][] steps; // [outer dimension][operand]
  private final long count;

  /** Processes one slice of each operand. */
  @FunctionalInterface
  public interface Slice {
    /**
     * Processes one slice.
     *
     * @param at the address of the slice's first element, for each operand; valid during the call
     */
    void run(long[] at);
  }

  private SliceIterator(Tensor[] operands, int outerRank, int innerRank) {
    types = new DType[operands.length];
    bases = new long[operands.length];
    innerSizes = new long[innerRank][operands.length];
    innerSteps = new long[innerRank][operands.length];
    sizes = new long[outerRank];
    steps = new long[outerRank][operands.length];
    count = 0;
  }

  private SliceIterator(SliceIterator placed, long count) {
    types = placed.types;
    bases = placed.bases;
    innerSizes = placed.innerSizes;
    innerSteps = placed.innerSteps;
    sizes = placed.sizes;
    steps = placed.steps;
    this.count = count;
  }

  /**
   * Returns the lines along a dimension. Tensors without dimensions are one line of one element.
   *
   * @param dim the dimension, counted from 0
   * @param operands tensors of one rank, at least one not null
   */
  public static SliceIterator lines(int dim, Tensor... operands) {
    int rank = first(operands).rank();
    int[] inner = rank == 0 ? new int[] {-1} : new int[] {dim};
    int[] outer = new int[Math.max(rank - 1, 0)];
    for (int other = 0; other < outer.length; other++) {
      outer[other] = other < dim ? other : other + 1;
    }
    return of(operands, outer, inner);
  }

  /**
   * Returns the matrices in the last two dimensions. The rows are inner dimension 0, the columns
   * inner dimension 1.
   *
   * @param operands tensors of one rank, at least two; at least one not null
   */
  public static SliceIterator matrices(Tensor... operands) {
    int rank = first(operands).rank();
    int[] outer = new int[rank - 2];
    for (int dim = 0; dim < outer.length; dim++) {
      outer[dim] = dim;
    }
    return of(operands, outer, new int[] {rank - 2, rank - 1});
  }

  private static Tensor first(Tensor[] operands) {
    int operand = 0;
    while (operands[operand] == null) {
      operand++;
    }
    return operands[operand];
  }

  private static SliceIterator of(Tensor[] operands, int[] outer, int[] inner) {
    SliceIterator slices = new SliceIterator(operands, outer.length, inner.length);
    for (int operand = 0; operand < operands.length; operand++) {
      if (operands[operand] != null) {
        slices.place(operand, operands[operand], outer, inner);
      }
    }
    long product = 1;
    for (long size : slices.sizes) {
      product *= size;
    }
    return new SliceIterator(slices, product);
  }

  private void place(int operand, Tensor tensor, int[] outer, int[] inner) {
    types[operand] = tensor.dtype();
    bases[operand] = tensor.address();
    long bytes = tensor.dtype().sizeBytes();
    for (int i = 0; i < inner.length; i++) {
      innerSizes[i][operand] = inner[i] < 0 ? 1 : tensor.size(inner[i]);
      innerSteps[i][operand] = inner[i] < 0 ? bytes : tensor.stride(inner[i]) * bytes;
    }
    for (int i = 0; i < outer.length; i++) {
      sizes[i] = tensor.size(outer[i]);
      steps[i][operand] = tensor.stride(outer[i]) * bytes;
    }
  }

  /** Returns the number of slices; 0 if an outer dimension is empty. */
  public long count() {
    return count;
  }

  /** Returns the number of operands. */
  public int operandCount() {
    return types.length;
  }

  /** Returns an operand's type; null if the operand is absent. */
  public DType type(int operand) {
    return types[operand];
  }

  /** Returns the length of an operand's lines. */
  public long length(int operand) {
    return innerSizes[0][operand];
  }

  /** Returns the distance between adjacent elements of an operand's lines. */
  public long stepBytes(int operand) {
    return innerSteps[0][operand];
  }

  /** Returns the size of inner dimension {@code inner} of an operand's slices. */
  public long size(int operand, int inner) {
    return innerSizes[inner][operand];
  }

  /** Returns an operand's step in inner dimension {@code inner}. */
  public long stepBytes(int operand, int inner) {
    return innerSteps[inner][operand];
  }

  /** Runs {@code slice} for all slices. */
  public void forEach(Slice slice) {
    forEach(0, count, slice);
  }

  /** Runs {@code slice} for the slices from {@code from} to {@code to}, which is excluded. */
  public void forEach(long from, long to, Slice slice) {
    long[] index = new long[sizes.length];
    long[] position = bases.clone();
    seek(from, index, position);
    long[] at = new long[position.length];
    for (long left = to - from; left > 0; left--) {
      System.arraycopy(position, 0, at, 0, at.length);
      slice.run(at);
      next(index, position);
    }
  }

  private void seek(long slice, long[] index, long[] position) {
    long rest = slice;
    for (int dim = sizes.length - 1; dim >= 0 && rest > 0; dim--) {
      index[dim] = rest % sizes[dim];
      rest /= sizes[dim];
      move(position, dim, index[dim]);
    }
  }

  private void next(long[] index, long[] position) {
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      move(position, dim, 1);
      if (++index[dim] < sizes[dim]) {
        return;
      }
      move(position, dim, -sizes[dim]);
      index[dim] = 0;
    }
  }

  private void move(long[] position, int dim, long times) {
    for (int operand = 0; operand < position.length; operand++) {
      position[operand] += times * steps[dim][operand];
    }
  }

  /**
   * Returns the geometry as plain numbers. The outer dimensions come first, then the inner ones
   * with the sizes of operand 0; sizes of the other operands' slices follow as numbers.
   */
  public ParameterBlock parameters() {
    ParameterBlock.Builder block = new ParameterBlock.Builder(types, bases);
    for (int dim = 0; dim < sizes.length; dim++) {
      block.dimension(sizes[dim], steps[dim]);
    }
    for (int inner = 0; inner < innerSizes.length; inner++) {
      block.dimension(innerSizes[inner][0], innerSteps[inner]);
      for (int operand = 1; operand < types.length; operand++) {
        block.number(innerSizes[inner][operand]);
      }
    }
    return block.build();
  }
}
