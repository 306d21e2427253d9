package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Kernels that make tensors of given sizes and content, composed of {@code empty} and operators
 * that fill.
 *
 * <p><em>Source</em>: PyTorch 2.6, the types taken where none is asked for included.
 */
public final class FactoryKernels {
  private final Aten aten;

  /** Creates the kernels over the operators that they are composed of. */
  public FactoryKernels(Aten aten) {
    this.aten = aten;
  }

  /** Makes a tensor of zeros. */
  public Tensor zeros(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.zero_(aten.empty(size, dtype, layout, device, pinMemory, null));
  }

  /** Makes a tensor of ones. */
  public Tensor ones(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.fill_(aten.empty(size, dtype, layout, device, pinMemory, null), Scalar.ONE);
  }

  /** Makes a tensor of one value, which gives the type if none is asked for. */
  public Tensor full(
      long[] size, Scalar fillValue, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    DType type = dtype == null ? typeOf(fillValue) : dtype;
    return aten.fill_(aten.empty(size, type, layout, device, pinMemory, null), fillValue);
  }

  /** Returns the type of a tensor made of a bare number. */
  static DType typeOf(Scalar value) {
    return switch (value.type().category()) {
      case BOOLEAN -> DType.BOOL;
      case INTEGRAL -> DType.INT64;
      case FLOATING -> EmptyKernels.DEFAULT_TYPE;
      case COMPLEX -> EmptyKernels.DEFAULT_TYPE.complexType();
    };
  }

  /** Makes a zero-dimensional tensor. */
  public Tensor scalarTensor(
      Scalar s, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.fill_(aten.empty(new long[0], dtype, layout, device, pinMemory, null), s);
  }

  /** Makes the integers or floats from 0 to before {@code end}. */
  public Tensor arange(Scalar end, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return arangeStartStep(Scalar.ZERO, end, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /** Makes the integers or floats from {@code start} to before {@code end}. */
  public Tensor arangeStart(
      Scalar start, Scalar end, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return arangeStartStep(start, end, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /** Makes the numbers from {@code start} to before {@code end}, {@code step} apart. */
  public Tensor arangeStartStep(
      Scalar start,
      Scalar end,
      Scalar step,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    DType type = dtype == null ? Ranges.type(start, end, step) : dtype;
    long[] size = {Ranges.length("arange", start, end, step, type)};
    Tensor out = aten.empty(size, type, layout, device, pinMemory, null);
    return aten.arangeOut(start, end, step, out);
  }

  /** Makes a matrix with ones on its diagonal. */
  public Tensor eye(long n, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return eyeM(n, n, dtype, layout, device, pinMemory);
  }

  /** Makes a matrix of {@code m} columns with ones on its diagonal. */
  public Tensor eyeM(long n, long m, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    Tensor zeros = aten.zeros(new long[] {n, m}, dtype, layout, device, pinMemory);
    aten.fill_(aten.diagonal(zeros, 0, 0, 1), Scalar.ONE);
    return zeros;
  }
}
