package jackfield.io;

import jackfield.memory.FileMapping;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Reads and writes {@code .safetensors} files: named tensors and texts.
 *
 * <p><em>Types</em>: all but complex128. A file with other types (unsigned integers wider than 8
 * bits, 8-bit floats) is refused.
 *
 * <p><em>Shapes</em>: read tensors are contiguous. Any strides are written in row-major order.
 *
 * <p><em>Source</em>: the page <em>Format</em> of the safetensors documentation, and the checks of
 * its library: unique names, no gaps and no overlaps between tensors, no bytes after the last.
 */
public final class Safetensors {
  private static final String READ = "read as safetensors";
  private static final String WRITE = "write as safetensors";
  private static final ValueLayout.OfLong LENGTH =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Safetensors() {}

  // ---- reading

  /**
   * Reads all tensors of a file, in the order of their data.
   *
   * @throws FileRefused if there is no such file, or its content contradicts the format
   */
  public static Map<String, Tensor> read(Path path) {
    Subject subject = Subject.of("Safetensors.read", path, READ);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    boolean complete = false;
    try (InputStream in = RegularFile.open(path)) {
      for (SafetensorsHeader.Entry entry : header(subject, in, Files.size(path)).entries()) {
        Subject part = subject.part(entry.name());
        tensors.put(entry.name(), inOrder(TensorBytes.read(part, in, entry.type(), entry.sizes())));
      }
      complete = true;
    } catch (IOException e) {
      throw subject.failed(e);
    } finally {
      if (!complete) {
        tensors.values().forEach(Tensor::close);
      }
    }
    return Collections.unmodifiableMap(tensors);
  }

  /** Returns the texts of a file under {@code __metadata__}; empty if there are none. */
  public static Map<String, String> metadata(Path path) {
    Subject subject = Subject.of("Safetensors.metadata", path, READ);
    try (InputStream in = RegularFile.open(path)) {
      return Collections.unmodifiableMap(header(subject, in, Files.size(path)).metadata());
    } catch (IOException e) {
      throw subject.failed(e);
    }
  }

  private static SafetensorsHeader header(Subject subject, InputStream in, long sizeBytes)
      throws IOException {
    byte[] length = in.readNBytes(Long.BYTES);
    if (length.length < Long.BYTES) {
      throw subject.truncated("%d bytes, too few for a header".formatted(length.length));
    }
    long count = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getLong();
    if (count < 0 || count > SafetensorsHeader.LONGEST_BYTES) {
      throw subject.malformed("a header of %s bytes".formatted(Long.toUnsignedString(count)));
    }
    if (count > sizeBytes - Long.BYTES) {
      throw subject.truncated("it ends within the header of %d bytes".formatted(count));
    }
    byte[] text = in.readNBytes((int) count);
    if (text.length == 0 || text[0] != '{') {
      throw subject.malformed("the header does not begin with {");
    }
    try {
      String json = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      return SafetensorsHeader.parse(subject, json, sizeBytes - Long.BYTES - count);
    } catch (CharacterCodingException e) {
      throw subject.failed(FileRefused.Kind.MALFORMED, e);
    }
  }

  /** Converts from the byte order of the format, which is little-endian. */
  private static Tensor inOrder(Tensor tensor) {
    if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
      Tensors.swapBytes(tensor);
    }
    return tensor;
  }

  /**
   * Maps a file into memory and returns its tensors without copying their elements. Pages are read
   * when they are first used. Writing to a tensor changes neither the file nor other mappings.
   *
   * <p>The mapping stays as long as a tensor over it is reachable. No other program may shorten the
   * file during that time; replacing it, as {@link #write} does, is allowed.
   *
   * <p>Elements are copied, as by {@link #read}, if the file may not be opened for writing (which
   * private pages need), if it lies in another file system, such as an archive, if a tensor does
   * not lie at a multiple of its element size, and on machines that are not little-endian.
   *
   * @throws FileRefused if there is no such file, or its content contradicts the format
   */
  public static Map<String, Tensor> map(Path path) {
    Subject subject = Subject.of("Safetensors.map", path, READ);
    boolean isInSystem = path.getFileSystem() == FileSystems.getDefault();
    if (!isInSystem || !Files.isWritable(path) || ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
      return read(path);
    }
    try {
      RegularFile.require(path);
      FileMapping mapping = FileMapping.open(path);
      try {
        return mapped(subject, mapping);
      } finally {
        Reference.reachabilityFence(mapping);
      }
    } catch (IOException e) {
      throw subject.failed(e);
    }
  }

  private static Map<String, Tensor> mapped(Subject subject, FileMapping mapping)
      throws IOException {
    long size = mapping.bytes().byteSize();
    SafetensorsHeader header = header(subject, headerBytes(mapping.bytes()), size);
    long dataBytes = header.entries().isEmpty() ? 0 : header.entries().getLast().end();
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (SafetensorsHeader.Entry entry : header.entries()) {
      long at = size - dataBytes + entry.begin();
      tensors.put(entry.name(), mapped(subject.part(entry.name()), mapping, entry, at));
    }
    return Collections.unmodifiableMap(tensors);
  }

  // From the mapping, since another file may have taken the path meanwhile.
  private static InputStream headerBytes(MemorySegment file) {
    long size = file.byteSize();
    long claimed = size < Long.BYTES ? 0 : file.get(LENGTH, 0);
    long most = Long.BYTES + Math.clamp(claimed, 0L, SafetensorsHeader.LONGEST_BYTES);
    return new ByteArrayInputStream(
        file.asSlice(0, Math.min(size, most)).toArray(ValueLayout.JAVA_BYTE));
  }

  private static Tensor mapped(
      Subject subject, FileMapping mapping, SafetensorsHeader.Entry entry, long at) {
    MemorySegment bytes = mapping.bytes().asSlice(at, entry.end() - entry.begin());
    if (entry.type() == DType.BOOL) {
      for (long i = 0; i < bytes.byteSize(); i++) {
        TensorBytes.checkBoolean(subject, bytes.get(ValueLayout.JAVA_BYTE, i));
      }
    }
    if (at % entry.type().realType().sizeBytes() != 0) {
      return Tensors.ofBytes(bytes, entry.type(), entry.sizes());
    }
    return HostData.over(mapping.storage(at, bytes.byteSize()), entry.type(), entry.sizes());
  }

  // ---- writing

  /**
   * Writes tensors in host memory; replaces a former file only when the new one is complete.
   *
   * @throws FileRefused if the file cannot be written, a tensor is complex128 or on a device, or
   *     {@link #read} would refuse a name, a text or sizes
   */
  public static void write(Path path, Map<String, Tensor> tensors) {
    write(path, tensors, Map.of());
  }

  /**
   * Writes tensors in host memory and texts; replaces a former file only when the new one is
   * complete.
   *
   * @throws FileRefused if the file cannot be written, a tensor is complex128 or on a device, or
   *     {@link #read} would refuse a name, a text or sizes
   */
  public static void write(Path path, Map<String, Tensor> tensors, Map<String, String> metadata) {
    Subject subject = Subject.of("Safetensors.write", path, WRITE);
    Subject.requireTensors("Safetensors.write", tensors);
    Objects.requireNonNull(metadata, "Safetensors.write: metadata is null");
    SafetensorsWriter writer = new SafetensorsWriter(subject, tensors, metadata);
    AtomicFile.write(path, subject, writer::write);
  }
}
