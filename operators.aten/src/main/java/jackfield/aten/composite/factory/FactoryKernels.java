package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.allocation.Ranges;
import jackfield.aten.kernel.TypePromotion;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Kernels that create tensors of given sizes and content, composed of {@code empty} and operators
 * that fill.
 *
 * <p><em>Source</em>: PyTorch 2.6, its default types included.
 */
public final class FactoryKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FactoryKernels(Aten aten) {
    this.aten = aten;
  }

  /** Creates a tensor of zeros. */
  public Tensor zeros(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.zero_(aten.empty(size, dtype, layout, device, pinMemory, null));
  }

  /** Creates a tensor of ones. */
  public Tensor ones(long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.fill_(aten.empty(size, dtype, layout, device, pinMemory, null), Scalar.ONE);
  }

  /** Creates a tensor filled with one value, whose type is the default. */
  public Tensor full(
      long[] size, Scalar fillValue, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    DType type = dtype == null ? typeOf(fillValue) : dtype;
    return aten.fill_(aten.empty(size, type, layout, device, pinMemory, null), fillValue);
  }

  /** Returns the type of a tensor created from a bare number. */
  static DType typeOf(Scalar value) {
    return switch (value.type().category()) {
      case BOOLEAN -> DType.BOOL;
      case INTEGRAL -> DType.INT64;
      case FLOATING -> TypePromotion.DEFAULT_FLOAT;
      case COMPLEX -> TypePromotion.DEFAULT_FLOAT.complexType();
    };
  }

  /** Creates a zero-dimensional tensor. */
  public Tensor scalarTensor(
      Scalar s, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return aten.fill_(aten.empty(new long[0], dtype, layout, device, pinMemory, null), s);
  }

  /** Creates the integers or floats from 0 to {@code end}, which is excluded. */
  public Tensor arange(Scalar end, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return arangeStartStep(Scalar.ZERO, end, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /** Creates the integers or floats from {@code start} to {@code end}, which is excluded. */
  public Tensor arangeStart(
      Scalar start, Scalar end, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return arangeStartStep(start, end, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /**
   * Creates the numbers from {@code start} to {@code end}, which is excluded, in steps of {@code
   * step}.
   */
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

  /** Creates a matrix with ones on its diagonal. */
  public Tensor eye(long n, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return eyeM(n, n, dtype, layout, device, pinMemory);
  }

  /** Creates a matrix of {@code m} columns with ones on its diagonal. */
  public Tensor eyeM(long n, long m, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    Tensor zeros = aten.zeros(new long[] {n, m}, dtype, layout, device, pinMemory);
    aten.fill_(aten.diagonal(zeros, 0, 0, 1), Scalar.ONE);
    return zeros;
  }
}
