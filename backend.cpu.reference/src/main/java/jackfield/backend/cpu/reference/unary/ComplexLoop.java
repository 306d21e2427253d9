package jackfield.backend.cpu.reference.unary;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Loops over complex numbers; a function writes its result to an array of two parts. */
final class ComplexLoop {
  private ComplexLoop() {}

  /** A function of one complex number. */
  @FunctionalInterface
  interface Unary {
    void apply(double[] result, double a, double b);
  }

  /** A function of two complex numbers. */
  @FunctionalInterface
  interface Binary {
    void apply(double[] result, double a, double b, double c, double d);
  }

  static void unary(ElementwiseIterator it, Unary function) {
    DType type = it.commonType();
    DType result = it.type(0);
    double[] value = new double[2];
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long from = at[1] + i * step[1];
        function.apply(value, Elements.doubleAt(type, from), Elements.imaginaryAt(type, from));
        Elements.putComplex(result, at[0] + i * step[0], value[0], value[1]);
      }
    });
  }

  static void binary(ElementwiseIterator it, Binary function) {
    DType type = it.commonType();
    double[] value = new double[2];
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        long left = at[1] + i * step[1];
        long right = at[2] + i * step[2];
        function.apply(
            value,
            Elements.doubleAt(type, left),
            Elements.imaginaryAt(type, left),
            Elements.doubleAt(type, right),
            Elements.imaginaryAt(type, right));
        Elements.putComplex(it.type(0), at[0] + i * step[0], value[0], value[1]);
      }
    });
  }
}
