package jackfield.backend.cpu.reference.loss;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Losses that read the elements of targets, against sums over all cases. */
final class TargetLossesTest {
  private static final int STEPS = 4;
  private static final int LABELS = 3;
  private static final long SUM = 2;

  private final Aten aten = Plugged.aten();

  @ParameterizedTest
  @CsvSource({"1 2, 0", "1 1, 0", "2, 0", "'', 0", "0 1, 2", "1 2 1, 0", "1 1 1, 0"})
  void theLikelihoodOfLabelsIsTheSumOverAllAlignments(String labels, int blank) {
    long[] target = longs(labels);
    double[] logs = new SplittableRandom(7).doubles(STEPS * LABELS, -3, 0).toArray();
    Tensor loss =
        aten.ctcLoss(
            HostData.tensor(logs, STEPS, 1, LABELS),
            HostData.tensor(target, 1, target.length),
            new long[] {STEPS},
            new long[] {target.length},
            blank,
            SUM,
            false);
    double expected = -Math.log(sumOfAlignments(logs, target, blank));
    assertThat(elements(loss)[0]).isEqualTo(expected, within(1e-12));
  }

  @ParameterizedTest
  @EnumSource(names = {"UINT8", "INT8", "INT16", "INT32", "FLOAT32"})
  void targetsOfAnyTypeAreConverted(DType type) {
    double[] logs = new SplittableRandom(7).doubles(STEPS * LABELS, -3, 0).toArray();
    Tensor rows = HostData.tensor(logs, STEPS, 1, LABELS);
    Tensor target = HostData.tensor(new long[] {1, 2}, 1, 2);
    long[] steps = {STEPS};
    long[] two = {2};
    Tensor expected = aten.ctcLoss(rows, target, steps, two, 0, SUM, false);
    Tensor found = aten.ctcLoss(rows, aten.to(target, type), steps, two, 0, SUM, false);
    assertThat(elements(found)).containsExactly(elements(expected));
  }

  /** Adds the probabilities of all paths of labels that collapse to the target. */
  private static double sumOfAlignments(double[] logs, long[] target, int blank) {
    double sum = 0;
    for (int path = 0; path < Math.pow(LABELS, STEPS); path++) {
      long[] labels = new long[STEPS];
      double log = 0;
      for (int t = 0, rest = path; t < STEPS; t++, rest /= LABELS) {
        labels[t] = rest % LABELS;
        log += logs[t * LABELS + rest % LABELS];
      }
      if (Arrays.equals(collapsed(labels, blank), target)) {
        sum += Math.exp(log);
      }
    }
    return sum;
  }

  private static long[] collapsed(long[] labels, int blank) {
    long[] kept = new long[labels.length];
    int count = 0;
    for (int t = 0; t < labels.length; t++) {
      if (labels[t] != blank && (t == 0 || labels[t] != labels[t - 1])) {
        kept[count++] = labels[t];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static long[] longs(String text) {
    return text.isEmpty()
        ? new long[0]
        : Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
  }

  @Test
  void labelsThatDoNotFitIntoTheInputAreImpossible() {
    Tensor logs = HostData.tensor(new double[LABELS], 1, 1, LABELS);
    Tensor target = HostData.tensor(new long[] {1, 2}, 1, 2);
    long[] one = {1};
    long[] two = {2};
    assertThat(elements(aten.ctcLoss(logs, target, one, two, 0, SUM, false)))
        .containsExactly(Double.POSITIVE_INFINITY);
    assertThat(elements(aten.ctcLoss(logs, target, one, two, 0, SUM, true))).containsExactly(0);
  }

  @Test
  void numbersBeyondProbabilitiesAreRefusedBeforeTheResultIsWritten() {
    Tensor out = vector(7, 7);
    assertThatThrownBy(
            () -> aten.binaryCrossEntropyOut(vector(0.5, 1.5), vector(0, 1), null, 0, out))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(
            () -> aten.binaryCrossEntropyOut(vector(0.5, 1), vector(Double.NaN, 1), null, 0, out))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(out)).containsExactly(7, 7);
  }

  @Test
  void targetsBeyondTheClassesAreRefused() {
    Tensor scores = matrix(2, 1, 2, 3, 4);
    Tensor targets = vector(DType.INT64, 0, 2);
    assertThatThrownBy(() -> aten.multiMarginLoss(scores, targets, Scalar.ONE, Scalar.ONE, null, 0))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.multilabelMarginLoss(vector(1, 2), vector(DType.INT64, -2, 0), 0))
        .isInstanceOf(InvalidArgument.class);
    Tensor logs = HostData.tensor(new double[LABELS], 1, 1, LABELS);
    Tensor label = HostData.tensor(new long[] {3}, 1, 1);
    long[] one = {1};
    assertThatThrownBy(() -> aten.ctcLoss(logs, label, one, one, 0, SUM, false))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void theMarginIsMissedByEachOtherClass() {
    Tensor scores = vector(2, 1.5, 4);
    Tensor target = scalar(DType.INT64, 0);
    Tensor missed = aten.multiMarginLoss(scores, target, Scalar.ONE, Scalar.ONE, null, SUM);
    assertThat(elements(missed)[0]).isEqualTo((0.5 + 3) / 3, within(1e-12));
    Tensor squared = aten.multiMarginLoss(scores, target, Scalar.of(2), Scalar.ONE, null, SUM);
    assertThat(elements(squared)[0]).isEqualTo((0.25 + 9) / 3, within(1e-12));
  }
}
