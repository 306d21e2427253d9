package jackfield.io;

import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Moves the bytes of tensors between host memory and streams, in the byte order of the machine.
 *
 * <p>It copies piece by piece, and reads and writes files outside of the dispatcher's epochs, so
 * that a slow file delays no reclamation of memory.
 */
final class TensorBytes {
  private static final int MOST_DIMENSIONS = 64; // as NumPy
  private static final int PIECE_BYTES = 1 << 16; // a multiple of every element's size

  private TensorBytes() {}

  /** Reads a contiguous tensor; the caller has checked that the file is long enough. */
  static Tensor read(Subject subject, InputStream in, DType type, long[] sizes) throws IOException {
    Tensor tensor = HostData.empty(type, sizes);
    boolean complete = false;
    try {
      byte[] piece = new byte[PIECE_BYTES];
      int most = PIECE_BYTES / type.sizeBytes();
      for (long at = 0; at < tensor.elementCount(); at += most) {
        long count = Math.min(most, tensor.elementCount() - at);
        int wanted = (int) count * type.sizeBytes();
        int read = in.readNBytes(piece, 0, wanted);
        if (read < wanted) {
          throw subject.truncated("the data end %d bytes early".formatted(wanted - read));
        }
        checkBooleans(subject, type, piece, wanted);
        HostData.forEachBlock(
            piece(tensor, at, count),
            (address, bytes) ->
                MemorySegment.copy(MemorySegment.ofArray(piece), 0, HostBytes.ALL, address, bytes));
      }
      complete = true;
      return tensor;
    } finally {
      if (!complete) {
        tensor.close();
      }
    }
  }

  private static Tensor piece(Tensor tensor, long at, long count) {
    return tensor.alias(new long[] {count}, new long[] {1}, tensor.offset() + at);
  }

  private static void checkBooleans(Subject subject, DType type, byte[] bytes, int count) {
    if (type == DType.BOOL) {
      for (int i = 0; i < count; i++) {
        checkBoolean(subject, bytes[i]);
      }
    }
  }

  /** Refuses a byte that is no bool: kernels may rely on 0 and 1. */
  static void checkBoolean(Subject subject, byte value) {
    if ((value & ~1) != 0) {
      throw subject.malformed("a bool is the byte %d, not 0 or 1".formatted(value & 0xFF));
    }
  }

  /** Writes the elements of a tensor in host memory in row-major order. */
  static void write(Tensor tensor, OutputStream out) throws IOException {
    if (tensor.isContiguous()) {
      writeContiguous(tensor, out);
      return;
    }
    try (Tensor copy = contiguous(tensor)) {
      writeContiguous(copy, out);
    }
  }

  private static Tensor contiguous(Tensor tensor) {
    Tensor copy = HostData.empty(tensor.dtype(), tensor.sizes());
    HostData.forEachBlock(
        copy,
        (target, sizeBytes) -> {
          long[] next = {target};
          HostData.forEachBlock( // also applies lazy conjugates and negatives
              tensor,
              (address, bytes) -> {
                HostBytes.copy(address, next[0], bytes);
                next[0] += bytes;
              });
        });
    return copy;
  }

  private static void writeContiguous(Tensor tensor, OutputStream out) throws IOException {
    byte[] piece = new byte[PIECE_BYTES];
    MemorySegment target = MemorySegment.ofArray(piece);
    int most = PIECE_BYTES / tensor.dtype().sizeBytes();
    for (long at = 0; at < tensor.elementCount(); at += most) {
      long count = Math.min(most, tensor.elementCount() - at);
      long bytes = count * tensor.dtype().sizeBytes();
      HostData.copy(piece(tensor, at, count), target.asSlice(0, bytes));
      out.write(piece, 0, (int) bytes);
    }
  }

  /** Refuses more dimensions than files may have. */
  static void checkDimensions(Subject subject, long[] sizes) {
    if (sizes.length > MOST_DIMENSIONS) {
      throw subject.unsupported(
          sizes.length + " dimensions", "up to " + MOST_DIMENSIONS, "reshape the tensor");
    }
  }

  /** Refuses sizes to write that are refused when they are read. */
  static void checkWritable(Subject subject, long[] sizes) {
    checkDimensions(subject, sizes);
    try {
      Shapes.contiguousStrides(sizes);
      columnMajor(sizes);
    } catch (ShapeMismatch _) {
      throw subject.unsupported(
          "a tensor of sizes " + Arrays.toString(sizes),
          "sizes whose product is below 2^63, where 0 counts as 1",
          "reshape the tensor");
    }
  }

  /** Refuses a tensor whose elements cannot be read. */
  static void checkReadable(Subject subject, Tensor tensor) {
    if (!tensor.device().isHost()) {
      throw subject.unsupported(
          "a tensor on " + tensor.device(), "tensors in host memory", "copy it to the cpu first");
    }
    long _ = tensor.storage().address(); // refuses a closed storage, and one without its backend
  }

  /** Returns the strides of a tensor of these sizes in column-major order. */
  static long[] columnMajor(long[] sizes) {
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int dim = 0; dim < sizes.length; dim++) {
      strides[dim] = stride;
      stride = Shapes.product(stride, Math.max(sizes[dim], 1));
    }
    return strides;
  }
}
