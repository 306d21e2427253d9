package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.backend.cpu.loops.FormulaLoops;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import java.util.function.UnaryOperator;

/**
 * Functions of one number that are one operation of the Vector API or a few. Another needs a method
 * of {@code Functions} and an entry here.
 */
public final class FunctionKernels {
  private static final double DEGREES = 180; // of half a turn

  private final Workspaces workspaces;

  /** Creates the kernels. */
  public FunctionKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
  }

  /** Adds the kernels to a list. */
  public void addTo(KernelList kernels) {
    kernels
        .structured(Aten.RSQRT, function("rsqrt", Complex::rsqrt)::run)
        .structured(Aten.SIN, function("sin", Complex::sin)::run)
        .structured(Aten.COS, function("cos", Complex::cos)::run)
        .structured(Aten.TAN, function("tan", Complex::tan)::run)
        .structured(Aten.SINH, function("sinh", Complex::sinh)::run)
        .structured(Aten.COSH, function("cosh", Complex::cosh)::run)
        .structured(Aten.ASIN, function("asin", Complex::asin)::run)
        .structured(Aten.ACOS, function("acos", Complex::acos)::run)
        .structured(Aten.ATAN, function("atan", Complex::atan)::run)
        .structured(Aten.ASINH, function("asinh", Complex::asinh)::run)
        .structured(Aten.ACOSH, function("acosh", Complex::acosh)::run)
        .structured(Aten.ATANH, function("atanh", Complex::atanh)::run)
        .structured(Aten.EXP2, function("exp2", Complex::exp2)::run)
        .structured(Aten.LOG2, function("log2", Complex::log2)::run)
        .structured(Aten.EXPM1, function("expm1", Complex::expm1)::run)
        .structured(Aten.LOG1P, function("log1p", Complex::log1p)::run)
        .structured(Aten.LOG10, function("log10", Complex::log10)::run)
        .structured(Aten.RECIPROCAL, function("reciprocal", Complex::reciprocal)::run)
        .structured(
            Aten.ABS,
            new PointwiseKernel("abs", FunctionLoops.abs(), (a, b, one) -> a.abs(), workspaces)
                ::run)
        .structured(Aten.ATAN2, kernel("atan2", FunctionLoops.functionOfTwo("atan2"))::run)
        .structured(Aten.HYPOT, kernel("hypot", FunctionLoops.functionOfTwo("hypot"))::run)
        .structured(Aten.COPYSIGN, kernel("copysign", FunctionLoops.functionOfTwo("copysign"))::run)
        .structured(
            Aten.LOGADDEXP,
            new PointwiseKernel(
                    "logaddexp",
                    FunctionLoops.functionOfTwo("logaddexp"),
                    (a, b, one) -> ComplexLogSum.of(a, b),
                    workspaces)
                ::run)
        .structured(Aten.FRAC, function("frac", null)::run)
        .structured(Aten.FLOOR, rounding("floor")::run)
        .structured(Aten.CEIL, rounding("ceil")::run)
        .structured(Aten.ROUND, rounding("round")::run)
        .structured(Aten.TRUNC, rounding("trunc")::run)
        .structured(Aten.SIGN, kernel("sign", FunctionLoops.sign())::run)
        .structured(
            Aten.SGN,
            new PointwiseKernel(
                    "sgn", FunctionLoops.sign(), (a, b, one) -> direction(a), workspaces)
                ::run);
    addErrorFunctions(kernels);
    addGammaFunctions(kernels);
    addLogarithms(kernels);
    addAngles(kernels);
    addDecimals(kernels);
  }

  private void addDecimals(KernelList kernels) {
    PointwiseKernel product = kernel("round", FunctionLoops.decimals("roundProduct"));
    PointwiseKernel quotient = kernel("round", FunctionLoops.decimals("roundQuotient"));
    kernels.structured(
        Aten.ROUND_DECIMALS,
        (it, decimals) -> {
          Scalar power = Scalar.of(Math.pow(10, (double) Math.abs(decimals)));
          (decimals < 0 ? quotient : product).run(it, power);
        });
  }

  private void addErrorFunctions(KernelList kernels) {
    PointwiseKernel gelu = kernel("gelu", FunctionLoops.gelu());
    PointwiseKernel tanhGelu = kernel("gelu", FunctionLoops.tanhGelu());
    PointwiseKernel backward = kernel("gelu_backward", FunctionLoops.geluBackward());
    PointwiseKernel tanhBackward = kernel("gelu_backward", FunctionLoops.tanhGeluBackward());
    kernels
        .structured(Aten.ERFC, kernel("erfc", FunctionLoops.erfc())::run)
        .structured(Aten.ERF, kernel("erf", FunctionLoops.erf())::run)
        .structured(Aten.ERFINV, kernel("erfinv", inverseOfErf())::run)
        .structured(
            Aten.GELU, (it, approximate) -> (isTanh("gelu", approximate) ? tanhGelu : gelu).run(it))
        .structured(
            Aten.GELU_BACKWARD,
            (it, approximate) ->
                (isTanh("gelu_backward", approximate) ? tanhBackward : backward).run(it));
  }

  private ByType<PointwiseLoop> inverseOfErf() {
    ByType<PointwiseLoop> floats = FunctionLoops.erfinvOfFloats();
    ByType<PointwiseLoop> doubles = StepsLoop.of(workspaces, FunctionLoops.erfinvOfDoubles());
    return new ByType<>(type -> (type == DType.FLOAT32 ? floats : doubles).of(type));
  }

  private void addGammaFunctions(KernelList kernels) {
    kernels
        .structured(
            Aten.LGAMMA, kernel("lgamma", StepsLoop.of(workspaces, FormulaLoops.logGamma()))::run)
        .structured(
            Aten.DIGAMMA, kernel("digamma", StepsLoop.of(workspaces, FormulaLoops.digamma()))::run);
  }

  private void addLogarithms(KernelList kernels) {
    kernels
        .structured(Aten.SPECIAL_ENTR, kernel("special_entr", FunctionLoops.function("entr"))::run)
        .structured(
            Aten.SPECIAL_XLOG1PY,
            kernel("special_xlog1py", FunctionLoops.functionOfTwo("xlog1py"))::run)
        .structured(
            Aten.LOGADDEXP2, kernel("logaddexp2", FunctionLoops.functionOfTwo("logaddexp2"))::run)
        .structured(Aten.HEAVISIDE, kernel("heaviside", FunctionLoops.heaviside())::run);
  }

  private void addAngles(KernelList kernels) {
    PointwiseKernel toRadians = kernel("deg2rad", PointwiseLoops.scale());
    PointwiseKernel toDegrees = kernel("rad2deg", PointwiseLoops.scale());
    kernels
        .structured(Aten.DEG2RAD, it -> toRadians.run(it, Scalar.of(Math.PI / DEGREES)))
        .structured(Aten.RAD2DEG, it -> toDegrees.run(it, Scalar.of(DEGREES / Math.PI)))
        .structured(
            Aten.SINC,
            new PointwiseKernel("sinc", FormulaLoops.sinc(), (a, b, one) -> sinc(a), workspaces)
                ::run);
  }

  /** Returns a number divided by its absolute value; 0 for 0. Each part is divided by itself. */
  private static Complex direction(Complex a) {
    double length = a.abs().re();
    return a.isZero() ? a : new Complex(a.re() / length, a.im() / length);
  }

  private static Complex sinc(Complex a) {
    if (a.isZero()) {
      return new Complex(1, 0);
    }
    double x = Math.PI * a.re();
    double y = Math.PI * a.im();
    Complex sine = new Complex(Math.sin(x) * Math.cosh(y), Math.cos(x) * Math.sinh(y));
    return sine.over(new Complex(x, y));
  }

  private static boolean isTanh(String operator, String approximate) {
    return switch (approximate) {
      case "none" -> false;
      case "tanh" -> true;
      default ->
          throw new InvalidArgument(
              operator, "approximate", "must be none or tanh, found " + approximate);
    };
  }

  private PointwiseKernel kernel(String name, ByType<PointwiseLoop> loops) {
    return new PointwiseKernel(name, loops, null, workspaces);
  }

  /** Returns the kernel of a function of floats, and of complex numbers unless it has none. */
  private PointwiseKernel function(String name, UnaryOperator<Complex> complex) {
    Complex.Function ofComplex = complex == null ? null : (a, b, number) -> complex.apply(a);
    return new PointwiseKernel(name, FunctionLoops.function(name), ofComplex, workspaces);
  }

  private PointwiseKernel rounding(String name) {
    return new PointwiseKernel(name, FunctionLoops.rounding(name), null, workspaces);
  }
}
