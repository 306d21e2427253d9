package jackfield.backend.cpu.reference.element;

import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Goes through ranges of several dimensions, the last one fastest. */
public final class Positions {
  /** What is done at each place. */
  public interface Action {
    /** Receives the place, which changes after the call. */
    void at(long[] place);
  }

  private Positions() {}

  /** Calls an action for each place from 0 to {@code sizes}. */
  public static void forEach(long[] sizes, Action action) {
    long[] steps = new long[sizes.length];
    Arrays.fill(steps, 1);
    forEach(new long[sizes.length], sizes, steps, action);
  }

  /**
   * Calls an action for each place of an image of {@code batch}, whose first two sizes are the
   * numbers of items and of channels. Without an image there is no call, however large it would be.
   */
  public static void forEachInImage(Tensor batch, long[] image, Action action) {
    if (batch.size(0) != 0 && batch.size(1) != 0) {
      forEach(image, action);
    }
  }

  /** Calls an action for each place from {@code first} to {@code end} in steps. */
  public static void forEach(long[] first, long[] end, long[] steps, Action action) {
    for (int dim = 0; dim < end.length; dim++) {
      if (first[dim] >= end[dim]) {
        return;
      }
    }
    long[] place = first.clone();
    while (true) {
      action.at(place);
      int dim = place.length - 1;
      while (dim >= 0 && end[dim] - place[dim] <= steps[dim]) {
        place[dim] = first[dim];
        dim--;
      }
      if (dim < 0) {
        return;
      }
      place[dim] += steps[dim];
    }
  }

  /** Returns the address of an element, of which the first indexes are those of a plane. */
  public static long address(Tensor tensor, long[] plane, long[] place) {
    long offset = 0;
    for (int dim = 0; dim < plane.length; dim++) {
      offset += plane[dim] * tensor.stride(dim);
    }
    for (int dim = 0; dim < place.length; dim++) {
      offset += place[dim] * tensor.stride(plane.length + dim);
    }
    return tensor.address() + offset * tensor.dtype().sizeBytes();
  }
}
