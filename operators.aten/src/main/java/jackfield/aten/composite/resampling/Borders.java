package jackfield.aten.composite.resampling;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The widths of the borders of a tensor's last dimensions, and the sizes that they lead to. */
final class Borders {
  private final long[] pad;
  private final long[] old;
  private final long[] sizes;

  private Borders(long[] pad, long[] old, long[] sizes) {
    this.pad = pad;
    this.old = old;
    this.sizes = sizes;
  }

  /**
   * Reads the widths.
   *
   * @throws InvalidArgument if they are not two for each of at most all dimensions, crop more than
   *     there is, or lead to sizes that do not fit 64 bits
   */
  static Borders of(String operator, Tensor self, long[] pad) {
    if (pad.length % 2 != 0 || pad.length / 2 > self.rank()) {
      throw refused(operator, pad, self, "needs two numbers for each of the last dimensions");
    }
    Borders borders = new Borders(pad, self.sizes(), self.sizes().clone());
    for (int dim = borders.first(); dim < self.rank(); dim++) {
      try {
        long size = borders.old[dim];
        long rest = Math.addExact(size, Math.min(borders.width(dim, 0), 0));
        if (rest < 0 || Math.addExact(rest, Math.min(borders.width(dim, 1), 0)) < 0) {
          throw refused(operator, pad, self, "crops more than there is");
        }
        long both = Math.addExact(borders.width(dim, 0), borders.width(dim, 1));
        borders.sizes[dim] = Math.addExact(size, both);
      } catch (ArithmeticException tooLarge) {
        throw refused(operator, pad, self, "gives a size that does not fit 64 bits");
      }
    }
    return borders;
  }

  private static InvalidArgument refused(String operator, long[] pad, Tensor self, String reason) {
    return new InvalidArgument(
        operator,
        "pad",
        "%s, found %s for sizes %s"
            .formatted(reason, Arrays.toString(pad), Arrays.toString(self.sizes())));
  }

  private long width(int dim, int side) {
    return pad[2 * (old.length - 1 - dim) + side];
  }

  /** Returns the first dimension that has a border. */
  int first() {
    return old.length - pad.length / 2;
  }

  /** Returns the sizes with the borders. */
  long[] sizes() {
    return sizes.clone();
  }

  /** Returns the width added before a dimension's elements. */
  long before(int dim) {
    return Math.max(width(dim, 0), 0);
  }

  /** Returns the width added after a dimension's elements. */
  long after(int dim) {
    return Math.max(width(dim, 1), 0);
  }

  /** Returns the number of elements removed at the beginning. */
  long cropBefore(int dim) {
    return Math.max(-width(dim, 0), 0);
  }

  /** Returns whether elements are removed. */
  boolean crops(int dim) {
    return width(dim, 0) < 0 || width(dim, 1) < 0;
  }

  /** Returns the number of elements that stay. */
  long kept(int dim) {
    return old[dim] + Math.min(width(dim, 0), 0) + Math.min(width(dim, 1), 0);
  }

  /** Returns whether any width is positive. */
  boolean extend() {
    return Arrays.stream(pad).anyMatch(width -> width > 0);
  }
}
