package jackfield.tensor;

import jackfield.error.InvalidArgument;

/** The order of dimensions in memory that a factory or a copy is asked for. */
public enum MemoryFormat {
  /** Row-major. */
  CONTIGUOUS,
  /** The order that the input has. */
  PRESERVE,
  /** Channels innermost, for tensors of rank 4. */
  CHANNELS_LAST,
  /** Channels innermost, for tensors of rank 5. */
  CHANNELS_LAST_3D;

  /**
   * Returns the format that schemas pass as {@code number}.
   *
   * @throws InvalidArgument if no format has that number
   */
  public static MemoryFormat ofNumber(long number) {
    if (number < 0 || number >= values().length) {
      throw new InvalidArgument(
          "MemoryFormat", "number", number + " is the number of no memory format");
    }
    return values()[(int) number];
  }
}
