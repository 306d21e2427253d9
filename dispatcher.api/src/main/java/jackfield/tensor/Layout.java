package jackfield.tensor;

import jackfield.error.InvalidArgument;

/** How a tensor's elements are arranged. */
public enum Layout {
  /** One block of memory with strides. */
  STRIDED(0),
  /** Coordinates and values. */
  SPARSE_COO(1),
  /** Compressed rows. */
  SPARSE_CSR(2);

  private final int number;

  Layout(int number) {
    this.number = number;
  }

  /** Returns the number of this layout in schemas. */
  public int number() {
    return number;
  }

  /**
   * Returns the layout with the number {@code number} in schemas.
   *
   * @throws InvalidArgument if no layout has that number
   */
  public static Layout ofNumber(long number) {
    for (Layout layout : values()) {
      if (layout.number == number) {
        return layout;
      }
    }
    throw new InvalidArgument("Layout", "number", number + " is not the number of a layout");
  }
}
