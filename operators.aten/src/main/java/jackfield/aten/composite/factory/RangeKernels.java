package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.TypePromotion;
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

  /**
   * Creates the numbers from {@code start} to {@code end} in steps of {@code step}. With an
   * infinite step the result is one NaN, as in PyTorch: 0 times the step is added to the start.
   */
  public Tensor rangeStep(
      Scalar start,
      Scalar end,
      Scalar step,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    DType type = dtype == null ? TypePromotion.DEFAULT_FLOAT : dtype;
    Device on = device == null ? Device.CPU : device;
    if (type == DType.BOOL || type.isComplex()) {
      throw new TypeMismatch(OPERATOR, "expected an integer or floating type, found " + type);
    }
    DType wide = wide(type);
    FillRules.checkHolds(OPERATOR, "start", wide, start);
    FillRules.checkHolds(OPERATOR, "end", wide, end);
    FillRules.checkHolds(OPERATOR, "step", wide, step);
    if (wide == DType.INT64) {
      Scalar count = Scalar.of(count(start.toLong(), end.toLong(), step.toLong()));
      Tensor places = aten.arange(count, wide, layout, on);
      return terms(places, Scalar.of(start.toLong()), Scalar.of(step.toLong()), type);
    }
    return ofFloats(start, end, step, type, layout, on);
  }

  private Tensor ofFloats(
      Scalar start, Scalar end, Scalar step, DType type, Layout layout, Device on) {
    DType wide = wide(type);
    double first = rounded(start.toDouble(), wide);
    double width = rounded(step.toDouble(), wide);
    long count = count(first, rounded(end.toDouble(), wide), width, wide);
    Tensor places = aten.arange(Scalar.of(count), wide, layout, on);
    return terms(places, Scalar.of(first), Scalar.of(width), type);
  }

  /** Returns the type in which elements are computed before they are converted. */
  private static DType wide(DType type) {
    if (type.isIntegral()) {
      return DType.INT64;
    }
    boolean isHalf = type == DType.FLOAT16 || type == DType.BFLOAT16;
    return isHalf ? DType.FLOAT32 : DType.FLOAT64;
  }

  private static double rounded(double value, DType wide) {
    return wide == DType.FLOAT32 ? (float) value : value;
  }

  private Tensor terms(Tensor places, Scalar first, Scalar width, DType type) {
    return aten.to(aten.add(aten.mul(places, width), first), type);
  }

  private static long count(long start, long end, long step) {
    if (step == 0 || (step > 0 ? end < start : end > start)) {
      throw new InvalidArgument(
          OPERATOR, "step", "%d does not lead from %d to %d".formatted(step, start, end));
    }
    long distance = end - start; // unsigned if the step is positive, else its negative is
    long others =
        step > 0
            ? Long.divideUnsigned(distance, step)
            : Long.divideUnsigned(-distance, -step); // -Long.MIN_VALUE is 2^63, unsigned
    if (others < 0 || others == Long.MAX_VALUE) {
      throw new InvalidArgument(OPERATOR, "end", end + " is too far from the start");
    }
    return others + 1;
  }

  private static long count(double start, double end, double step, DType wide) {
    double distance = rounded(end - start, wide);
    if (step == 0 || Double.isNaN(step)) {
      throw new InvalidArgument(OPERATOR, "step", step + " does not lead from start to end");
    }
    if (!Double.isFinite(start)) {
      throw new InvalidArgument(OPERATOR, "start", start + " is not finite");
    }
    if (!Double.isFinite(distance)) {
      throw new InvalidArgument(
          OPERATOR, "end", "%s is not a finite distance from %s".formatted(end, start));
    }
    if (step > 0 ? distance < 0 : distance > 0) {
      throw new InvalidArgument(
          OPERATOR, "step", "%s leads away from %s to %s".formatted(step, start, end));
    }
    double count = Math.floor(rounded(rounded(distance / step, wide) + 1, wide));
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
    return given.into(OPERATOR, like(out, result), out);
  }

  private Tensor like(Tensor out, Tensor result) {
    boolean fits = out.elementCount() == result.elementCount();
    return fits ? aten.view(result, out.sizes()) : result;
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
