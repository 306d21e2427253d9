package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Powers of a base at numbers at equal distances; the bounds are numbers or tensors of one number.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class LogspaceKernels {
  private static final String OPERATOR = "logspace";

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public LogspaceKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /**
   * Creates powers of {@code base} at numbers from {@code start} to {@code end}, which is included.
   */
  public Tensor spaced(
      Scalar start,
      Scalar end,
      long steps,
      double base,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Spacing spacing = spacing(dtype, device, start.type().isComplex() || end.type().isComplex());
    Tensor first = spacing.number("start", start);
    return result(spacing, first, spacing.number("end", end), steps, base);
  }

  /**
   * Writes powers of {@code base} at numbers from {@code start} to {@code end} into {@code out}.
   */
  public Tensor spacedOut(Scalar start, Scalar end, long steps, double base, Tensor out) {
    Tensor result = spaced(start, end, steps, base, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, result, out);
  }

  /**
   * Creates powers of {@code base} at numbers from {@code start} to {@code end}, which is included.
   */
  public Tensor spacedTensorTensor(
      Tensor start,
      Tensor end,
      long steps,
      double base,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Spacing spacing = spacing(dtype, device, start.dtype().isComplex() || end.dtype().isComplex());
    Tensor first = spacing.number("start", start);
    return result(spacing, first, spacing.number("end", end), steps, base);
  }

  /**
   * Writes powers of {@code base} at numbers from {@code start} to {@code end} into {@code out}.
   */
  public Tensor spacedTensorTensorOut(
      Tensor start, Tensor end, long steps, double base, Tensor out) {
    Tensor result =
        spacedTensorTensor(start, end, steps, base, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, result, out);
  }

  /**
   * Creates powers of {@code base} at numbers from {@code start} to {@code end}, which is included.
   */
  public Tensor spacedTensorScalar(
      Tensor start,
      Scalar end,
      long steps,
      double base,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Spacing spacing = spacing(dtype, device, start.dtype().isComplex() || end.type().isComplex());
    Tensor first = spacing.number("start", start);
    return result(spacing, first, spacing.number("end", end), steps, base);
  }

  /**
   * Writes powers of {@code base} at numbers from {@code start} to {@code end} into {@code out}.
   */
  public Tensor spacedTensorScalarOut(
      Tensor start, Scalar end, long steps, double base, Tensor out) {
    Tensor result =
        spacedTensorScalar(start, end, steps, base, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, result, out);
  }

  /**
   * Creates powers of {@code base} at numbers from {@code start} to {@code end}, which is included.
   */
  public Tensor spacedScalarTensor(
      Scalar start,
      Tensor end,
      long steps,
      double base,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    Spacing spacing = spacing(dtype, device, start.type().isComplex() || end.dtype().isComplex());
    Tensor first = spacing.number("start", start);
    return result(spacing, first, spacing.number("end", end), steps, base);
  }

  /**
   * Writes powers of {@code base} at numbers from {@code start} to {@code end} into {@code out}.
   */
  public Tensor spacedScalarTensorOut(
      Scalar start, Tensor end, long steps, double base, Tensor out) {
    Tensor result =
        spacedScalarTensor(start, end, steps, base, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, result, out);
  }

  private Spacing spacing(DType dtype, Device device, boolean isComplex) {
    return Spacing.of(aten, OPERATOR, dtype, device, isComplex);
  }

  private Tensor result(Spacing spacing, Tensor start, Tensor end, long steps, double base) {
    Tensor numbers = spacing.between(start, end, steps);
    return aten.to(aten.pow(Scalar.of(base), numbers), spacing.type());
  }
}
