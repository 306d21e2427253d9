package jackfield.backend.cpu.embedding;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The bags of one call, read once: another thread may change the tensors. A bag is a range of the
 * indexes, and the last one has all that are left.
 *
 * @param rows the row of each index
 * @param begins the first index of each bag, and after them the number of indexes
 * @param sizes the number of indexes in each bag but those of padding
 */
record Bags(int[] rows, int[] begins, int[] sizes) {

  /**
   * Reads and checks indexes and offsets.
   *
   * @param endsLast whether the last offset ends the last bag
   * @param rowCount the number of rows of the table
   * @param padding the row that does not count; negative for none
   */
  static Bags read(Tensor indices, Tensor offsets, boolean endsLast, long rowCount, long padding) {
    int[] rows = rows(numbers(indices), rowCount);
    long[] starts = numbers(offsets);
    int count = starts.length - (endsLast ? 1 : 0);
    check(starts, count, rows.length);
    int[] begins = new int[count + 1];
    for (int bag = 0; bag < count; bag++) {
      begins[bag] = (int) starts[bag];
    }
    begins[count] = rows.length;
    return new Bags(rows, begins, sizes(rows, begins, padding));
  }

  /** Returns the number of bags. */
  int count() {
    return sizes.length;
  }

  private static long[] numbers(Tensor vector) {
    long count = vector.elementCount();
    if (vector.dtype() != DType.INT64 || count >= Integer.MAX_VALUE - Long.BYTES) {
      return HostData.longs(vector); // which refuses what an array cannot hold
    }
    long[] numbers = new long[(int) count];
    long first = count == 0 ? 0 : vector.address();
    long step = vector.stride(0) * Long.BYTES;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = HostBytes.longAt(first + i * step);
    }
    return numbers;
  }

  private static int[] rows(long[] read, long rowCount) {
    int[] rows = new int[read.length];
    for (int i = 0; i < rows.length; i++) {
      if (read[i] < 0 || read[i] >= rowCount || read[i] > Integer.MAX_VALUE) {
        throw new InvalidArgument(
            "embedding_bag",
            "indices",
            "has %d at %d, expected 0 to %d".formatted(read[i], i, rowCount - 1));
      }
      rows[i] = (int) read[i];
    }
    return rows;
  }

  private static void check(long[] offsets, int count, int length) {
    if (offsets.length > 0 ? offsets[0] != 0 : length > 0) {
      throw new InvalidArgument(
          "embedding_bag", "offsets", "does not begin with 0, where the first bag begins");
    }
    for (int bag = 0; bag < offsets.length; bag++) {
      long least = bag == 0 ? 0 : offsets[bag - 1];
      if (offsets[bag] < least || offsets[bag] > length) {
        throw new InvalidArgument(
            "embedding_bag",
            "offsets",
            "has %d for bag %d, expected %d to %d".formatted(offsets[bag], bag, least, length));
      }
    }
    if (count == 0 && length > 0) {
      throw new InvalidArgument("embedding_bag", "offsets", "has no bag for the indexes");
    }
  }

  private static int[] sizes(int[] rows, int[] begins, long padding) {
    int[] sizes = new int[begins.length - 1];
    for (int bag = 0; bag < sizes.length; bag++) {
      for (int i = begins[bag]; i < begins[bag + 1]; i++) {
        sizes[bag] += rows[i] == padding ? 0 : 1;
      }
    }
    return sizes;
  }
}
