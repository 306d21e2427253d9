package jackfield.tensor;

import jackfield.error.InvalidArgument;

/** The order of dimensions in memory, as requested from a factory or a copy. */
public enum MemoryFormat {
  /** Row-major. */
  CONTIGUOUS,
  /** The order of the input. */
  PRESERVE,
  /** Channels innermost, for tensors of rank 4. */
  CHANNELS_LAST,
  /** Channels innermost, for tensors of rank 5. */
  CHANNELS_LAST_3D;

  /**
   * Returns the format with the number {@code number} in schemas.
   *
   * @throws InvalidArgument if no format has that number
   */
  public static MemoryFormat ofNumber(long number) {
    if (number < 0 || number >= values().length) {
      throw new InvalidArgument(
          "MemoryFormat", "number", number + " is not the number of a memory format");
    }
    return values()[(int) number];
  }
}
