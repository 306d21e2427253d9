package jackfield.backend.cpu.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.backend.cpu.Twins;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses by margins and their gradients, which have the bits of the reference. */
final class MarginKernelsTest {
  private static final int ROUNDS = 60;
  private static final long REDUCTIONS = 3;

  private final Twins twins = new Twins();

  private long[] sizes(int round) {
    long rows = twins.random.nextInt(round % 10 == 0 ? 300 : 6);
    long classes = 1L + twins.random.nextInt(round % 7 == 0 ? 200 : 9);
    return switch (round % 5) {
      case 0 -> new long[] {classes};
      case 1 -> new long[0];
      default -> new long[] {rows, classes};
    };
  }

  private static long classes(long... sizes) {
    return sizes.length == 0 ? 1 : sizes[sizes.length - 1];
  }

  /** Returns targets from {@code least} on, of any layout. */
  private Tensor targets(long least, long classes, long... sizes) {
    Tensor any = twins.twin.abs(twins.tensor(DType.INT64, false, sizes));
    Tensor targets = twins.twin.remainder(any, Scalar.of(classes - least));
    return twins.twin.copy_(any, twins.twin.add(targets, Scalar.of(least)));
  }

  private Tensor gradient(DType type, Tensor loss) {
    return twins.tensor(type, false, loss.sizes());
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void lossesForOneTargetAgree(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] sizes = sizes(round);
      Tensor self = twins.tensor(type, round % 2 == 0, sizes);
      Tensor target = targets(0, classes(sizes), rows(round, sizes));
      Tensor weight = round % 3 == 0 ? null : twins.tensor(type, false, classes(sizes));
      Scalar p = Scalar.of(1.0 + round % 2);
      Scalar margin = Scalar.of(0.75);
      long reduction = round % REDUCTIONS;
      String what = "multi_margin_loss of " + self;
      Tensor loss = twins.twin.multiMarginLoss(self, target, p, margin, weight, reduction);
      twins.expectSame(
          what, twins.fast.multiMarginLoss(self, target, p, margin, weight, reduction), loss);
      Tensor grad = gradient(type, loss);
      twins.expectSame(
          "gradient of " + what,
          twins.fast.multiMarginLossBackward(grad, self, target, p, margin, weight, reduction),
          twins.twin.multiMarginLossBackward(grad, self, target, p, margin, weight, reduction));
    }
  }

  /** Returns the sizes of one target for each row; for one row with or without a dimension. */
  private static long[] rows(int round, long... sizes) {
    if (sizes.length == 2) {
      return new long[] {sizes[0]};
    }
    return round / 5 % 2 == 0 ? new long[0] : new long[] {1};
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void lossesForSeveralTargetsAgree(DType type) {
    for (int round = 0; round < ROUNDS; round++) {
      long[] sizes = sizes(round);
      Tensor self = twins.tensor(type, round % 2 == 0, sizes);
      Tensor target = targets(-1, classes(sizes), sizes);
      long reduction = round % REDUCTIONS;
      String what = "multilabel_margin_loss_forward of " + self;
      var wanted = twins.twin.multilabelMarginLossForward(self, target, reduction);
      var found = twins.fast.multilabelMarginLossForward(self, target, reduction);
      twins.expectSame(what, found.output(), wanted.output());
      twins.expectSame(what, found.isTarget(), wanted.isTarget());
      Tensor grad = gradient(type, wanted.output());
      Tensor marks = round % 4 == 0 ? twins.tensor(type, false, sizes) : wanted.isTarget();
      twins.expectSame(
          "gradient of " + what,
          twins.fast.multilabelMarginLossBackward(grad, self, target, reduction, marks),
          twins.twin.multilabelMarginLossBackward(grad, self, target, reduction, marks));
    }
  }

  @Test
  void aTargetThatIsNoClassIsRefusedBeforeAnythingIsWritten() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 2, 3);
    for (long wrong : new long[] {3, -2, Long.MIN_VALUE, Long.MAX_VALUE}) {
      Tensor target = HostData.tensor(new long[] {0, wrong}, 2);
      Tensor several = HostData.tensor(new long[] {0, -1, 1, 2, -1, wrong}, 2, 3);
      Tensor out = twins.twin.fill_(HostData.empty(DType.FLOAT32, 2, 3), Scalar.of(7L));
      Tensor grad = HostData.tensor(new float[] {1, 2}, 2);
      refused(
          wrong,
          () -> {
            Scalar one = Scalar.ONE;
            twins.fast.multiMarginLossBackwardOut(grad, self, target, one, one, null, 0, out);
          });
      refused(
          wrong,
          () -> twins.fast.multilabelMarginLossBackwardOut(grad, self, several, 0, self, out));
      assertThat(HostData.floats(out)).containsOnly(7);
    }
  }

  @Test
  void aGradientThatIsNoVectorIsRefused() {
    Tensor self = twins.tensor(DType.FLOAT32, false, 4, 3);
    Tensor target = HostData.tensor(new long[] {0, 1, 2, 0}, 4);
    Tensor several = HostData.tensor(new long[12], 4, 3);
    Scalar one = Scalar.ONE;
    for (long[] sizes : new long[][] {{1, 4}, {2, 2}, {4, 1}}) {
      Tensor grad = HostData.tensor(new float[] {1, 2, 3, 4}, sizes);
      assertThatThrownBy(
              () -> twins.fast.multiMarginLossBackward(grad, self, target, one, one, null, 0))
          .isInstanceOf(ShapeMismatch.class);
      assertThatThrownBy(
              () -> twins.fast.multilabelMarginLossBackward(grad, self, several, 0, self))
          .isInstanceOf(ShapeMismatch.class);
    }
  }

  private static void refused(long wrong, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("has %d, expected 0 to 2".formatted(wrong));
  }
}
