package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.nn.layer.Linear;
import jackfield.nn.loss.Loss;
import jackfield.nn.loss.Reduction;
import jackfield.nn.module.Module;
import jackfield.nn.module.Parameter;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Compares gradients with quotients of differences, and values with formulas. */
final class GradientsTest {
  private static final double STEP = 1e-6;

  private final LocalPlatform platform = LocalPlatform.SHARED;
  private final Nn nn = platform.nn();
  private final Tensor labels = HostData.tensor(new long[] {0, 2, 1}, 3);
  private final Tensor targets = random(3, 3);

  private static Tensor random(int... sizes) {
    Random random = new Random(3);
    double[] values = new double[sizes[0] * sizes[1]];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextGaussian();
    }
    return HostData.tensor(values, sizes[0], sizes[1]);
  }

  private void check(Module model, Function<Tensor, Loss> loss) {
    Tensor input = random(3, 4);
    Supplier<Loss> run = () -> loss.apply(model.forward(input));
    run.get().backward();
    for (Parameter parameter : model.parameters()) {
      double[] found = HostData.doubles(parameter.grad());
      double[] values = HostData.doubles(parameter.tensor());
      for (int i = 0; i < values.length; i++) {
        double above = shifted(parameter, values, i, STEP, run);
        double below = shifted(parameter, values, i, -STEP, run);
        assertThat(found[i]).isCloseTo((above - below) / (2 * STEP), within(1e-7));
      }
    }
  }

  private static double shifted(
      Parameter parameter, double[] values, int index, double by, Supplier<Loss> run) {
    double[] moved = values.clone();
    moved[index] += by;
    parameter.copyFrom(HostData.tensor(moved, parameter.tensor().sizes()));
    double found = run.get().item();
    parameter.copyFrom(HostData.tensor(values, parameter.tensor().sizes()));
    return found;
  }

  @TestFactory
  Stream<DynamicTest> activationsHaveTheGradientsOfTheirDifferences() {
    return Stream.of(
            nn.relu(),
            nn.sigmoid(),
            nn.tanh(),
            nn.silu(),
            nn.leakyRelu(0.1),
            nn.geluTanh(),
            nn.softmax(1),
            nn.logSoftmax(1),
            nn.flatten())
        .map(each ->
            DynamicTest.dynamicTest(
                each.toString(),
                () ->
                    check(
                        nn.sequential(nn.linear(4, 5), each, nn.linear(5, 3)),
                        output -> nn.mseLoss(output, targets))));
  }

  @TestFactory
  Stream<DynamicTest> lossesHaveTheGradientsOfTheirDifferences() {
    Module model = nn.sequential(nn.linear(4, 3));
    Module logs = nn.sequential(nn.linear(4, 3), nn.logSoftmax(1));
    Tensor weight = HostData.tensor(new double[] {1, 2, 0.5}, 3);
    return Stream.of(
        DynamicTest.dynamicTest("cross", () -> check(model, x -> nn.crossEntropy(x, labels))),
        DynamicTest.dynamicTest(
            "cross, weights, smoothing",
            () -> {
              model.zeroGrad();
              check(model, x -> nn.crossEntropy(x, labels, weight, Reduction.SUM, 0.1));
            }),
        DynamicTest.dynamicTest("nll", () -> check(logs, x -> nn.nllLoss(x, labels))),
        DynamicTest.dynamicTest(
            "mse, sum",
            () -> {
              model.zeroGrad();
              check(model, x -> nn.mseLoss(x, targets, Reduction.SUM));
            }));
  }

  @Test
  void activationsHaveTheValuesOfTheirFormulas() {
    Tensor x = HostData.tensor(new double[] {-2, 0.5}, 2);
    assertThat(HostData.doubles(nn.silu().forward(x))[0])
        .isCloseTo(-2 / (1 + Math.exp(2)), within(1e-12));
    assertThat(HostData.doubles(nn.leakyRelu(0.1).forward(x))).containsExactly(-0.2, 0.5);
    double inner = Math.sqrt(2 / Math.PI) * (0.5 + 0.044715 * 0.125);
    assertThat(HostData.doubles(nn.geluTanh().forward(x))[1])
        .isCloseTo(0.25 * (1 + Math.tanh(inner)), within(1e-12));
  }

  @Test
  void crossEntropyIsTheMeanOfNegativeLogarithms() {
    Tensor scores = random(3, 3);
    double[] z = HostData.doubles(scores);
    long[] classes = HostData.longs(labels);
    double sum = 0;
    for (int row = 0; row < 3; row++) {
      double all = Math.exp(z[3 * row]) + Math.exp(z[3 * row + 1]) + Math.exp(z[3 * row + 2]);
      sum += Math.log(all) - z[3 * row + (int) classes[row]];
    }
    assertThat(nn.crossEntropy(scores, labels).item()).isCloseTo(sum / 3, within(1e-12));
  }

  @Test
  void meanSquaredErrorRefusesToBroadcast() {
    assertThat(
            catchThrowableOfType(ShapeMismatch.class, () -> nn.mseLoss(random(3, 1), random(3, 3)))
                .operator())
        .isEqualTo("mseLoss");
  }

  @Test
  void aLossWithoutParametersHasNoGradient() {
    Loss loss = nn.mseLoss(random(3, 3), targets);
    assertThat(catchThrowableOfType(AutogradMisuse.class, loss::backward).kind())
        .isEqualTo(AutogradMisuse.Kind.NO_GRAPH);
  }

  // ---- scopes

  @Test
  void gradientsAddUpOverSeveralScopes() {
    Linear layer = nn.linear(100, 60);
    Tensor input = random(2, 100);
    Tensor wanted = random(2, 60);
    nn.mseLoss(layer.forward(input), wanted).backward();
    double[] once = HostData.doubles(layer.weight().grad());
    layer.zeroGrad();
    for (int i = 0; i < 3; i++) {
      try (Scope _ = Scope.open()) {
        nn.mseLoss(layer.forward(input), wanted).backward();
      }
    }
    double[] thrice = HostData.doubles(layer.weight().grad());
    for (int i = 0; i < once.length; i++) {
      assertThat(thrice[i]).isCloseTo(3 * once[i], within(1e-12));
    }
  }

  @Test
  void theMemoryOfAGradientIsUsedAgain() {
    Linear layer = nn.linear(100, 60);
    Tensor first = null;
    for (int i = 0; i < 2; i++) {
      try (Scope _ = Scope.open()) {
        nn.mseLoss(layer.forward(random(2, 100)), random(2, 60)).backward();
      }
      first = i == 0 ? layer.weight().grad() : first;
      assertThat(layer.weight().grad()).isSameAs(first);
      layer.zeroGrad();
      assertThat(layer.weight().grad()).isNull();
    }
  }
}
