package jackfield.demo;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file of unsigned bytes with their dimensions, in the format of the MNIST data sets, compressed
 * by gzip.
 *
 * @param sizes the dimensions, outermost first
 * @param bytes the elements, row-major
 */
record IdxFile(int[] sizes, byte[] bytes) {
  private static final int UNSIGNED_BYTES = 0x08;
  private static final int MAX_RANK = 4;

  /**
   * Reads a file.
   *
   * @throws DemoFailure if the file is missing, has another format, or ends too early
   */
  static IdxFile read(Path file) {
    try (InputStream raw = Files.newInputStream(file);
        DataInputStream in =
            new DataInputStream(new BufferedInputStream(new GZIPInputStream(raw)))) {
      return read(file, in);
    } catch (NoSuchFileException e) {
      throw new DemoFailure(
          file + " is not there", "give --data a folder with the four Fashion-MNIST files", e);
    } catch (EOFException e) {
      throw new DemoFailure(file + " ends before its last element", "copy it again", e);
    } catch (ZipException e) {
      throw new DemoFailure(file + " is not compressed by gzip", "gzip it, or copy it again", e);
    } catch (IOException e) {
      throw new DemoFailure(file + " cannot be read: " + e.getMessage(), "check its rights", e);
    }
  }

  private static IdxFile read(Path file, DataInputStream in) throws IOException {
    int magic = in.readInt();
    int rank = magic & 0xFF;
    if (magic >>> 8 != UNSIGNED_BYTES || rank == 0 || rank > MAX_RANK) {
      throw new DemoFailure(
          "%s begins with %08x, no IDX file of bytes does".formatted(file, magic),
          "give --data the files as Fashion-MNIST has them",
          null);
    }
    int[] sizes = new int[rank];
    long count = 1;
    for (int dim = 0; dim < rank; dim++) {
      sizes[dim] = in.readInt();
      count *= Math.max(sizes[dim], 0);
    }
    if (count <= 0 || count > Integer.MAX_VALUE - 8) {
      throw new DemoFailure(file + " claims " + count + " elements", "copy it again", null);
    }
    byte[] bytes = in.readNBytes((int) count);
    if (bytes.length < count) {
      throw new EOFException(bytes.length + " of " + count + " elements");
    }
    if (in.read() >= 0) { // reads on to the checksum
      throw new DemoFailure(file + " has more than " + count + " elements", "copy it again", null);
    }
    return new IdxFile(sizes, bytes);
  }
}
