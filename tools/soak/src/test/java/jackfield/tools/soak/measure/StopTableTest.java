package jackfield.tools.soak.measure;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.soak.measure.Gaps.Held;
import jackfield.tools.soak.measure.Gaps.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StopTableTest {
  private static final long MILLI = 1_000_000;
  private static final List<Stop> STOPS =
      List.of(
          stop("collect", 10, 14),
          stop("dump", 20, 21),
          stop("collect", 60, 62),
          stop("x", 200, 201));
  // A gap of 6 ms in which the JVM stopped for 4 ms, and one of 5 ms without a stop.
  private static final List<Span> SWAPS = List.of(span(0, 50, 9, 15, 6), span(50, 100, 70, 75, 5));

  private static Stop stop(String cause, long from, long to) {
    return new Stop(cause, from * MILLI, to * MILLI);
  }

  private static Span span(long from, long to, long gapFrom, long gapTo, long held) {
    return new Span(
        from * MILLI, to * MILLI, new Held(gapFrom * MILLI, gapTo * MILLI, held * MILLI));
  }

  private static StopTable.Row row(String cause) {
    List<Span> without = List.of(span(150, 250, 200, 201, 1));
    return StopTable.rows(STOPS, SWAPS, without).stream()
        .filter(row -> row.cause().equals(cause))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aCauseHasItsStopsInWindowsWithSwaps() {
    StopTable.Times times = row("collect").with();
    assertThat(times.sorted()).containsExactly(2 * MILLI, 4 * MILLI);
    assertThat(times.totalMillis()).isEqualTo(6);
    assertThat(times.longestOf()).isEqualTo(1);
    assertThat(row("collect").without().sorted()).isEmpty();
  }

  @Test
  void aStopBetweenSwapsCountsThere() {
    assertThat(row("x").with().sorted()).isEmpty();
    assertThat(row("x").without().sorted()).containsExactly(MILLI);
  }

  @Test
  void whatIsLeftOfTheLongestGapsIsNoStop() {
    StopTable.Times rest = row(StopTable.NO_STOP).with();
    assertThat(rest.sorted()).containsExactly(2 * MILLI, 5 * MILLI);
    assertThat(rest.longestOf()).isEqualTo(1);
  }

  @Test
  void theCauseThatTookMostComesFirst() {
    List<StopTable.Row> rows = StopTable.rows(STOPS, SWAPS, List.of());
    assertThat(rows.getFirst().cause()).isEqualTo(StopTable.NO_STOP);
    assertThat(rows.get(1).cause()).isEqualTo("collect");
    assertThat(StopTable.lines(rows))
        .anyMatch(line -> line.startsWith("collect") && line.contains("6.0"));
  }
}
