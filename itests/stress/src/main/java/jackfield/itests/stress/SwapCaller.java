package jackfield.itests.stress;

import jackfield.aten.Aten;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * A thread that computes one small thing after the other with the bundle that is swapped, checks
 * each, and notes the gaps between their ends.
 */
final class SwapCaller implements Runnable {
  private static final int ELEMENTS = 64;
  private static final int SIDE = 8;
  private static final long WORTH_NOTING = 20_000; // nanoseconds; shorter gaps are no pauses

  private final Aten aten;
  private final Gaps gaps;
  private final Tally tally;
  private final Tensor halves = filled(0.5f, ELEMENTS);
  private final Tensor twos = filled(2, SIDE, SIDE);
  private volatile boolean isOver;

  SwapCaller(Aten aten, Gaps gaps, Tally tally) {
    this.aten = aten;
    this.gaps = gaps;
    this.tally = tally;
  }

  /** Lets it end after the call that it is in. */
  void end() {
    isOver = true;
  }

  private static Tensor filled(float value, long... sizes) {
    float[] values = new float[ELEMENTS];
    Arrays.fill(values, value);
    return HostData.tensor(values, sizes);
  }

  @Override
  public void run() {
    long last = System.nanoTime();
    LongAccumulator window = gaps.window();
    for (int turn = 0; !isOver; turn++) {
      one(turn);
      tally.calls.increment();
      long now = System.nanoTime();
      LongAccumulator present = gaps.window();
      if (now - last > WORTH_NOTING || present != window) {
        window.accumulate(now - last);
        present.accumulate(now - last);
      }
      last = now;
      window = present;
    }
  }

  private void one(int turn) {
    try (Scope _ = Scope.open()) {
      switch (turn % 3) {
        case 0 -> expect("add", aten.add(halves, halves), 1);
        case 1 -> expect("mul", aten.mul(halves, halves), 0.25f);
        default -> expect("mm", aten.mm(twos, twos), 4 * SIDE);
      }
    } catch (RuntimeException | Error thrown) { // whatever it is, a call was lost
      tally.check(false, () -> "a call was lost: " + thrown);
    }
  }

  private void expect(String operator, Tensor result, float wanted) {
    float[] values = HostData.floats(result);
    tally.check(
        values[0] == wanted && values[ELEMENTS - 1] == wanted,
        () -> "%s gave %s instead of %s".formatted(operator, values[0], wanted));
  }
}
