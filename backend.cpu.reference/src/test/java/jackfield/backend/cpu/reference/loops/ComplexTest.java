package jackfield.backend.cpu.reference.loops;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class ComplexTest {
  private static final Offset<Double> ROUNDING = Offset.offset(1e-12);

  private final Complex z = new Complex();

  private void assertIs(double real, double imaginary) {
    assertThat(z.real()).isCloseTo(real, ROUNDING);
    assertThat(z.imaginary()).isCloseTo(imaginary, ROUNDING);
  }

  @Test
  void divisionUndoesMultiplication() {
    z.multiply(1.5, -2, 0.25, 3);
    z.divide(z.real(), z.imaginary(), 0.25, 3);
    assertIs(1.5, -2);
  }

  @Test
  void divisionDoesNotOverflowOnTheWay() {
    z.divide(1e300, 1e300, 1e300, 1e300);
    assertIs(1, 0);
  }

  @Test
  void logUndoesExp() {
    z.exp(0.5, -1.25);
    z.log(z.real(), z.imaginary());
    assertIs(0.5, -1.25);
  }

  @Test
  void rootsHaveNoNegativeRealPart() {
    z.sqrt(-4, 0);
    assertIs(0, 2);
    z.sqrt(-4, -0.0);
    assertIs(0, -2);
    z.sqrt(3, -4);
    assertIs(2, -1);
  }

  @Test
  void tanhIsSinhByCosh() {
    double[] quotient = tanhByExponentials(0.75, -1.1);
    z.tanh(0.75, -1.1);
    assertIs(quotient[0], quotient[1]);
  }

  private static double[] tanhByExponentials(double a, double b) {
    Complex power = new Complex();
    power.exp(2 * a, 2 * b);
    double real = power.real();
    double imaginary = power.imaginary();
    power.divide(real - 1, imaginary, real + 1, imaginary);
    return new double[] {power.real(), power.imaginary()};
  }

  @Test
  void tanhFarOutIsOne() {
    z.tanh(800, 1);
    assertIs(1, 0);
    z.tanh(-800, 1);
    assertIs(-1, 0);
  }

  @Test
  void sigmoidIsAHalfAtZero() {
    z.sigmoid(0, 0);
    assertIs(0.5, 0);
  }

  @Test
  void powersMultiplyTheAngle() {
    z.pow(0, 1, 2, 0);
    assertIs(-1, 0);
    z.pow(0, 0, 0, 0);
    assertIs(1, 0);
    z.pow(0, 0, 3, 0);
    assertIs(0, 0);
  }

  @Test
  void sineAndCosineLieOnTheUnitCircle() {
    z.sin(0.75, -1.1);
    z.multiply(z.real(), z.imaginary(), z.real(), z.imaginary());
    double real = z.real();
    double imaginary = z.imaginary();
    z.cos(0.75, -1.1);
    z.multiply(z.real(), z.imaginary(), z.real(), z.imaginary());
    z.set(real + z.real(), imaginary + z.imaginary());
    assertIs(1, 0);
  }

  @Test
  void tangentIsSineByCosine() {
    z.cos(0.75, -1.1);
    double real = z.real();
    double imaginary = z.imaginary();
    z.sin(0.75, -1.1);
    z.divide(z.real(), z.imaginary(), real, imaginary);
    double[] quotient = {z.real(), z.imaginary()};
    z.tan(0.75, -1.1);
    assertIs(quotient[0], quotient[1]);
  }

  @Test
  void hyperbolicFunctionsAddUpToExp() {
    z.sinh(0.5, 2);
    double real = z.real();
    double imaginary = z.imaginary();
    z.cosh(0.5, 2);
    double[] sum = {real + z.real(), imaginary + z.imaginary()};
    z.exp(0.5, 2);
    assertIs(sum[0], sum[1]);
  }

  @Test
  void realArgumentsKeepTheirImaginaryZero() {
    z.sinh(Double.POSITIVE_INFINITY, -0.0);
    assertThat(z.imaginary()).isEqualTo(-0.0);
    z.cosh(Double.NaN, 0);
    assertThat(z.imaginary()).isZero();
    z.exp2(Double.NaN, -0.0);
    assertThat(z.imaginary()).isEqualTo(-0.0);
  }

  @Test
  void nearZeroTheDifferencesFromOneAreExact() {
    z.expm1(1e-20, 1e-20);
    assertThat(z.real()).isCloseTo(1e-20, Offset.offset(1e-32));
    z.log1p(1e-20, 1e-20);
    assertThat(z.real()).isCloseTo(1e-20, Offset.offset(1e-32));
    assertThat(z.imaginary()).isCloseTo(1e-20, Offset.offset(1e-32));
  }

  @Test
  void logOfOneAndMoreIsTheLogarithm() {
    z.log(3, -4, Math.log(10));
    double[] expected = {z.real() * Math.log(10), z.imaginary() * Math.log(10)};
    z.log1p(2, -4);
    assertIs(expected[0], expected[1]);
  }

  @Test
  void theReciprocalRootSquaredIsTheReciprocal() {
    z.rsqrt(3, -4);
    z.multiply(z.real(), z.imaginary(), z.real(), z.imaginary());
    double[] square = {z.real(), z.imaginary()};
    z.divide(1, 0, 3, -4);
    assertIs(square[0], square[1]);
  }
}
