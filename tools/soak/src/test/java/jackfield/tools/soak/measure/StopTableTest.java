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
  // A gap of 6 ms in which the JVM stopped for 4 ms, and one of 5 ms, of which the host took 3.
  private static final List<Span> SWAPS =
      List.of(span(0, 50, gap(9, 15, 1, 0)), span(50, 100, gap(70, 75, 2, 3)));

  private static Stop stop(String cause, long from, long to) {
    return new Stop(cause, from * MILLI, to * MILLI);
  }

  private static Span span(long from, long to, Held longest) {
    return new Span(from * MILLI, to * MILLI, longest);
  }

  private static Held gap(long from, long to, long ran, long host) {
    return new Held(from * MILLI, to * MILLI, (to - from) * MILLI, ran * MILLI, host * MILLI);
  }

  private static StopTable.Row row(String cause) {
    List<Span> without = List.of(span(150, 250, gap(200, 201, 0, 0)));
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
  void whatIsLeftOfTheLongestGapsIsDivided() {
    assertThat(row(StopTable.HOST).with().sorted()).containsExactly(0L, 3 * MILLI);
    assertThat(row(StopTable.HOST).with().longestOf()).isEqualTo(1);
    assertThat(row(StopTable.COMPUTING).with().sorted()).containsExactly(MILLI, 2 * MILLI);
    assertThat(row(StopTable.OTHER).with().sorted()).containsExactly(0L, MILLI);
  }

  @Test
  void theCauseThatTookMostComesFirst() {
    List<StopTable.Row> rows = StopTable.rows(STOPS, SWAPS, List.of());
    assertThat(rows.getFirst().cause()).isEqualTo("collect");
    assertThat(StopTable.lines(rows))
        .anyMatch(line -> line.startsWith("collect") && line.contains("6.0"));
  }
}
