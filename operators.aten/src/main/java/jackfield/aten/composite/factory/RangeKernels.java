package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.EmptyKernels;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.FillRules;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Ranges of numbers whose end is included.
 *
 * <p><em>Source</em>: {@code range} of PyTorch 2.6, whose default type is floating.
 */
public final class RangeKernels {
  private static final String OPERATOR = "range";

  /** Beyond, the count is not exact in float64. */
  private static final double MOST = 0x1p53;

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RangeKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Creates the numbers from {@code start} to {@code end} in steps of {@code step}. */
  public Tensor rangeStep(
      Scalar start,
      Scalar end,
      Scalar step,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    DType type = dtype == null ? EmptyKernels.DEFAULT_TYPE : dtype;
    long count = count(start, end, step, type);
    DType wide = type.isIntegral() ? DType.INT64 : DType.FLOAT64;
    Tensor places = aten.arange(count, wide, layout, device == null ? Device.CPU : device);
    Scalar width = type.isIntegral() ? Scalar.of(step.toLong()) : Scalar.of(step.toDouble());
    Scalar first = type.isIntegral() ? Scalar.of(start.toLong()) : Scalar.of(start.toDouble());
    return aten.to(aten.add(aten.mul(places, width), first), type);
  }

  private static long count(Scalar start, Scalar end, Scalar step, DType type) {
    if (type == DType.BOOL || type.isComplex()) {
      throw new TypeMismatch(OPERATOR, "expected an integer or floating type, found " + type);
    }
    FillRules.checkHolds(OPERATOR, "start", type, start);
    FillRules.checkHolds(OPERATOR, "end", type, end);
    FillRules.checkHolds(OPERATOR, "step", type, step);
    double by = type.isIntegral() ? step.toLong() : step.toDouble();
    double distance = end.toDouble() - start.toDouble();
    if (!Double.isFinite(distance) || !Double.isFinite(by) || by == 0) {
      throw new InvalidArgument(
          OPERATOR, "step", "%s from %s to %s does not end".formatted(step, start, end));
    }
    if (by > 0 ? distance < 0 : distance > 0) {
      throw new InvalidArgument(
          OPERATOR, "step", "%s leads away from %s to %s".formatted(step, start, end));
    }
    double count = Math.floor(distance / by) + 1;
    if (count > MOST) {
      throw new InvalidArgument(OPERATOR, "end", end + " is too far from the start");
    }
    return (long) count;
  }

  /** Creates the numbers from {@code start} to {@code end}. */
  public Tensor range(
      Scalar start, Scalar end, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return rangeStep(start, end, Scalar.ONE, dtype, layout, device, pinMemory);
  }

  /** Writes the numbers from {@code start} to {@code end} in steps of {@code step}. */
  public Tensor rangeStepOut(Scalar start, Scalar end, Scalar step, Tensor out) {
    Tensor result = rangeStep(start, end, step, out.dtype(), null, out.device(), null);
    return given.into(OPERATOR, result, out);
  }

  /** Writes the numbers from {@code start} to {@code end}. */
  public Tensor rangeOut(Scalar start, Scalar end, Tensor out) {
    return rangeStepOut(start, end, Scalar.ONE, out);
  }

  /** Writes the numbers from 0 to {@code end}, which is excluded. */
  public Tensor arangeOut(Scalar end, Tensor out) {
    return aten.arangeOut(Scalar.ZERO, end, Scalar.ONE, out);
  }
}
