package jackfield.aten.index;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/**
 * Finds the elements of lines that are not zero, piece by piece and without branches. An integer is
 * zero if all its bits are, a float32 if all its bits but the sign are.
 */
final class NonzeroLine {
  private static final int PIECE = 4096; // elements, so that their places stay in the cache

  private final DType type;
  private final long step; // bytes
  private final long length;
  private final int bits; // of a float32 or int32 that are 0 if it is zero
  // Each place is written. The next one replaces it unless its element is not zero.
  private final int[] found = new int[PIECE];

  private NonzeroLine(DType type, long step, long length) {
    this.type = type;
    this.step = step;
    this.length = length;
    this.bits = type == DType.FLOAT32 ? Integer.MAX_VALUE : -1;
  }

  /** Returns the lines along the last dimension of a tensor. */
  static NonzeroLine of(Tensor tensor) {
    DType type = tensor.dtype();
    int last = tensor.rank() - 1;
    return last < 0
        ? new NonzeroLine(type, type.sizeBytes(), 1)
        : new NonzeroLine(type, tensor.stride(last) * type.sizeBytes(), tensor.size(last));
  }

  /** Takes the elements of a piece that are not zero. */
  @FunctionalInterface
  interface Found {
    /**
     * Takes elements.
     *
     * @param start the place of the piece in its line
     * @param places from the start of the piece, overwritten by the next one
     */
    void take(long start, int[] places, int count);
  }

  /** Finds the elements of a line that are not zero. */
  void find(long line, Found taken) {
    for (long start = 0; start < length; start += PIECE) {
      int count = (int) Math.min(PIECE, length - start);
      taken.take(start, found, find(line + start * step, count));
    }
  }

  private int find(long piece, int length) {
    int count = 0;
    if (type.sizeBytes() == 1) {
      for (int i = 0; i < length; i++) {
        found[count] = i;
        count += nonzero(HostBytes.byteAt(piece + i * step));
      }
    } else if (type == DType.FLOAT32 || type == DType.INT32) {
      for (int i = 0; i < length; i++) {
        found[count] = i;
        count += nonzero(HostBytes.intAt(piece + i * step) & bits);
      }
    } else {
      for (int i = 0; i < length; i++) {
        found[count] = i;
        count += Elements.booleanAt(type, piece + i * step) ? 1 : 0;
      }
    }
    return count;
  }

  private static int nonzero(long value) {
    return (int) ((value | -value) >>> (Long.SIZE - 1));
  }
}
