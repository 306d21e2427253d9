package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.quotient.IntegerLoops;
import jackfield.backend.cpu.loops.quotient.QuotientLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;

/** Rounded quotients and remainders, common divisors and multiples. */
final class QuotientKernels {
  private final Workspaces workspaces;
  private final PointwiseKernel fmod;
  private final PointwiseKernel remainder;
  private final PointwiseKernel floor;
  private final PointwiseKernel trunc;
  private final PointwiseKernel quotient;
  private final ByType<ByType<Row>> integerFmod = IntegerLoops.fmod();
  private final ByType<ByType<Row>> integerRemainder = IntegerLoops.remainder();
  private final ByType<ByType<Row>> integerFloor = IntegerLoops.floorDivide();
  private final ByType<ByType<Row>> integerTrunc = IntegerLoops.divide();
  private final ByType<ByType<Row>> divisor = IntegerLoops.divisor();
  private final ByType<ByType<Row>> multiple = IntegerLoops.multiple();

  QuotientKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.fmod = kernel("fmod", QuotientLoops.fmod());
    this.remainder = kernel("remainder", QuotientLoops.remainder());
    this.floor = kernel("floor_divide", QuotientLoops.floorDivide());
    this.trunc = kernel("div", FunctionLoops.functionOfTwo("truncatedQuotient"));
    this.quotient =
        new PointwiseKernel("div", PointwiseLoops.div(), (a, b, one) -> a.over(b), workspaces);
  }

  private PointwiseKernel kernel(String operator, ByType<PointwiseLoop> loops) {
    return new PointwiseKernel(operator, loops, null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten.FMOD, it -> run("fmod", it, fmod, integerFmod))
        .structured(Aten.REMAINDER, it -> run("remainder", it, remainder, integerRemainder))
        .structured(Aten.FLOOR_DIVIDE, it -> run("floor_divide", it, floor, integerFloor))
        .structured(Aten.DIV_TENSOR_MODE, this::div)
        .structured(Aten.GCD, it -> IntegerQuotients.run(it, divisor))
        .structured(Aten.LCM, it -> IntegerQuotients.run(it, multiple));
  }

  private static void run(
      String operator,
      ElementwiseIterator it,
      PointwiseKernel floats,
      ByType<ByType<Row>> integers) {
    DType type = it.commonType();
    if (type.isFloating() || type.isComplex()) {
      floats.run(it);
    } else {
      IntegerQuotients.run(operator, it, integers);
    }
  }

  /** Divides; null does not round. */
  private void div(ElementwiseIterator it, String roundingMode) {
    if (roundingMode == null) {
      quotient.run(it);
      return;
    }
    switch (roundingMode) {
      case "floor" -> run("div", it, floor, integerFloor);
      case "trunc" -> run("div", it, trunc, integerTrunc);
      default ->
          throw new InvalidArgument(
              "div", "rounding_mode", "is " + roundingMode + ", expected floor, trunc or None");
    }
  }
}
