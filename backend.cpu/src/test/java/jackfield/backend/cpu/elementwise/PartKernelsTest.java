package jackfield.backend.cpu.elementwise;

import jackfield.aten.Aten;
import jackfield.backend.cpu.Twins;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parts of complex numbers, their angles, and numbers from parts are those of the reference. */
@Tag("slow")
final class PartKernelsTest {
  private static final int CALLS = 60;
  private static final long[][] SHAPES = {{}, {0}, {3, 0}, {1}, {7, 9}, {3, 1, 40}, {2, 1700}};

  private final Twins twins = new Twins();

  private interface One {
    Tensor of(Aten aten, Tensor a);
  }

  private static double tolerance(DType type) {
    return switch (type) {
      case FLOAT16 -> 1e-3;
      case BFLOAT16 -> 8e-3;
      case FLOAT64, COMPLEX128 -> 1e-14;
      default -> 1e-6;
    };
  }

  private void same(String what, One call, Tensor a) {
    twins.expectSame("%s of %s".formatted(what, a), call.of(twins.fast, a), call.of(twins.twin, a));
  }

  private void close(String what, One call, Tensor a) {
    String where = "%s of %s".formatted(what, a);
    twins.expectClose(where, tolerance(a.dtype()), call.of(twins.fast, a), call.of(twins.twin, a));
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void conjugatesAnglesAndIsrealAgree(DType type) {
    for (int call = 0; call < CALLS; call++) {
      for (long[] sizes : SHAPES) {
        Tensor self = twins.tensor(type, true, sizes);
        same("_conj_physical", Aten::_conjPhysical, self);
        same("conj_physical_", (aten, a) -> aten.conjPhysical_(aten.clone(a)), self);
        same("isreal", Aten::isreal, self);
        close("angle", Aten::angle, self);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void complexNumbersFromPartsAgree(DType type) {
    for (int call = 0; call < CALLS; call++) {
      for (long[] sizes : SHAPES) {
        Tensor other = twins.tensor(type, true, sizes);
        Tensor self = twins.tensor(type, true, sizes);
        same("complex", (aten, a) -> aten.complex(a, other), self);
        close("polar", (aten, a) -> aten.polar(a, other), self);
      }
      Tensor row = twins.tensor(type, true, 9);
      Tensor self = twins.tensor(type, true, 5, 9);
      same("complex", (aten, a) -> aten.complex(row, a), self);
      close("polar", (aten, a) -> aten.polar(row, a), self);
    }
  }

  /** Numbers near 0, near both ends, at them and beyond. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void inversesOfTheErrorFunctionAgree(DType type) {
    double[] values = new double[400];
    for (int i = 0; i < values.length; i++) {
      double size = i % 2 == 0 ? 1 - Math.pow(2, -i / 7.0) : Math.pow(2, -i / 7.0);
      values[i] = i % 4 < 2 ? size : -size;
    }
    double[] special = {0.0, -0.0, 1, -1, 1.5, -2, Double.NaN, Double.POSITIVE_INFINITY};
    System.arraycopy(special, 0, values, 0, special.length);
    Tensor line = twins.numbers(type, values);
    Tensor gaps = line.alias(new long[] {20, 10}, new long[] {1, 20}, 7);
    for (int call = 0; call < CALLS; call++) {
      close("erfinv", Aten::erfinv, line);
      close("erfinv", Aten::erfinv, gaps);
      close("erfinv_", (aten, a) -> aten.erfinv_(aten.clone(a)), line);
      for (long[] sizes : SHAPES) {
        close("erfinv", Aten::erfinv, twins.tensor(type, true, sizes));
      }
    }
  }
}
