package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/** Operators that replace or move elements beyond a limit, or within limits. */
final class LimitKernels {
  private final Workspaces workspaces;
  private final PointwiseKernel threshold;
  private final PointwiseKernel replaced;
  private final PointwiseKernel copied;
  private final PointwiseKernel logit;
  private final PointwiseKernel limitedLogit;
  private final PointwiseKernel logitBackward;
  private final PointwiseKernel limitedLogitBackward;

  LimitKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.threshold = formula("threshold", "threshold", 1);
    this.replaced = formula("nan_to_num", "nanToNum", 1);
    this.copied = kernel("nan_to_num", FunctionLoops.copy());
    this.logit = kernel("logit", FunctionLoops.function("logit"));
    this.limitedLogit = formula("logit", "limitedLogit", 1);
    this.logitBackward = kernel("logit_backward", FunctionLoops.functionOfTwo("logitBackward"));
    this.limitedLogitBackward = formula("logit_backward", "limitedLogitBackward", 2);
  }

  private PointwiseKernel formula(String operator, String formula, int inputs) {
    return kernel(operator, FormulaLoops.of(formula, inputs));
  }

  private PointwiseKernel kernel(String operator, ByType<PointwiseLoop> loops) {
    return new PointwiseKernel(operator, loops, null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten.THRESHOLD, this::threshold)
        .structured(Aten.HARDSHRINK, formula("hardshrink", "hardshrink", 1)::run)
        .structured(Aten.SOFTSHRINK, formula("softshrink", "softshrink", 1)::run)
        .structured(
            Aten.HARDSHRINK_BACKWARD, formula("hardshrink_backward", "shrinkBackward", 2)::run)
        .structured(
            Aten.SOFTSHRINK_BACKWARD, formula("softshrink_backward", "shrinkBackward", 2)::run)
        .structured(Aten.NAN_TO_NUM, this::nanToNum)
        .structured(Aten.LOGIT, this::logit)
        .structured(Aten.LOGIT_BACKWARD, this::logitBackward);
  }

  /** Compares integers as 64-bit ones, since their type may not hold the numbers. */
  private void threshold(ElementwiseIterator it, Scalar limit, Scalar value) {
    DType type = it.commonType();
    if (type.isFloating()) {
      threshold.run(it, limit, value);
      return;
    }
    long least = limit.toLong();
    long other = value.toLong();
    Row row =
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            long element = Elements.longAt(type, at[1] + i * step[1]);
            Elements.putLong(type, at[0] + i * step[0], element <= least ? other : element);
          }
        };
    PointwiseKernel.forEachRow(it, row);
  }

  /** Replaces NaN and infinities; without a number, by 0 and the type's largest numbers. */
  private void nanToNum(ElementwiseIterator it, Double nan, Double posinf, Double neginf) {
    DType type = it.commonType();
    if (!type.isFloating() && !type.isComplex()) {
      copied.run(it);
      return;
    }
    double none = nan == null ? 0 : nan;
    double high = posinf == null ? largest(type) : posinf;
    double low = neginf == null ? -largest(type) : neginf;
    if (type.isFloating()) {
      replaced.run(it, Scalar.of(none), Scalar.of(high), Scalar.of(low));
      return;
    }
    Row row =
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            Complex element = Complex.at(type, at[1] + i * step[1]);
            double real = replaced(element.re(), none, high, low);
            double imaginary = replaced(element.im(), none, high, low);
            Elements.putComplex(type, at[0] + i * step[0], real, imaginary);
          }
        };
    PointwiseKernel.forEachRow(it, row);
  }

  private static double replaced(double value, double nan, double high, double low) {
    if (Double.isNaN(value)) {
      return nan;
    }
    return Double.isFinite(value) ? value : value > 0 ? high : low;
  }

  private static double largest(DType type) {
    return switch (type) {
      case FLOAT64, COMPLEX128 -> Double.MAX_VALUE;
      case FLOAT16 -> 65504;
      case BFLOAT16 -> 0x1.FEp127;
      default -> Float.MAX_VALUE;
    };
  }

  private void logit(ElementwiseIterator it, Double eps) {
    if (eps == null) {
      logit.run(it);
      return;
    }
    double low = number(it.commonType(), eps);
    double high = 1 - low;
    double ofHigh = Math.log(high / (1 - high));
    limitedLogit.run(it, Scalar.of(low), firstAbove(it.commonType(), high), Scalar.of(ofHigh));
  }

  private void logitBackward(ElementwiseIterator it, Double eps) {
    if (eps == null) {
      logitBackward.run(it);
      return;
    }
    double low = number(it.commonType(), eps);
    limitedLogitBackward.run(it, Scalar.of(low), firstAbove(it.commonType(), 1 - low));
  }

  /** Returns the least number of the loop's type above a limit; NaN above infinity. */
  private static Scalar firstAbove(DType type, double limit) {
    if (limit == Double.POSITIVE_INFINITY) {
      return Scalar.of(Double.NaN);
    }
    if (type == DType.FLOAT64) {
      return Scalar.of(Math.nextUp(limit));
    }
    float near = (float) limit;
    return Scalar.of((double) (near <= limit ? Math.nextUp(near) : near));
  }

  /** Returns a number in the elements' precision, at least that of float32. */
  private static double number(DType type, double value) {
    return type == DType.FLOAT64 ? value : (float) value;
  }
}
