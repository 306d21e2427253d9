package jackfield.backend.cpu.counts;

import jackfield.memory.HostBytes;
import jackfield.parallel.Parallel;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Row-major elements of a floating type. */
record Values(DType type, long address, long count) {
  private static final long GRAIN = 1 << 16; // elements of a part of a parallel loop

  /** Returns the elements of a row-major tensor. */
  static Values of(Tensor tensor) {
    long count = tensor.elementCount();
    return new Values(tensor.dtype(), count == 0 ? 0 : tensor.address(), count);
  }

  /** Returns one element. */
  double at(long index) {
    return switch (type) {
      case FLOAT32 -> HostBytes.floatAt(address + index * Float.BYTES);
      case FLOAT64 -> HostBytes.doubleAt(address + index * Double.BYTES);
      default -> Elements.doubleAt(type, address + index * type.sizeBytes());
    };
  }

  /**
   * Returns the smallest and the largest element. Both are NaN if there is a NaN; +∞ and −∞ if
   * there are no elements.
   */
  double[] ends() {
    double[][] ends = new double[(int) Parallel.parts(count, GRAIN)][];
    Parallel.range(
        count,
        GRAIN,
        (from, to) -> {
          double smallest = Double.POSITIVE_INFINITY;
          double largest = Double.NEGATIVE_INFINITY;
          for (long i = from; i < to; i++) {
            smallest = Math.min(smallest, at(i));
            largest = Math.max(largest, at(i));
          }
          ends[(int) (from / GRAIN)] = new double[] {smallest, largest};
        });
    double[] all = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double[] part : ends) {
      all[0] = Math.min(all[0], part[0]);
      all[1] = Math.max(all[1], part[1]);
    }
    return all;
  }
}
