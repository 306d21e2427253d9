package jackfield.backend.cpu.reference.embedding;

import jackfield.error.InvalidArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;

/**
 * The bags of one call, read once: another thread may change the tensors.
 *
 * @param rows the row of each index
 * @param bags the bag of each index
 * @param sizes the number of indexes in each bag but those of padding
 */
record BagOffsets(int[] rows, int[] bags, int[] sizes) {

  /**
   * Reads and checks indexes and offsets.
   *
   * @param endsLast whether the last offset ends the last bag
   * @param rowCount the number of rows of the table
   * @param padding the row that does not count; negative for none
   */
  static BagOffsets read(
      Tensor indices, Tensor offsets, boolean endsLast, long rowCount, long padding) {
    int[] rows = rows(indices, rowCount);
    long[] starts = HostData.longs(offsets);
    int count = starts.length - (endsLast ? 1 : 0);
    int[] bags = bags(starts, count, rows.length);
    int[] sizes = new int[count];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] != padding) {
        sizes[bags[i]]++;
      }
    }
    return new BagOffsets(rows, bags, sizes);
  }

  private static int[] rows(Tensor indices, long rowCount) {
    long[] read = HostData.longs(indices);
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

  /** Returns the bag of each index: the last one that begins at it or before. */
  private static int[] bags(long[] offsets, int count, int length) {
    if (offsets.length > 0 ? offsets[0] != 0 : length > 0) {
      throw new InvalidArgument(
          "embedding_bag", "offsets", "does not begin with 0, where the first bag begins");
    }
    int[] begins = new int[length + 1];
    for (int bag = 0; bag < offsets.length; bag++) {
      long least = bag == 0 ? 0 : offsets[bag - 1];
      if (offsets[bag] < least || offsets[bag] > length) {
        throw new InvalidArgument(
            "embedding_bag",
            "offsets",
            "has %d for bag %d, expected %d to %d".formatted(offsets[bag], bag, least, length));
      }
      if (bag < count) {
        begins[(int) offsets[bag]]++;
      }
    }
    if (count == 0 && length > 0) {
      throw new InvalidArgument("embedding_bag", "offsets", "has no bag for the indexes");
    }
    return lastBegun(begins, length);
  }

  private static int[] lastBegun(int[] begins, int length) {
    int[] bags = new int[length];
    int begun = 0;
    for (int i = 0; i < length; i++) {
      begun += begins[i];
      bags[i] = begun - 1;
    }
    return bags;
  }
}
