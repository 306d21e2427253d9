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
  private final long[] index; // the next two fields are written by next()
  private final long[] addresses;

  private Lines(Tensor[] tensors, int dim) {
    Tensor first = tensors[0];
    int others = Math.max(first.rank() - 1, 0);
    this.tensors = tensors;
    this.sizes = new long[others];
    this.steps = new long[others][tensors.length];
    this.lineSteps = new long[tensors.length];
    this.addresses = new long[tensors.length];
    this.index = new long[others];
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
    Lines lines = new Lines(tensors, dim);
    for (long left = lines.count; left > 0; left--) {
      line.run(lines.addresses, lines.lineSteps, lines.length);
      lines.next();
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

  private void next() {
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      move(dim, 1);
      if (++index[dim] < sizes[dim]) {
        return;
      }
      move(dim, -sizes[dim]);
      index[dim] = 0;
    }
  }

  private void move(int dim, long count) {
    for (int tensor = 0; tensor < addresses.length; tensor++) {
      addresses[tensor] += count * steps[dim][tensor];
    }
  }
}
