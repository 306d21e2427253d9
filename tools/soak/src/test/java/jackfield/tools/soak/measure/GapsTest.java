package jackfield.tools.soak.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class GapsTest {
  private static final long MILLI = 1_000_000;

  private final Gaps gaps = new Gaps();

  @Test
  void aThreadThatIsStoppedIsHeld() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      turns.end();
      LockSupport.parkNanos(30 * MILLI);
      turns.end();
    }
    gaps.open();
    Gaps.Taken taken = gaps.take();
    assertThat(taken.longest()).hasSize(1);
    assertThat(taken.longest()[0]).isGreaterThan(20 * MILLI);
    assertThat(taken.longestHeld()[0]).isBetween(1L, taken.longest()[0]);
    assertThat(taken.longestOwn()).isEqualTo(taken.longestHeld()); // it waited, by its own choice
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatComputesOwnsItsTime() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      turns.end();
      long began = ThreadFigures.cpuNanos();
      while (ThreadFigures.cpuNanos() - began < 20 * MILLI) {
        Thread.onSpinWait();
      }
      turns.end();
    }
    gaps.open();
    Gaps.Held held = gaps.take().spans().getFirst().longest();
    assertThat(held.ranNanos()).isGreaterThan(19 * MILLI);
    assertThat(held.ranNanos() + held.hostNanos()).isLessThanOrEqualTo(held.nanos());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aThreadThatParksGivesItsCoreAway() {
    try (VoluntarySwitches switches = new VoluntarySwitches()) {
      long before = switches.count();
      LockSupport.parkNanos(MILLI);
      assertThat(switches.count()).isGreaterThan(before).isLessThan(before + 1_000_000);
    }
  }

  @Test
  void aGapCountsInEachWindowThatItTouches() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      turns.end();
      LockSupport.parkNanos(10 * MILLI);
      gaps.open();
      turns.end();
    }
    gaps.open();
    long[] longest = gaps.take().longest();
    assertThat(longest).hasSize(2);
    assertThat(longest[0]).isGreaterThan(5 * MILLI);
    assertThat(gaps.take().longest()).isEmpty();
  }

  @Test
  void aWindowKnowsWhenItsLongestHeldGapWas() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      turns.end();
      LockSupport.parkNanos(10 * MILLI);
      turns.end();
    }
    gaps.open();
    Gaps.Span span = gaps.take().spans().getFirst();
    assertThat(span.longest().toNanos() - span.longest().fromNanos()).isGreaterThan(5 * MILLI);
    assertThat(span.longest().nanos()).isPositive();
    assertThat(span.fromNanos()).isLessThan(span.longest().fromNanos());
    assertThat(span.toNanos()).isGreaterThanOrEqualTo(span.longest().toNanos());
  }

  @Test
  void whatIsSkippedDoesNotCount() {
    try (Gaps.Turns turns = gaps.new Turns()) {
      LockSupport.parkNanos(10 * MILLI);
      turns.end();
    }
    gaps.skip();
    gaps.open();
    assertThat(gaps.take().longest()).containsExactly(0);
  }

  @Test
  void memoryMayGrowByFivePartsOfAHundred() {
    Level first = new Level(100, 100);
    assertThat(new Level(105, 95).isAsMuchAs(first, 0)).isTrue();
    assertThat(new Level(106, 100).isAsMuchAs(first, 0)).isFalse();
    assertThat(new Level(100, 106).isAsMuchAs(first, 0)).isFalse();
    assertThat(new Level(105 + 4096, 100).isAsMuchAs(first, 1)).isTrue();
    assertThat(new Level(106 + 4096 * 1000, 100).isAsMuchAs(first, 2_000)).isFalse();
  }
}
