package jackfield.backend.cpu.sampling;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Coordinates of places in images, or their gradients: numbers for each place, that of the last
 * dimension first.
 *
 * @param address the address of the first place
 * @param rank the dimensions of an image
 * @param sizes the slices, rows and columns of places of an image
 * @param batchStep bytes from the places of an image to those of the next
 * @param steps bytes from one slice, row and column to the next
 * @param step bytes from one coordinate to the next
 */
record GridPlaces(
    DType type, long address, int rank, long[] sizes, long batchStep, long[] steps, long step) {
  /** Returns the places of a tensor of two more dimensions than an image. */
  static GridPlaces of(Tensor grid) {
    int element = grid.dtype().sizeBytes();
    int rank = grid.rank() - 2;
    long[] sizes = {1, 1, 1};
    long[] steps = new long[3];
    for (int dim = 0; dim < rank; dim++) {
      sizes[3 - rank + dim] = grid.size(1 + dim);
      steps[3 - rank + dim] = grid.stride(1 + dim) * element;
    }
    return new GridPlaces(
        grid.dtype(),
        grid.address(),
        rank,
        sizes,
        grid.stride(0) * element,
        steps,
        grid.stride(rank + 1) * element);
  }

  /** Returns the number of places of an image. */
  long count() {
    return sizes[0] * sizes[1] * sizes[2];
  }

  /** Returns the number of places in a row. */
  long width() {
    return sizes[2];
  }

  /** Returns the address of a place, by its row-major position. */
  long at(long image, long place) {
    long row = place / sizes[2];
    return address
        + image * batchStep
        + row / sizes[1] * steps[0]
        + row % sizes[1] * steps[1]
        + place % sizes[2] * steps[2];
  }

  /** Returns the coordinate of a dimension. */
  double coordinate(long place, int dim) {
    return Elements.doubleAt(type, place + (rank - 1 - dim) * step);
  }

  /** Writes the number of a dimension. */
  void put(long place, int dim, double number) {
    Elements.putDouble(type, place + (rank - 1 - dim) * step, number);
  }
}
