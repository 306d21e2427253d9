package jackfield.io;

import jackfield.tensor.Tensor;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Reads and writes {@code .npy} files, one array each, as NumPy does.
 *
 * <p><em>Types</em>: bool, the signed integers, uint8, float16 to float64, complex64 and
 * complex128, of either byte order. Objects, records, texts and the wider unsigned integers are
 * refused, and so is bfloat16 on writing.
 *
 * <p><em>Shapes</em>: an array in Fortran order becomes a tensor with column-major strides. A
 * tensor with such strides is written in Fortran order, every other one in row-major order.
 *
 * <p><em>Source</em>: the page {@code numpy.lib.format} of NumPy's manual, versions 1.0 to 3.0.
 */
public final class Npy {
  private static final String READ = "read as npy";
  private static final String WRITE = "write as npy";

  private Npy() {}

  /**
   * Reads a file.
   *
   * @throws FileRefused if there is no such file, or it is no complete array of a known type
   */
  public static Tensor read(Path path) {
    Subject subject = Subject.of("Npy.read", path, READ);
    try (InputStream in = RegularFile.open(path)) {
      return NpyFormat.read(subject, in, Files.size(path));
    } catch (EOFException e) {
      throw subject.failed(FileRefused.Kind.TRUNCATED, e);
    } catch (IOException e) {
      throw subject.failed(e);
    }
  }

  /**
   * Writes a tensor in host memory; replaces a former file only when the new one is complete.
   *
   * @throws FileRefused if the file cannot be written, the tensor is bfloat16 or on a device, or
   *     {@link #read} would refuse its sizes
   */
  public static void write(Path path, Tensor tensor) {
    Subject subject = Subject.of("Npy.write", path, WRITE);
    Objects.requireNonNull(tensor, "Npy.write: tensor is null");
    byte[] header = NpyFormat.header(subject, tensor);
    AtomicFile.write(path, subject, out -> NpyFormat.write(header, tensor, out));
  }
}
