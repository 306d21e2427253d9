package jackfield.nn.activation;

import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.nn.module.Module;
import jackfield.tensor.HostData;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class ActivationTest {
  private final Nn nn = LocalPlatform.SHARED.nn();

  private static void assertValue(Module module, double input, double expected) {
    double found = HostData.doubles(module.forward(HostData.tensor(new double[] {input}, 1)))[0];
    assertThat(found).as(module.toString()).isCloseTo(expected, within(1e-9));
  }

  @Test
  void eachHasTheValueOfItsFormula() {
    double e = Math.exp(-1);
    assertValue(nn.relu6(), 7, 6);
    assertValue(nn.logSigmoid(), -1, -Math.log(1 + Math.E));
    assertValue(nn.tanhshrink(), -1, -1 + Math.tanh(1));
    assertValue(nn.mish(), -1, -Math.tanh(Math.log(1 + e)));
    assertValue(nn.gelu(), -1, -0.15865525393145707);
    assertValue(nn.elu(2), -1, 2 * (e - 1));
    assertValue(nn.selu(), -1, 1.0507009873554805 * 1.6732632423543772 * (e - 1));
    assertValue(nn.celu(2), -2, 2 * (e - 1));
    assertValue(nn.leakyRelu(), -1, -0.01);
    assertValue(nn.prelu(), -1, -0.25);
    assertValue(nn.rrelu().eval(), -1, -(1 / 8.0 + 1 / 3.0) / 2);
    assertValue(nn.hardtanh(), -3, -1);
    assertValue(nn.hardsigmoid(), 1, 2 / 3.0);
    assertValue(nn.hardswish(), 1, 2 / 3.0);
    assertValue(nn.hardshrink(), 0.4, 0);
    assertValue(nn.softshrink(), 0.7, 0.2);
    assertValue(nn.softplus(), -1, Math.log(1 + e));
    assertValue(nn.softsign(), -1, -0.5);
    assertValue(nn.threshold(0.1, 20), 0, 20);
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreThoseOfDifferences() {
    return Stream.of(
            nn.relu6(),
            nn.logSigmoid(),
            nn.tanhshrink(),
            nn.silu(),
            nn.mish(),
            nn.gelu(),
            nn.elu(),
            nn.selu(),
            nn.celu(),
            nn.prelu(3, 0.1),
            nn.hardtanh(),
            nn.hardsigmoid(),
            nn.hardswish(),
            nn.hardshrink(),
            nn.softshrink(),
            nn.softplus(),
            nn.softsign(),
            nn.threshold(0.1, 2),
            nn.glu(1),
            nn.softmin(1))
        .map(module -> {
          long columns = module.toString().startsWith("GLU") ? 4 : 3;
          return DynamicTest.dynamicTest(
              module.toString(), () -> assertGradients(module, random(1, 2, columns)));
        });
  }

  @Test
  void randomSlopesAreBetweenTheirBounds() {
    double[] found =
        HostData.doubles(nn.rrelu(0.2, 0.3).forward(nn.aten().full(new long[] {200}, -1.0)));
    assertThat(Arrays.stream(found)).allMatch(each -> each >= -0.3 && each <= -0.2);
    assertThat(Arrays.stream(found).distinct().count()).isGreaterThan(100);
    assertThat(catchThrowableOfType(InvalidArgument.class, () -> nn.rrelu(1, 0)).argument())
        .isEqualTo("lower");
  }

  @Test
  void limitsInTheWrongOrderAreRefused() {
    for (double[] wrong : new double[][] {{1, -1}, {1, 1}, {Double.NaN, 1}}) {
      InvalidArgument refused =
          catchThrowableOfType(InvalidArgument.class, () -> nn.hardtanh(wrong[0], wrong[1]));
      assertThat(refused.argument()).isEqualTo("min");
    }
  }

  @Test
  void channelsAreDroppedAsAWhole() {
    double[] found = HostData.doubles(nn.dropout2d(0.5).forward(nn.aten().ones(1, 50, 2, 2)));
    for (int i = 0; i < found.length; i += 4) {
      assertThat(Arrays.copyOfRange(found, i, i + 4)).containsOnly(found[i]);
    }
    assertThat(found).contains(0).contains(2);
    double[] alpha = HostData.doubles(nn.alphaDropout(0.2).forward(random(1, 20_000)));
    assertThat(Arrays.stream(alpha).average().orElseThrow()).isBetween(-0.05, 0.05);
  }
}
