package jackfield.tools.soak.swap;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.measure.Gaps;
import jackfield.tools.soak.measure.Tally;
import java.util.Arrays;

/**
 * A thread that computes one small operator after another with the backend that is being swapped,
 * checks each result, and records the gaps between calls.
 */
final class SwapCaller extends RepeatedTask {
  private static final int ELEMENTS = 64;
  private static final int SIDE = 8;

  private final Aten aten;
  private final Tally tally;
  private final Tensor halves = filled(0.5f, ELEMENTS);
  private final Tensor twos = filled(2, SIDE, SIDE);

  SwapCaller(Aten aten, Gaps gaps, Tally tally) {
    super(gaps);
    this.aten = aten;
    this.tally = tally;
  }

  private static Tensor filled(float value, long... sizes) {
    float[] values = new float[ELEMENTS];
    Arrays.fill(values, value);
    return HostData.tensor(values, sizes);
  }

  @Override
  void one(int turn) {
    try (Scope _ = Scope.open()) {
      switch (turn % 3) {
        case 0 -> expect("add", aten.add(halves, halves), 1);
        case 1 -> expect("mul", aten.mul(halves, halves), 0.25f);
        default -> expect("mm", aten.mm(twos, twos), 4 * SIDE);
      }
    } catch (RuntimeException | Error thrown) { // whatever was thrown, a call was lost
      tally.check(false, () -> "a call was lost: " + thrown);
    }
    tally.calls.increment();
  }

  private void expect(String operator, Tensor result, float wanted) {
    float[] values = HostData.floats(result);
    tally.check(
        values[0] == wanted && values[ELEMENTS - 1] == wanted,
        () -> "%s gave %s instead of %s".formatted(operator, values[0], wanted));
  }
}
