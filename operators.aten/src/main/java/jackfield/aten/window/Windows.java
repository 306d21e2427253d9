package jackfield.aten.window;

import jackfield.tensor.Shapes;

/**
 * The geometry of windows that slide over an image of one or more spatial dimensions: those of a
 * convolution or of pooling. In each dimension, tap {@code t} of window {@code p} is over element
 * {@code p * stride - padding + t * dilation} of the image, or over padding where there is no such
 * element.
 *
 * @param image the sizes of the image
 * @param positions the numbers of windows
 * @param taps the numbers of taps of a window
 * @param stride the distances between windows, from 1
 * @param padding the elements added at each end, from 0
 * @param dilation the distances between taps, from 1
 */
public record Windows(
    long[] image, long[] positions, long[] taps, long[] stride, long[] padding, long[] dilation) {
  /** The three sides of the relation between windows and an image. */
  public enum Side {
    /** The elements of the image. */
    IMAGE,
    /** The windows. */
    POSITIONS,
    /** The elements of a window. */
    TAPS
  }

  /** Returns the number of spatial dimensions. */
  public int rank() {
    return image.length;
  }

  /** Returns the sizes of a side. */
  public long[] sizes(Side side) {
    return switch (side) {
      case IMAGE -> image;
      case POSITIONS -> positions;
      case TAPS -> taps;
    };
  }

  /** Returns the number of elements of a side. */
  public long count(Side side) {
    return Shapes.elementCount(sizes(side));
  }

  /** Returns the image's index under a tap in one dimension; it may be outside the image. */
  public long index(int dim, long position, long tap) {
    return position * stride[dim] - padding[dim] + tap * dilation[dim];
  }

  /** Returns whether a dimension of the image has an index. */
  public boolean contains(int dim, long index) {
    return index >= 0 && index < image[dim];
  }

  /** Returns whether each window is exactly one element of the image, in the image's order. */
  public boolean isIdentity() {
    for (int dim = 0; dim < image.length; dim++) {
      if (taps[dim] != 1 || stride[dim] != 1 || padding[dim] != 0 || image[dim] != positions[dim]) {
        return false;
      }
    }
    return true;
  }
}
