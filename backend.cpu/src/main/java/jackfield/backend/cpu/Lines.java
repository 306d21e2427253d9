package jackfield.backend.cpu;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Iterates over the lines of several tensors of equal sizes along one dimension, in row-major order
 * of the other dimensions. Tensors without dimensions are one line of one element.
 */
final class Lines {
  private final Tensor[] tensors;
  private final long[] sizes; // sizes of the other dimensions
  private final long[][] steps; // strides of the other dimensions, [dimension][tensor], in bytes
  private final long[] lineSteps; // strides along the line, in bytes
  private final long length;
  private final long count;
  private final long[] addresses; // of the first line

  /** Creates the lines of {@code tensors} along {@code dim}. */
  Lines(int dim, Tensor... tensors) {
    Tensor first = tensors[0];
    int others = Math.max(first.rank() - 1, 0);
    this.tensors = tensors;
    this.sizes = new long[others];
    this.steps = new long[others][tensors.length];
    this.lineSteps = new long[tensors.length];
    this.addresses = new long[tensors.length];
    this.length = first.rank() == 0 ? 1 : first.size(dim);
    this.count = first.elementCount() == 0 ? 0 : first.elementCount() / length;
    for (int tensor = 0; tensor < tensors.length; tensor++) {
      place(tensor, dim);
    }
  }

  private void place(int tensor, int dim) {
    Tensor placed = tensors[tensor];
    int element = placed.dtype().sizeBytes();
    addresses[tensor] = placed.address();
    lineSteps[tensor] = placed.rank() == 0 ? element : placed.stride(dim) * element;
    for (int other = 0; other < sizes.length; other++) {
      int from = other < dim ? other : other + 1;
      sizes[other] = placed.size(from);
      steps[other][tensor] = placed.stride(from) * element;
    }
  }

  /** Processes one line of each tensor. */
  @FunctionalInterface
  interface Line {
    /**
     * Processes one line.
     *
     * @param addresses the address of the first element, for each tensor
     * @param steps the bytes from one element to the next, for each tensor
     */
    void run(long[] addresses, long[] steps, long length);
  }

  /** Runs {@code line} for all lines along {@code dim}. */
  static void forEach(int dim, Line line, Tensor... tensors) {
    Lines lines = new Lines(dim, tensors);
    lines.forEach(0, lines.count, line);
  }

  /** Returns the number of lines. */
  long count() {
    return count;
  }

  /** Returns the number of elements of a line. */
  long length() {
    return length;
  }

  /**
   * Runs {@code line} for the lines from {@code from} to {@code to}, which is excluded. Several
   * threads may do so at once.
   */
  void forEach(long from, long to, Line line) {
    long[] index = new long[sizes.length];
    long[] at = addresses.clone();
    seek(from, index, at);
    for (long left = to - from; left > 0; left--) {
      line.run(at, lineSteps, length);
      next(index, at);
    }
  }

  private void seek(long position, long[] index, long[] at) {
    long rest = position;
    for (int dim = sizes.length - 1; dim >= 0 && rest > 0; dim--) {
      index[dim] = rest % sizes[dim];
      rest /= sizes[dim];
      move(at, dim, index[dim]);
    }
  }

  /** Copies between tensors of equal sizes, converting if the types differ. */
  static void copy(Tensor from, Tensor to) {
    DType type = from.dtype();
    DType wanted = to.dtype();
    forEach(
        Math.max(from.rank() - 1, 0),
        (at, step, count) -> StridedCopy.copy(type, at[0], step[0], wanted, at[1], step[1], count),
        from,
        to);
  }

  private void next(long[] index, long[] at) {
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      move(at, dim, 1);
      if (++index[dim] < sizes[dim]) {
        return;
      }
      move(at, dim, -sizes[dim]);
      index[dim] = 0;
    }
  }

  private void move(long[] at, int dim, long times) {
    for (int tensor = 0; tensor < at.length; tensor++) {
      at[tensor] += times * steps[dim][tensor];
    }
  }
}
