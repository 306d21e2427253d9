package jackfield.backend.cpu.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import org.junit.jupiter.api.Test;

/** The exponential function of float32, whose polynomial is this project's own. */
class ExponentialTest {
  private static final int COUNT = 1 << 12;
  private static final long STEP = 4099; // a prime, so that all bits of a float change

  @Test
  void floatsOfAllMagnitudesAreRightToTheLastDigit() {
    PointwiseLoop exp = PointwiseLoops.exp().of(DType.FLOAT32);
    Numbers from = new Numbers(DType.FLOAT32, COUNT);
    Numbers to = new Numbers(DType.FLOAT32, COUNT);
    for (long first = 0; first < 1L << 32; first += STEP * COUNT) {
      for (int i = 0; i < COUNT; i++) {
        from.put(i, Float.intBitsToFloat((int) (first + i * STEP)));
      }
      exp.run(to.address(), from.address(), 0, 0, COUNT, Scalar.ONE);
      for (int i = 0; i < COUNT; i++) {
        agrees((float) from.at(i), (float) to.at(i));
      }
    }
  }

  private static void agrees(float exponent, float found) {
    double exact = Math.exp(exponent);
    float rounded = (float) exact;
    boolean isClose =
        Float.compare(found, rounded) == 0 || Math.abs(found - exact) < Math.ulp(rounded);
    assertThat(isClose).as("exp(%s) is %s, found %s", exponent, exact, found).isTrue();
  }

  @Test
  void theEndsOfTheRangeAreExact() {
    assertThat(exp(0)).isEqualTo(1);
    assertThat(exp(-0f)).isEqualTo(1);
    assertThat(exp(88.72283f)).isCloseTo(3.4027985e38f, within(1e33f));
    assertThat(exp(88.72284f)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(exp(-103.27893f)).isEqualTo(Float.MIN_VALUE);
    assertThat(exp(-104)).isZero();
    assertThat(exp(Float.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
    assertThat(exp(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(exp(Float.intBitsToFloat(0x7fc00001))).isNaN();
    assertThat(exp(Float.intBitsToFloat(0xffffffff))).isNaN();
  }

  private static float exp(float exponent) {
    Numbers number = new Numbers(DType.FLOAT32, 1);
    number.put(0, exponent);
    PointwiseLoops.exp()
        .of(DType.FLOAT32)
        .run(number.address(), number.address(), 0, 0, 1, Scalar.ONE);
    return (float) number.at(0);
  }
}
