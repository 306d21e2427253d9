package jackfield.nn.data;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file of unsigned bytes with their dimensions, in the IDX format of the MNIST data sets.
 *
 * @param sizes the dimensions, outermost first; must not be written
 * @param bytes the elements, row-major; must not be written
 */
public record IdxFile(int[] sizes, byte[] bytes) {
  private static final int UNSIGNED_BYTES = 0x08;
  private static final int MAX_RANK = 4;
  private static final int GZIP_MAGIC = 0x1F8B;

  /**
   * Reads a file, which may be compressed by gzip.
   *
   * @throws BadDataFile if the file is missing, has another format, or ends too early
   */
  public static IdxFile read(Path file) {
    Objects.requireNonNull(file, "IdxFile.read: file is null");
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file));
        DataInputStream in =
            new DataInputStream(
                isCompressed(raw) ? new BufferedInputStream(new GZIPInputStream(raw)) : raw)) {
      return read(file, in);
    } catch (NoSuchFileException e) {
      throw new BadDataFile(file, "is not there", "a folder that has the file", e);
    } catch (EOFException e) {
      throw new BadDataFile(file, "ends before its last element", "copying it again", e);
    } catch (ZipException e) {
      throw new BadDataFile(file, "is damaged: " + e.getMessage(), "copying it again", e);
    } catch (IOException e) {
      throw new BadDataFile(file, "cannot be read: " + e.getMessage(), "checking its rights", e);
    }
  }

  private static boolean isCompressed(InputStream in) throws IOException {
    in.mark(2);
    int magic = in.read() << 8 | in.read();
    in.reset();
    return magic == GZIP_MAGIC;
  }

  private static IdxFile read(Path file, DataInputStream in) throws IOException {
    int[] sizes = sizes(file, in);
    long count = 1;
    for (int size : sizes) {
      // Four sizes below 2³¹ may overflow 64 bits: stop counting at a number that is refused.
      count = count > Integer.MAX_VALUE ? count : count * Math.max(size, 0);
    }
    if (count <= 0 || count > Integer.MAX_VALUE - 8) {
      throw new BadDataFile(file, "claims " + count + " elements", "copying it again", null);
    }
    byte[] bytes = in.readNBytes((int) count);
    if (bytes.length < count) {
      throw new EOFException(bytes.length + " of " + count + " elements");
    }
    if (in.read() >= 0) { // reads on to the checksum
      throw new BadDataFile(file, "has more than " + count + " elements", "copying it again", null);
    }
    return new IdxFile(sizes, bytes);
  }

  private static int[] sizes(Path file, DataInputStream in) throws IOException {
    int magic = in.readInt();
    int rank = magic & 0xFF;
    if (magic >>> 8 != UNSIGNED_BYTES || rank == 0 || rank > MAX_RANK) {
      throw new BadDataFile(
          file,
          "begins with %08x, no IDX file of bytes does".formatted(magic),
          "the files as MNIST or Fashion-MNIST has them",
          null);
    }
    int[] sizes = new int[rank];
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = in.readInt();
    }
    return sizes;
  }
}
