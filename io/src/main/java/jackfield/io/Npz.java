package jackfield.io;

import jackfield.io.FileRefused.Kind;
import jackfield.tensor.Tensor;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Reads and writes {@code .npz} files, zip archives of {@code .npy} files, as NumPy's {@code savez}
 * and {@code savez_compressed} do.
 *
 * <p><em>Types and shapes</em>: those of {@link Npy}. The names of the tensors are those of the
 * entries without {@code .npy}. The checksum of each entry is verified.
 */
public final class Npz {
  private static final String READ = "read as npz";
  private static final String WRITE = "write as npz";
  private static final String SUFFIX = ".npy";
  private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0); // as NumPy
  // Deflate compresses to no less than 1/1032; a larger claim cannot be true.
  private static final long LARGEST_RATIO = 1032;
  private static final long SMALLEST_CLAIM = 1 << 16;
  private static final int LONGEST_NAME_BYTES =
      0xFFFF - 46 - SUFFIX.length(); // with the entry's header, as ZipEntry checks

  private Npz() {}

  /**
   * Reads all arrays of a file, in the order of its entries.
   *
   * @throws FileRefused if there is no such file, or it is no archive of complete arrays
   */
  public static Map<String, Tensor> read(Path path) {
    Subject subject = Subject.of("Npz.read", path, READ);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    boolean complete = false;
    try (ZipFile zip = open(subject, path)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        String name = name(subject, entry);
        if (tensors.containsKey(name)) {
          throw subject.malformed("two arrays with the name " + name);
        }
        tensors.put(name, read(subject.part(entry.getName()), zip, entry));
      }
      complete = true;
    } catch (IOException e) {
      throw subject.failed(Kind.MALFORMED, e);
    } finally {
      if (!complete) {
        tensors.values().forEach(Tensor::close);
      }
    }
    return Collections.unmodifiableMap(tensors);
  }

  private static ZipFile open(Subject subject, Path path) {
    try {
      RegularFile.require(path);
      return path.getFileSystem() == FileSystems.getDefault()
          ? new ZipFile(path.toFile())
          : copied(path);
    } catch (ZipException e) {
      throw subject.failed(Kind.MALFORMED, e);
    } catch (IOException e) {
      throw subject.failed(e);
    }
  }

  /** Opens a copy of a file of another file system, which {@link ZipFile} cannot open. */
  private static ZipFile copied(Path path) throws IOException {
    Path copy = Files.createTempFile("jackfield", ".npz");
    try {
      Files.copy(path, copy, StandardCopyOption.REPLACE_EXISTING);
      return new ZipFile(copy.toFile(), ZipFile.OPEN_READ | ZipFile.OPEN_DELETE);
    } finally {
      Files.deleteIfExists(copy); // an open file stays readable, and OPEN_DELETE covers the rest
    }
  }

  private static String name(Subject subject, ZipEntry entry) {
    String name = entry.getName();
    if (!name.endsWith(SUFFIX)) {
      throw subject.part(name).unsupported("an entry that is no array", "entries *.npy", "");
    }
    return name.substring(0, name.length() - SUFFIX.length());
  }

  private static Tensor read(Subject subject, ZipFile zip, ZipEntry entry) throws IOException {
    long claimed = entry.getSize();
    long stored = entry.getCompressedSize();
    if (claimed < 0 || claimed / LARGEST_RATIO > Math.max(stored, SMALLEST_CLAIM)) {
      throw subject.malformed("%d bytes cannot hold %d".formatted(stored, claimed));
    }
    CRC32 checksum = new CRC32();
    try (InputStream in =
        new BufferedInputStream(new CheckedInputStream(zip.getInputStream(entry), checksum))) {
      Tensor tensor = NpyFormat.read(subject, in, claimed);
      if (in.read() >= 0 || checksum.getValue() != entry.getCrc()) {
        tensor.close();
        throw subject.malformed("its length or checksum is another than the archive says");
      }
      return tensor;
    } catch (IOException e) {
      throw subject.failed(Kind.MALFORMED, e);
    }
  }

  /**
   * Writes tensors in host memory without compression, as {@code numpy.savez}.
   *
   * @throws FileRefused if the file cannot be written, a tensor is bfloat16 or on a device, or
   *     {@link #read} would refuse a name or sizes
   */
  public static void write(Path path, Map<String, Tensor> tensors) {
    write("Npz.write", path, tensors, ZipEntry.STORED);
  }

  /**
   * Writes tensors in host memory with compression, as {@code numpy.savez_compressed}.
   *
   * @throws FileRefused if the file cannot be written, a tensor is bfloat16 or on a device, or
   *     {@link #read} would refuse a name or sizes
   */
  public static void writeCompressed(Path path, Map<String, Tensor> tensors) {
    write("Npz.writeCompressed", path, tensors, ZipEntry.DEFLATED);
  }

  private static void write(String asked, Path path, Map<String, Tensor> tensors, int method) {
    Subject subject = Subject.of(asked, path, WRITE);
    Subject.requireTensors(asked, tensors);
    Map<String, byte[]> headers = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> {
      checkName(subject, name);
      headers.put(name, NpyFormat.header(subject.part(name), tensor));
    });
    AtomicFile.write(
        path, subject, out -> writeEntries(new ZipOutputStream(out), headers, tensors, method));
  }

  /** Writes all entries and closes the archive, which frees the native memory of its deflater. */
  static void writeEntries(
      ZipOutputStream archive, Map<String, byte[]> headers, Map<String, Tensor> tensors, int method)
      throws IOException {
    try (ZipOutputStream zip = archive) {
      for (Map.Entry<String, byte[]> each : headers.entrySet()) {
        writeEntry(zip, each.getKey(), each.getValue(), tensors.get(each.getKey()), method);
      }
    }
  }

  private static void checkName(Subject subject, String name) {
    subject.requireUnicode("a name", name);
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST_NAME_BYTES) {
      throw subject.unsupported(
          "a name of %d bytes".formatted(length),
          "names of up to %d bytes".formatted(LONGEST_NAME_BYTES),
          "a shorter name");
    }
  }

  private static void writeEntry(
      ZipOutputStream zip, String name, byte[] header, Tensor tensor, int method)
      throws IOException {
    ZipEntry entry = new ZipEntry(name + SUFFIX);
    entry.setTimeLocal(TIME);
    entry.setMethod(method);
    if (method == ZipEntry.STORED) { // its header comes first and has the checksum
      entry.setSize(header.length + tensor.elementCount() * tensor.dtype().sizeBytes());
      CheckedOutputStream sum =
          new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32());
      NpyFormat.write(header, tensor, sum);
      entry.setCrc(sum.getChecksum().getValue());
    }
    zip.putNextEntry(entry);
    NpyFormat.write(header, tensor, zip);
    zip.closeEntry();
  }
}
