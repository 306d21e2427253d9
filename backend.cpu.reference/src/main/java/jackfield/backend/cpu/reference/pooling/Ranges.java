package jackfield.backend.cpu.reference.pooling;

import jackfield.aten.pooling.PoolingWindows;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Elements of one window, or windows over one element. */
final class Ranges {
  private final PoolingWindows windows;
  private final long[] first;
  private final long[] end;
  private final long[] steps;

  Ranges(PoolingWindows windows) {
    this.windows = windows;
    this.first = new long[windows.rank()];
    this.end = new long[windows.rank()];
    this.steps = new long[windows.rank()];
  }

  /** Moves to the elements of a window; returns whether there are none. */
  boolean windowAt(long[] position) {
    boolean isEmpty = false;
    for (int dim = 0; dim < first.length; dim++) {
      first[dim] = windows.first(dim, position[dim]);
      end[dim] = windows.end(dim, position[dim]);
      steps[dim] = windows.step(dim);
      isEmpty |= first[dim] >= end[dim];
    }
    return isEmpty;
  }

  /** Moves to the windows over an element, which have no gaps. */
  void windowsOver(long[] element) {
    for (int dim = 0; dim < first.length; dim++) {
      first[dim] = windows.firstOver(dim, element[dim]);
      end[dim] = windows.firstAfter(dim, element[dim]);
    }
    Arrays.fill(steps, 1);
  }

  void forEach(Positions.Action action) {
    Positions.forEach(first, end, steps, action);
  }

  /** Returns the row-major position of the first element in the image. */
  long firstIndex() {
    return index(first);
  }

  /** Returns the row-major position of an element in the image. */
  long index(long[] place) {
    long index = 0;
    for (int dim = 0; dim < place.length; dim++) {
      index = index * windows.image(dim) + place[dim];
    }
    return index;
  }

  /** Calls an action for each image of each channel. */
  static void forEachPlane(Tensor batch, Positions.Action action) {
    Positions.forEach(new long[] {batch.size(0), batch.size(1)}, action);
  }
}
