package jackfield.backend.cuda.fourier;

import jackfield.aten.kernel.ParameterBlock;
import jackfield.backend.cuda.driver.DeviceMemory.Lease;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.tensor.DType;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Complex numbers of several dimensions in scratch memory of the device, row-major.
 *
 * <p><em>Threads</em>: for one thread.
 */
final class Spectrum implements AutoCloseable {
  private final Scratch scratch;
  private final long[] sizes;
  private Lease numbers;

  private Spectrum(Scratch scratch, long[] sizes) {
    this.scratch = scratch;
    this.sizes = sizes;
    this.numbers = scratch.lease(Shapes.elementCount(sizes));
  }

  /** Copies the elements of a tensor. */
  static Spectrum of(Launcher launcher, String operator, Tensor tensor) {
    DType type = tensor.dtype();
    DType complex = type.isComplex() ? type : type.complexType();
    Spectrum copy = new Spectrum(new Scratch(launcher, operator, complex), tensor.sizes().clone());
    try {
      copy.exchange("fourier_read_" + type, tensor, false, 1);
      return copy;
    } catch (RuntimeException | Error failed) {
      copy.close();
      throw failed;
    }
  }

  /**
   * Writes the elements, or their real parts, times a factor. Of a dimension in which the tensor is
   * smaller its first elements are written.
   */
  void write(Tensor tensor, double factor) {
    exchange("fourier_write_" + tensor.dtype(), tensor, true, factor);
  }

  /** Copies between this array and a tensor, whose sizes are copied. */
  private void exchange(String kernel, Tensor tensor, boolean isWritten, double factor) {
    DType complex = scratch.type();
    DType[] types = isWritten ? types(tensor.dtype(), complex) : types(complex, tensor.dtype());
    long[] addresses = {numbers.address(), tensor.address()};
    ParameterBlock.Builder block =
        new ParameterBlock.Builder(
            types, isWritten ? new long[] {addresses[1], addresses[0]} : addresses);
    long[] steps = Shapes.contiguousStrides(sizes);
    for (int dim = 0; dim < sizes.length; dim++) {
      long own = steps[dim] * complex.sizeBytes();
      long other = tensor.stride(dim) * tensor.dtype().sizeBytes();
      block.dimension(
          tensor.size(dim), isWritten ? new long[] {other, own} : new long[] {own, other});
    }
    scratch.launchNamed(
        kernel, block.build().with(Double.doubleToRawLongBits(factor)), tensor.elementCount());
  }

  private static DType[] types(DType to, DType from) {
    return new DType[] {to, from};
  }

  /** Transforms along a dimension, without normalization. */
  void transform(int dim, boolean isForward) {
    long outer = 1;
    for (int before = 0; before < dim; before++) {
      outer *= sizes[before];
    }
    LineTransform transform = new LineTransform(scratch, isForward ? -1 : 1);
    numbers = transform.run(numbers, outer, sizes[dim], inner(dim));
  }

  /**
   * Completes the frequencies of real numbers from those that are not negative along a dimension,
   * which has {@code length} elements afterwards.
   */
  void makeHermitian(int dim, long length) {
    long given = sizes[dim];
    sizes[dim] = length;
    Lease half = numbers;
    long count = Shapes.elementCount(sizes);
    numbers = scratch.lease(count);
    scratch.launch("hermitian", numbers, half, null, count, length, given, inner(dim));
    scratch.release(half);
  }

  /** Returns the distance of neighbours along a dimension. */
  private long inner(int dim) {
    return Shapes.contiguousStrides(sizes)[dim];
  }

  @Override
  public void close() {
    scratch.close();
  }
}
