package jackfield.backend.cpu.reference.loss;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.NllLossForward;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LikelihoodKernelsTest {
  private static final long NONE = 0;
  private static final long MEAN = 1;
  private static final long SUM = 2;
  private static final long NOBODY = -100;
  private static final int CALLS = 20_000;

  private final Aten aten = Plugged.aten();
  private final Tensor logs = matrix(2, -1, -2, -3, -4, -5, -6);
  private final Tensor target = vector(DType.INT64, 2, 0);
  private final Tensor weight = vector(1, 10, 3);

  private NllLossForward.Result loss(Tensor weight, long reduction, long ignored) {
    return aten.nllLossForward(logs, target, weight, reduction, ignored);
  }

  @Test
  void theLossIsThatOfTheTargetClass() {
    assertThat(elements(loss(null, NONE, NOBODY).output())).containsExactly(3, 4);
    assertThat(elements(loss(null, SUM, NOBODY).output())).containsExactly(7);
    assertThat(elements(loss(null, MEAN, NOBODY).output())).containsExactly(3.5);
    assertThat(elements(loss(null, MEAN, NOBODY).totalWeight())).containsExactly(2);
  }

  @Test
  void weightsCountInTheMeanToo() {
    assertThat(elements(loss(weight, NONE, NOBODY).output())).containsExactly(9, 4);
    assertThat(elements(loss(weight, MEAN, NOBODY).output())).containsExactly(13.0 / 4);
    assertThat(elements(loss(weight, MEAN, NOBODY).totalWeight())).containsExactly(4);
  }

  @Test
  void ignoredSamplesCountNowhere() {
    assertThat(elements(loss(null, NONE, 2).output())).containsExactly(0, 4);
    assertThat(elements(loss(null, MEAN, 2).output())).containsExactly(4);
    assertThat(elements(loss(null, MEAN, 2).totalWeight())).containsExactly(1);
  }

  @Test
  void theMeanOfNothingIsNaN() {
    Tensor empty = tensor(DType.FLOAT32, sizes(0, 3));
    Tensor none = tensor(DType.INT64, sizes(0));
    assertThat(elements(aten.nllLossForward(empty, none, null, MEAN, NOBODY).output()))
        .containsExactly(Double.NaN);
    assertThat(elements(aten.nllLossForward(empty, none, null, SUM, NOBODY).output()))
        .containsExactly(0);
  }

  @Test
  void oneSampleNeedsNoBatch() {
    Tensor one = vector(-1, -2, -3);
    Tensor chosen = scalar(DType.INT64, 1);
    assertThat(elements(aten.nllLossForward(one, chosen, null, NONE, NOBODY).output()))
        .containsExactly(2);
  }

  @Test
  void stridesAreFollowed() {
    Tensor turned = transposed(matrix(3, -1, -4, -2, -5, -3, -6));
    assertThat(elements(aten.nllLossForward(turned, target, null, NONE, NOBODY).output()))
        .containsExactly(3, 4);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void everyFloatingTypeHasALoss(DType type) {
    Tensor self = tensor(type, sizes(1, 2), -0.5, -1.5);
    Tensor chosen = vector(DType.UINT8, 1);
    NllLossForward.Result loss = aten.nllLossForward(self, chosen, null, MEAN, NOBODY);
    assertThat(loss.output().dtype()).isEqualTo(type);
    assertThat(elements(loss.output())).containsExactly(1.5);
  }

  @Test
  void aClassOutOfRangeIsRefused() {
    Tensor wrong = vector(DType.INT64, 0, 3);
    assertThatThrownBy(() -> aten.nllLossForward(logs, wrong, null, MEAN, NOBODY))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("target"));
  }

  @Test
  void aClassOutOfRangeIsRefusedBeforeAnythingIsWritten() {
    Tensor wrong = vector(DType.INT64, 0, -1);
    Tensor output = vector(8, 8);
    Tensor total = scalar(DType.FLOAT64, 8);
    assertThatThrownBy(() -> aten.nllLossForwardOut(logs, wrong, null, NONE, NOBODY, output, total))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(output)).containsExactly(8, 8);
    assertThat(elements(total)).containsExactly(8);
  }

  @Test
  void theGradientGoesToTheTargetClasses() {
    Tensor each = vector(1, 2);
    Tensor one = scalar(DType.FLOAT64, 2);
    Tensor total = loss(weight, MEAN, NOBODY).totalWeight();
    assertThat(elements(aten.nllLossBackward(each, logs, target, null, NONE, NOBODY, total)))
        .containsExactly(0, 0, -1, -2, 0, 0);
    assertThat(elements(aten.nllLossBackward(one, logs, target, weight, SUM, NOBODY, total)))
        .containsExactly(0, 0, -6, -2, 0, 0);
    assertThat(elements(aten.nllLossBackward(one, logs, target, weight, MEAN, NOBODY, total)))
        .containsExactly(0, 0, -1.5, -0.5, 0, 0);
    assertThat(elements(aten.nllLossBackward(one, logs, target, weight, SUM, 0, total)))
        .containsExactly(0, 0, -6, 0, 0, 0);
  }

  /** A target that another thread changes after it was checked chooses no memory. */
  @Test
  void targetsAreCheckedWhereTheyAreUsed() throws InterruptedException {
    AtomicBoolean isOver = new AtomicBoolean();
    Thread other =
        new Thread(() -> {
          for (long chosen = 0; !isOver.get(); chosen = chosen == 0 ? 1L << 40 : 0) {
            HostBytes.putLong(target.address() + Long.BYTES, chosen);
            Thread.onSpinWait();
          }
        });
    other.start();
    try {
      for (int call = 0; call < CALLS; call++) {
        try {
          assertThat(elements(loss(null, SUM, NOBODY).output())).containsExactly(7);
        } catch (InvalidArgument refused) {
          assertThat(refused).hasMessageContaining("expected 0 to 2");
        }
      }
    } finally {
      isOver.set(true);
      other.join();
    }
  }
}
