package jackfield.backend.cpu.moves;

import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * The indexes of a call, which are read from their tensor. Another thread may change them at any
 * time, so each read checks the index again.
 *
 * @param step the bytes from one index to the next
 * @param size the number of slices that an index can choose from
 */
record SliceIndexes(DType type, long address, long step, long count, long size) {
  static SliceIndexes of(Tensor index, long size) {
    DType type = index.dtype();
    long step = index.rank() == 0 ? 0 : index.stride(0) * type.sizeBytes();
    return new SliceIndexes(type, index.address(), step, index.elementCount(), size);
  }

  private long read(long i) {
    long at = address + i * step;
    // The common type is read without the switch over all types.
    return type == DType.INT64 ? HostBytes.longAt(at) : Elements.longAt(type, at);
  }

  /** Refuses indexes that choose no slice. */
  void check() {
    for (long i = 0; i < count; i++) {
      at(i);
    }
  }

  /**
   * Returns an index, which is at least 0 and less than {@link #size}.
   *
   * @throws InvalidArgument if it chooses no slice
   */
  long at(long i) {
    long chosen = read(i);
    if (chosen < 0 || chosen >= size) {
      throw new InvalidArgument(
          "index_select", "index", "has %d, expected 0 to %d".formatted(chosen, size - 1));
    }
    return chosen;
  }

  /** Returns the offsets in bytes of the slices of {@code length} indexes from {@code first} on. */
  long[] offsets(long first, int length, long sliceBytes) {
    long[] offsets = new long[length];
    for (int i = 0; i < length; i++) {
      offsets[i] = at(first + i) * sliceBytes;
    }
    return offsets;
  }
}
