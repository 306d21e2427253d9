package jackfield.nn.loss;

import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class LossesTest {
  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();
  private final Tensor labels = HostData.tensor(new long[] {0, 2}, 2);
  private final Tensor signs = HostData.tensor(new double[] {1, -1}, 2);
  private final Tensor targets = HostData.tensor(new double[] {1, 0, 1, 0, 1, 1}, 2, 3);
  private final Tensor other = random(2, 2, 3);

  private static Tensor one(double value) {
    return HostData.tensor(new double[] {value}, 1);
  }

  private static void assertValue(Loss loss, double expected) {
    assertThat(loss.item()).isCloseTo(expected, within(1e-9));
  }

  @Test
  void lossesOfNumbersHaveTheValuesOfTheirFormulas() {
    assertValue(nn.l1Loss(one(3), one(1)), 2);
    assertValue(nn.mseLoss(one(3), one(1)), 4);
    assertValue(nn.smoothL1Loss(one(3), one(1)), 1.5);
    assertValue(nn.smoothL1Loss(one(1.5), one(1)), 0.125);
    assertValue(nn.huberLoss(one(3), one(1), Reduction.MEAN, 0.5), 0.5 * (2 - 0.25));
    assertValue(nn.poissonNllLoss(one(2), one(3)), Math.exp(2) - 6);
    assertValue(nn.gaussianNllLoss(one(3), one(1), one(4)), 0.5 * (Math.log(4) + 1));
    assertValue(
        nn.gaussianNllLoss(one(3), one(1), one(0), true, 2, Reduction.SUM),
        0.5 * (Math.log(2) + 2) + 0.5 * Math.log(2 * Math.PI));
  }

  @Test
  void lossesOfClassesHaveTheValuesOfTheirFormulas() {
    assertValue(nn.binaryCrossEntropy(one(0.25), one(1)), -Math.log(0.25));
    assertValue(nn.binaryCrossEntropyWithLogits(one(0), one(1)), Math.log(2));
    assertValue(
        nn.binaryCrossEntropyWithLogits(one(0), one(1), null, one(3), Reduction.MEAN),
        3 * Math.log(2));
    Tensor half = HostData.tensor(new double[] {0.5, 0.5}, 1, 2);
    Tensor quarters = aten.log(HostData.tensor(new double[] {0.25, 0.75}, 1, 2));
    double divergence = 0.5 * Math.log(2) + 0.5 * Math.log(2 / 3.0);
    assertValue(nn.klDiv(quarters, half), divergence / 2);
    assertValue(nn.klDivBatchMean(quarters, half, false), divergence);
    Tensor flat = aten.log(aten.full(new long[] {2, 1, 2}, 0.5, half.dtype(), null, null, null));
    Tensor symbol = HostData.tensor(new long[] {1}, 1, 1);
    assertValue(nn.ctcLoss(flat, symbol, new long[] {2}, new long[] {1}), -Math.log(0.75));
  }

  @Test
  void lossesOfMarginsHaveTheValuesOfTheirFormulas() {
    assertValue(nn.hingeEmbeddingLoss(one(0.3), one(-1)), 0.7);
    assertValue(nn.marginRankingLoss(one(1), one(3), one(1)), 2);
    assertValue(nn.softMarginLoss(one(0), one(1)), Math.log(2));
    Tensor scores = HostData.tensor(new double[] {0.5, 1, 0.2}, 1, 3);
    assertValue(nn.multiMarginLoss(scores, HostData.tensor(new long[] {1}, 1)), (0.5 + 0.2) / 3);
    assertValue(
        nn.multilabelMarginLoss(scores, HostData.tensor(new long[] {1, -1, 0}, 1, 3)), 0.7 / 3);
    assertValue(nn.multilabelSoftMarginLoss(one(0), one(1)), Math.log(2));
    Tensor a = HostData.tensor(new double[] {1, 0}, 1, 2);
    Tensor b = HostData.tensor(new double[] {0, 1}, 1, 2);
    assertValue(nn.cosineEmbeddingLoss(a, b, one(1)), 1);
    assertThat(nn.tripletMarginLoss(a, b, a).item()).isCloseTo(1 + Math.sqrt(2), within(1e-5));
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreThoseOfDifferences() {
    Map<String, Function<Tensor, Loss>> losses = new LinkedHashMap<>();
    losses.put("l1", x -> nn.l1Loss(x, other));
    losses.put("mse", x -> nn.mseLoss(x, other, Reduction.NONE));
    losses.put("smooth l1", x -> nn.smoothL1Loss(x, other, Reduction.SUM, 0.5));
    losses.put("huber", x -> nn.huberLoss(x, other));
    losses.put("poisson", x -> nn.poissonNllLoss(x, targets));
    losses.put("gaussian", x -> nn.gaussianNllLoss(x, other, aten.exp(x)));
    losses.put("bce", x -> nn.binaryCrossEntropy(aten.sigmoid(x), targets));
    losses.put("bce of logits", x -> nn.binaryCrossEntropyWithLogits(x, targets));
    losses.put("kl", x -> nn.klDiv(aten.logSoftmax(x, 1), aten.softmax(other, 1)));
    losses.put("hinge", x -> nn.hingeEmbeddingLoss(aten.select(x, 1, 0), signs));
    losses.put("cosine", x -> nn.cosineEmbeddingLoss(x, other, signs));
    losses.put("ranking", x -> nn.marginRankingLoss(aten.select(x, 1, 0), signs, signs));
    losses.put("multi margin", x -> nn.multiMarginLoss(x, labels, 2, 1, null, Reduction.MEAN));
    losses.put("soft margin", x -> nn.softMarginLoss(aten.select(x, 1, 0), signs));
    losses.put("multilabel", x -> nn.multilabelSoftMarginLoss(x, targets));
    losses.put("triplet", x -> nn.tripletMarginLoss(x, other, targets));
    return losses.entrySet().stream()
        .map(loss ->
            DynamicTest.dynamicTest(
                loss.getKey(),
                () -> {
                  Tensor input = random(1, 2, 3);
                  assertGradients(Map.of(), input, () -> loss.getValue().apply(input).tensor());
                }));
  }

  @Test
  void reductionsAreThoseOfTheirNames() {
    assertThat(nn.l1Loss(other, targets, Reduction.NONE).tensor().sizes()).containsExactly(2, 3);
    double sum = nn.l1Loss(other, targets, Reduction.SUM).item();
    assertValue(nn.l1Loss(other, targets), sum / 6);
    Tensor scores = random(3, 2, 3);
    assertValue(
        nn.crossEntropy(scores, labels, null, Reduction.MEAN, 0, 2),
        nn.crossEntropy(aten.narrow(scores, 0, 0, 1), aten.narrow(labels, 0, 0, 1)).item());
  }

  @Test
  void sizesThatDifferAreRefused() {
    for (Function<Tensor, Loss> loss :
        Stream.<Function<Tensor, Loss>>of(
                x -> nn.l1Loss(x, other),
                x -> nn.huberLoss(x, other),
                x -> nn.smoothL1Loss(x, other))
            .toList()) {
      assertThat(catchThrowableOfType(ShapeMismatch.class, () -> loss.apply(random(1, 2, 1))))
          .isNotNull();
    }
  }

  @Test
  void aNegativeVarianceIsRefused() {
    Tensor variance = HostData.tensor(new double[] {1, 0, -1e-9, 2, 3, -4}, 2, 3);
    InvalidArgument refused =
        catchThrowableOfType(
            InvalidArgument.class, () -> nn.gaussianNllLoss(other, targets, variance));
    assertThat(refused.argument()).isEqualTo("variance");
    assertThat(refused).hasMessageContaining("found 2");
  }
}
