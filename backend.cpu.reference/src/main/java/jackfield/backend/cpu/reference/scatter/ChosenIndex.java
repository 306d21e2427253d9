package jackfield.backend.cpu.reference.scatter;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/**
 * Reads indexes and checks them. Bodies check all indexes before they write, and each one again
 * when they use it: another thread may have written to the tensor of indexes between the two, and
 * no index may lead out of memory.
 */
final class ChosenIndex {
  private final String operator;
  private final DType type;
  private final long least;
  private final long size;

  /**
   * @param type int64 or int32
   * @param size the number of elements among which indexes choose
   * @param wraps whether negative indexes count from the end
   */
  ChosenIndex(String operator, DType type, long size, boolean wraps) {
    this.operator = operator;
    this.type = type;
    this.size = size;
    this.least = wraps ? -size : 0;
  }

  /**
   * Returns the index at an address, counted from 0.
   *
   * @throws InvalidArgument if it is outside
   */
  long at(long address) {
    long chosen = Elements.longAt(type, address);
    if (chosen < least || chosen >= size) {
      throw new InvalidArgument(
          operator, "index", "has %d, expected %d to %d".formatted(chosen, least, size - 1));
    }
    return chosen < 0 ? chosen + size : chosen;
  }
}
