package jackfield.aten.kernel;

import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The common sizes to which several operands are broadcast. Shapes are compared from the last
 * dimension; a size of 1 matches every size.
 */
public final class Broadcast {
  private Broadcast() {}

  /**
   * Returns the common sizes of two shapes, as one of the two arrays itself if it equals the
   * result.
   *
   * @throws ShapeMismatch if a dimension differs and is 1 in neither
   */
  public static long[] sizes(String operator, long[] self, long[] other) {
    if (self == other || Arrays.equals(self, other)) {
      return self;
    }
    long[] longer = self.length >= other.length ? self : other;
    long[] shorter = longer == self ? other : self;
    long[] sizes = longer.clone();
    int shift = longer.length - shorter.length;
    for (int dim = shift; dim < sizes.length; dim++) {
      long size = shorter[dim - shift];
      if (sizes[dim] == 1) {
        sizes[dim] = size;
      } else if (size != 1 && size != sizes[dim]) {
        throw mismatch(operator, sizes[dim], size, sizes.length - dim, self, other);
      }
    }
    return sizes;
  }

  private static ShapeMismatch mismatch(
      String operator, long size, long other, int fromLast, long[] self, long[] others) {
    return new ShapeMismatch(
        operator,
        "the shapes do not broadcast: %d and %d differ in dimension −%d"
            .formatted(size, other, fromLast),
        self,
        others);
  }

  /** Returns whether a tensor of sizes {@code from} can be expanded to {@code to}. */
  public static boolean expands(long[] from, long[] to) {
    int shift = to.length - from.length;
    if (shift < 0) {
      return false;
    }
    for (int dim = 0; dim < from.length; dim++) {
      if (from[dim] != 1 && from[dim] != to[dim + shift]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the strides of {@code operand} expanded to {@code sizes}: 0 where it repeats. */
  public static long[] strides(Tensor operand, long[] sizes) {
    return strides(operand.sizes(), operand.strides(), sizes);
  }

  /** Returns strides of a layout with sizes {@code own}, expanded to {@code sizes}. */
  static long[] strides(long[] own, long[] strides, long[] sizes) {
    if (own.length == sizes.length && Arrays.equals(own, sizes)) {
      return strides;
    }
    long[] expanded = new long[sizes.length];
    int shift = sizes.length - own.length;
    for (int dim = 0; dim < own.length; dim++) {
      boolean repeats = own[dim] == 1 && sizes[dim + shift] != 1;
      expanded[dim + shift] = repeats ? 0 : strides[dim];
    }
    return expanded;
  }

  /**
   * Returns the strides of operands expanded to {@code sizes}; null for an operand that is null.
   */
  static long[][] strides(Tensor[] operands, long[] sizes) {
    long[][] strides = new long[operands.length][];
    for (int operand = 0; operand < strides.length; operand++) {
      if (operands[operand] != null) {
        strides[operand] = strides(operands[operand], sizes);
      }
    }
    return strides;
  }
}
