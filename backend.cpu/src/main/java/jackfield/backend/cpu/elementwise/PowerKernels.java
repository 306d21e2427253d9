package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Row;
import jackfield.backend.cpu.loops.FunctionLoops;
import jackfield.backend.cpu.loops.PointwiseLoop;
import jackfield.backend.cpu.loops.PointwiseLoops;
import jackfield.backend.cpu.loops.quotient.IntegerLoops;
import jackfield.backend.cpu.loops.template.ByType;
import jackfield.backend.cpu.loops.template.Lanes;
import jackfield.backend.cpu.memory.Workspaces;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Scalar;

/**
 * Powers. Fixed exponents of which PyTorch computes products, quotients or roots have loops of
 * their own; their edges differ: the square root of −∞ is NaN, its power of 0.5 is ∞.
 */
final class PowerKernels {
  private final Workspaces workspaces;
  private final PointwiseKernel square;
  private final PointwiseKernel cube;
  private final PointwiseKernel squareBelowOne;
  private final PointwiseKernel root;
  private final PointwiseKernel rootBelowOne;
  private final PointwiseKernel reciprocal;
  private final PointwiseKernel toNumber;
  private final PointwiseKernel toTensor;
  private final ByType<ByType<Row>> integers = IntegerLoops.power();
  private final ByType<ByType<Row>> integersToNumber = IntegerLoops.powerToNumber();

  PowerKernels(Workspaces workspaces) {
    this.workspaces = workspaces;
    this.square = kernel(FunctionLoops.power("square"));
    this.cube = kernel(FunctionLoops.power("cube"));
    this.squareBelowOne = kernel(FunctionLoops.power("squareBelowOne"));
    this.root = kernel(PointwiseLoops.sqrt());
    this.rootBelowOne = kernel(FunctionLoops.function("rsqrt"));
    this.reciprocal = kernel(FunctionLoops.function("reciprocal"));
    this.toNumber =
        new PointwiseKernel(
            "pow", FunctionLoops.power("powNumber"), (a, b, number) -> a.pow(number), workspaces);
    this.toTensor =
        new PointwiseKernel(
            "pow", FunctionLoops.functionOfTwo("pow"), (a, b, number) -> a.pow(b), workspaces);
  }

  private PointwiseKernel kernel(ByType<PointwiseLoop> loops) {
    return new PointwiseKernel("pow", loops, null, workspaces);
  }

  void addTo(KernelList kernels) {
    kernels
        .structured(Aten.POW_TENSOR_SCALAR, this::pow)
        .structured(Aten.POW_TENSOR_TENSOR, this::pow)
        .structured(
            Aten.XLOGY,
            new PointwiseKernel("xlogy", FunctionLoops.functionOfTwo("xlogy"), null, workspaces)
                ::run);
  }

  private void pow(ElementwiseIterator it, Scalar exponent) {
    DType type = it.commonType();
    if (type.isComplex()) {
      toNumber.run(it, exponent);
    } else if (type.isFloating()) {
      powOfFloats(it, exponent);
    } else {
      powOfIntegers(it, exponent.toLong());
    }
  }

  private void powOfFloats(ElementwiseIterator it, Scalar exponent) {
    double number = exponent.toDouble();
    if (number == 2) {
      square.run(it);
    } else if (number == 3) {
      cube.run(it);
    } else if (number == 0.5) {
      root.run(it);
    } else if (number == -0.5) {
      rootBelowOne.run(it);
    } else if (number == -1) {
      reciprocal.run(it);
    } else if (number == -2) {
      squareBelowOne.run(it);
    } else if (it.commonType() != DType.FLOAT64 && isWholeAsFloat(number)) {
      powOneByOne(it, number);
    } else {
      toNumber.run(it, exponent);
    }
  }

  /** Returns whether rounding to float32 makes an exponent whole, 0 or infinite. */
  private static boolean isWholeAsFloat(double number) {
    float rounded = (float) number;
    return rounded != number && (Float.isInfinite(rounded) || rounded == Math.rint(rounded));
  }

  private static void powOneByOne(ElementwiseIterator it, double exponent) {
    DType type = it.commonType();
    PointwiseKernel.forEachRow(
        it,
        (at, step, count) -> {
          for (long i = 0; i < count; i++) {
            double base = Elements.doubleAt(type, at[1] + i * step[1]);
            double power = base == 1 ? 1 : Math.pow(base, exponent);
            Elements.putDouble(it.type(0), at[0] + i * step[0], power);
          }
        });
  }

  private void powOfIntegers(ElementwiseIterator it, long exponent) {
    DType type = it.commonType();
    boolean isOfVectors = Lanes.of(type) != null && type != DType.BOOL && it.type(0) == type;
    if (isOfVectors && exponent == 2) {
      square.run(it);
    } else if (isOfVectors && exponent == 3) {
      cube.run(it);
    } else {
      powToNumber(it, exponent);
    }
  }

  private void powToNumber(ElementwiseIterator it, long exponent) {
    Row row = integersToNumber.of(it.commonType()).of(it.type(0));
    workspaces.use(
        Long.BYTES,
        number -> {
          HostBytes.putLong(number, exponent);
          PointwiseKernel.forEachRow(
              it,
              (at, step, count) ->
                  row.run(
                      new long[] {at[0], at[1], number}, new long[] {step[0], step[1], 0}, count));
        });
  }

  private void pow(ElementwiseIterator it) {
    DType type = it.commonType();
    if (type.isComplex() || type.isFloating()) {
      toTensor.run(it);
      return;
    }
    PointwiseKernel.forEachRow(it, integers.of(type).of(it.type(0)));
  }
}
