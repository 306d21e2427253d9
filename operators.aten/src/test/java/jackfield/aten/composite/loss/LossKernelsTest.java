package jackfield.aten.composite.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

class LossKernelsTest {
  private static final int NONE = 0;
  private static final int MEAN = 1;

  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;
  private final Tensor scores = platform.floats(3, 4);
  private final Tensor classes = platform.of(DType.INT64, 3);
  private final Tensor weight = platform.floats(4);

  @Test
  void thereIsALossForEachTargetOrOneForAll() {
    assertThat(crossEntropy(scores, classes, weight, NONE, 0).sizes()).containsExactly(3);
    assertThat(crossEntropy(scores, classes, weight, MEAN, 0).sizes()).isEmpty();
    assertThat(crossEntropy(scores, classes, weight, NONE, 0.1).sizes()).containsExactly(3);
    assertThat(crossEntropy(scores, classes, weight, MEAN, 0.1).sizes()).isEmpty();
    assertThat(crossEntropy(scores, classes, null, MEAN, 0.1).sizes()).isEmpty();
  }

  @Test
  void dimensionsBehindTheClassesArePlacesOfTheirOwn() {
    Tensor images = platform.floats(2, 4, 3, 5);
    Tensor targets = platform.of(DType.INT64, 2, 3, 5);

    assertThat(crossEntropy(images, targets, weight, NONE, 0).sizes()).containsExactly(2, 3, 5);
    assertThat(crossEntropy(images, targets, null, NONE, 0.1).sizes()).containsExactly(2, 3, 5);
    assertThatThrownBy(() -> crossEntropy(images, platform.of(DType.INT64, 2, 5, 3), null, MEAN, 0))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void aTargetOfTheSameShapeHoldsProbabilities() {
    Tensor probabilities = platform.floats(3, 4);

    assertThat(crossEntropy(scores, probabilities, weight, NONE, 0.1).sizes()).containsExactly(3);
    assertThat(crossEntropy(scores, probabilities, null, MEAN, 0).sizes()).isEmpty();
    assertThatThrownBy(() -> crossEntropy(scores, platform.of(DType.INT64, 3, 4), null, MEAN, 0))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.crossEntropyLoss(scores, probabilities, null, MEAN, 2, 0))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> crossEntropy(scores, probabilities, platform.floats(3), MEAN, 0))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void smoothingAndReductionOutOfRangeAreRefused() {
    assertThatThrownBy(() -> crossEntropy(scores, classes, null, MEAN, 1.5))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> crossEntropy(scores, classes, null, 3, 0))
        .isInstanceOf(InvalidArgument.class);
  }

  private Tensor crossEntropy(
      Tensor self, Tensor target, Tensor weights, int reduction, double smoothing) {
    return aten.crossEntropyLoss(self, target, weights, reduction, -100, smoothing);
  }
}
