package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import jackfield.aten.Aten;
import jackfield.aten.FrexpTensor;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class UnaryKernelsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final Aten aten = Plugged.aten();

  @Test
  void errorFunctionsAtTheEdges() {
    assertThat(elements(aten.erf(vector(-INFINITE, INFINITE, NAN, 0))))
        .containsExactly(-1, 1, NAN, 0);
    assertThat(elements(aten.erfc(vector(-INFINITE, INFINITE, NAN, 0))))
        .containsExactly(2, 0, NAN, 1);
    assertThat(elements(aten.erfinv(vector(-1, 1, 2, 0))))
        .containsExactly(-INFINITE, INFINITE, NAN, 0);
  }

  @Test
  void functionsFarFromTheirDomains() {
    assertThat(elements(aten.acosh(vector(-1e19, -2, 0.5, 1)))).containsExactly(NAN, NAN, NAN, 0);
    assertThat(elements(aten.specialZeta(vector(INFINITE), vector(1)))).containsExactly(1);
  }

  @Test
  void halvesAreRoundedToEvenNumbers() {
    assertThat(elements(aten.round(vector(-1.5, -0.5, 0.5, 1.5, 2.5))))
        .containsExactly(-2, -0.0, 0, 2, 2);
  }

  @Test
  void truncationLeavesTheFraction() {
    assertThat(elements(aten.trunc(vector(-1.75, 1.75, -INFINITE, NAN))))
        .containsExactly(-1, 1, -INFINITE, NAN);
    assertThat(elements(aten.frac(vector(-1.75, 1.75)))).containsExactly(-0.75, 0.75);
    assertThat(elements(aten.floor(vector(-1.75, 1.75)))).containsExactly(-2, 1);
    assertThat(elements(aten.ceil(vector(-1.75, 1.75)))).containsExactly(-1, 2);
  }

  @Test
  void roundingKeepsIntegers() {
    Tensor large = vector(DType.INT64, 1L << 53, -7);
    assertThat(aten.round(large).dtype()).isEqualTo(DType.INT64);
    assertThat(elements(aten.floor(large))).containsExactly(elements(large));
  }

  @Test
  void mantissaAndExponentGiveTheNumber() {
    Tensor x = vector(0, -0.0, 1, -6, INFINITE, NAN, Double.MIN_VALUE, Double.MAX_VALUE, 3e-310);
    FrexpTensor.Result parts = aten.frexp(x);

    assertThat(elements(parts.mantissa()))
        .startsWith(0, -0.0, 0.5, -0.75, INFINITE, NAN, 0.5, Math.nextDown(1.0));
    assertThat(elements(parts.exponent())).startsWith(0, 0, 1, 3, 0, 0, -1073, 1024);
    assertThat(Math.scalb(elements(parts.mantissa())[8], (int) elements(parts.exponent())[8]))
        .isEqualTo(3e-310);
    assertThat(parts.exponent().dtype()).isEqualTo(DType.INT32);
    assertThat(elements(aten.frexp(vector(DType.BFLOAT16, -3)).mantissa())).containsExactly(-0.75);
  }

  @Test
  void mantissasAreTakenOfFloatsOnly() {
    TypeMismatch refusal =
        catchThrowableOfType(TypeMismatch.class, () -> aten.frexp(vector(DType.INT64, 1)));
    assertThat(refusal.operator()).isEqualTo("frexp");
  }

  @Test
  void theSignOfNaNIsZero() {
    assertThat(elements(aten.sign(vector(-3, 0, INFINITE, NAN)))).containsExactly(-1, 0, 1, 0);
    assertThat(elements(aten.sign(vector(DType.INT32, -3, 0, 9)))).containsExactly(-1, 0, 1);
    assertThat(elements(aten.sign(vector(DType.BOOL, 0, 1)))).containsExactly(0, 1);
  }

  @Test
  void typesWithoutTheFunctionAreRefused() {
    Tensor z = complex(DType.COMPLEX64, 1, 2);
    assertThat(catchThrowableOfType(TypeMismatch.class, () -> aten.erf(z)).operator())
        .isEqualTo("erf");
    assertThat(
            catchThrowableOfType(TypeMismatch.class, () -> aten.frac(vector(DType.INT32, 1)))
                .operator())
        .isEqualTo("frac");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theZetaFunctionFarLeftIsNotSummedTermByTerm() {
    // all integers plus a half: twice the sum from a half on, but for the terms left of q
    double whole = 2 * ((1 << 4) - 1) * Math.pow(Math.PI, 4) / 90;
    Tensor far = vector(DType.FLOAT64, -1023.5, -1024.5, -1e12 - 0.5);
    for (double found : elements(aten.specialZeta(Scalar.of(4L), far))) {
      assertThat(found).isCloseTo(whole, within(1e-8));
    }
    Tensor odd = vector(DType.FLOAT64, -1e12 - 0.25);
    double quarter = Math.pow(0.25, -5) - Math.pow(0.75, -5); // the greatest terms, at 1/4 and 3/4
    assertThat(elements(aten.specialZeta(Scalar.of(5L), odd))[0])
        .isCloseTo(-quarter, withinPercentage(10));
  }
}
