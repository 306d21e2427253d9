package jackfield.io;

import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One array of NumPy's format: eight bytes of magic and version, the length of the header, the
 * header as a Python dictionary, and the elements.
 */
final class NpyFormat {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int LONGEST_HEADER = 1 << 20; // NumPy itself accepts 10,000 characters
  private static final int ALIGNMENT = 64;
  private static final int GROWTH_DIGITS = 21; // NumPy leaves room for a longer first size
  private static final int LARGEST_SHORT_HEADER = 0xFFFF;

  private NpyFormat() {}

  // ---- reading

  /**
   * Reads an array that is all of {@code in}.
   *
   * @param sizeBytes the length of {@code in}, which limits the memory that is allocated
   */
  static Tensor read(Subject subject, InputStream in, long sizeBytes) throws IOException {
    byte[] start = bytes(subject, in, MAGIC.length + 2);
    if (!Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw subject.malformed("the first bytes are not those of an npy file");
    }
    int major = start[MAGIC.length];
    if (major < 1 || major > 3 || start[MAGIC.length + 1] != 0) {
      throw subject.unsupported(
          "version %d.%d".formatted(major & 0xFF, start[MAGIC.length + 1] & 0xFF),
          "versions 1.0, 2.0 and 3.0",
          "");
    }
    int lengthBytes = major == 1 ? Short.BYTES : Integer.BYTES;
    byte[] text = bytes(subject, in, headerLength(subject, bytes(subject, in, lengthBytes)));
    var charset = major == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    NpyHeader header = new NpyHeaderParser(subject, new String(text, charset)).parse();
    return data(subject, in, header, sizeBytes - start.length - lengthBytes - text.length);
  }

  private static byte[] bytes(Subject subject, InputStream in, int count) throws IOException {
    byte[] found = in.readNBytes(count);
    if (found.length < count) {
      throw subject.truncated("it ends within the header");
    }
    return found;
  }

  private static int headerLength(Subject subject, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long length =
        bytes.length == Short.BYTES
            ? Short.toUnsignedLong(buffer.getShort())
            : Integer.toUnsignedLong(buffer.getInt());
    if (length > LONGEST_HEADER) {
      throw subject.malformed("a header of %d bytes".formatted(length));
    }
    return (int) length;
  }

  private static Tensor data(Subject subject, InputStream in, NpyHeader header, long sizeBytes)
      throws IOException {
    long[] sizes = header.sizes();
    long wanted = dataBytes(subject, header);
    if (wanted > sizeBytes) {
      throw subject.truncated(
          "%d bytes of data where %s of %s takes %d"
              .formatted(sizeBytes, Arrays.toString(sizes), header.type(), wanted));
    }
    if (wanted < sizeBytes) {
      throw subject.malformed("%d bytes after the data".formatted(sizeBytes - wanted));
    }
    Tensor tensor =
        TensorBytes.read(subject, in, header.type(), new long[] {Shapes.elementCount(sizes)});
    if (header.isBigEndian() == (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN)) {
      Tensors.swapBytes(tensor);
    }
    return tensor.alias(sizes, strides(header), 0);
  }

  private static long dataBytes(Subject subject, NpyHeader header) {
    TensorBytes.checkDimensions(subject, header.sizes());
    try {
      strides(header);
      return Shapes.byteCount(header.sizes(), header.type());
    } catch (ShapeMismatch e) {
      throw subject.malformed(e);
    }
  }

  private static long[] strides(NpyHeader header) {
    return header.isFortran()
        ? TensorBytes.columnMajor(header.sizes())
        : Shapes.contiguousStrides(header.sizes());
  }

  // ---- writing

  /**
   * Returns the bytes before the elements.
   *
   * @throws FileRefused if the tensor cannot be written
   */
  static byte[] header(Subject subject, Tensor tensor) {
    TensorBytes.checkReadable(subject, tensor);
    if (tensor.dtype() == DType.BFLOAT16) {
      throw subject.unsupported(
          "a tensor of bfloat16",
          "the types of NumPy",
          "convert it to float32, or use safetensors");
    }
    checkSizes(subject, tensor.sizes());
    boolean isFortran = isFortran(tensor);
    String text = NpyHeader.text(tensor.dtype(), isFortran, tensor.sizes());
    if (tensor.rank() > 0) {
      long growing = tensor.size(isFortran ? tensor.rank() - 1 : 0);
      text += " ".repeat(GROWTH_DIGITS - Long.toString(growing).length());
    }
    boolean isLong = text.length() + ALIGNMENT > LARGEST_SHORT_HEADER;
    int before = MAGIC.length + 2 + (isLong ? Integer.BYTES : Short.BYTES);
    text += " ".repeat(ALIGNMENT - (before + text.length() + 1) % ALIGNMENT) + "\n";
    ByteBuffer all = ByteBuffer.allocate(before + text.length()).order(ByteOrder.LITTLE_ENDIAN);
    all.put(MAGIC).put((byte) (isLong ? 2 : 1)).put((byte) 0);
    if (isLong) {
      all.putInt(text.length());
    } else {
      all.putShort((short) text.length());
    }
    return all.put(text.getBytes(StandardCharsets.ISO_8859_1)).array();
  }

  private static void checkSizes(Subject subject, long[] sizes) {
    TensorBytes.checkWritable(subject, sizes);
    for (long size : sizes) {
      if (size > NpyHeader.LARGEST_SIZE) {
        throw subject.unsupported(
            "a tensor of sizes " + Arrays.toString(sizes),
            "sizes below 10^18",
            "reshape the tensor, or use safetensors");
      }
    }
  }

  private static boolean isFortran(Tensor tensor) {
    return !tensor.isContiguous()
        && Arrays.equals(tensor.strides(), TensorBytes.columnMajor(tensor.sizes()));
  }

  /** Writes an array with the header that {@link #header} returned. */
  static void write(byte[] header, Tensor tensor, OutputStream out) throws IOException {
    out.write(header);
    TensorBytes.write(isFortran(tensor) ? reversed(tensor) : tensor, out);
  }

  /** Returns the transposed view of a column-major tensor, which is row-major. */
  private static Tensor reversed(Tensor tensor) {
    int rank = tensor.rank();
    long[] sizes = new long[rank];
    long[] strides = new long[rank];
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = tensor.size(rank - 1 - dim);
      strides[dim] = tensor.stride(rank - 1 - dim);
    }
    return tensor.alias(sizes, strides, tensor.offset());
  }
}
