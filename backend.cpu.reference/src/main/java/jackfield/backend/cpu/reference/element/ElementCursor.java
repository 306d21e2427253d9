package jackfield.backend.cpu.reference.element;

import jackfield.tensor.Tensor;

/**
 * Goes through the addresses of a tensor's elements in row-major order.
 *
 * <p><em>Threads</em>: one, within one call of the dispatcher.
 */
public final class ElementCursor {
  private final long[] sizes;
  private final long[] stepBytes;
  private final long[] index;
  private long left;
  private long address;

  /** Starts before the first element. */
  public ElementCursor(Tensor tensor) {
    sizes = tensor.sizes();
    stepBytes = new long[sizes.length];
    for (int dim = 0; dim < sizes.length; dim++) {
      stepBytes[dim] = tensor.stride(dim) * tensor.dtype().sizeBytes();
    }
    index = new long[sizes.length];
    left = tensor.elementCount();
    address = left == 0 ? 0 : tensor.address();
  }

  /** Returns whether there is another element. */
  public boolean hasNext() {
    return left > 0;
  }

  /**
   * Returns the address of the next element.
   *
   * @throws IllegalStateException if there is none
   */
  public long next() {
    if (left-- <= 0) {
      throw new IllegalStateException("no element is left");
    }
    long found = address;
    for (int dim = sizes.length - 1; dim >= 0; dim--) {
      address += stepBytes[dim];
      if (++index[dim] < sizes[dim]) {
        break;
      }
      address -= stepBytes[dim] * sizes[dim];
      index[dim] = 0;
    }
    return found;
  }
}
