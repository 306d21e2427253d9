package jackfield.tools.soak.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class StopRecordingTest {
  @Test
  void aCollectionThatWasAskedForIsAStopOnTheClockOfGaps() throws Exception {
    try (StopRecording recording = new StopRecording()) {
      long from = System.nanoTime();
      System.gc();
      long to = System.nanoTime();
      List<Stop> stops = recording.take();
      assertThat(stops)
          .anySatisfy(stop -> {
            assertThat(stop.cause()).endsWith(": System.gc()");
            assertThat(stop.nanos()).isPositive();
            assertThat(new Gaps.Held(from, to, 0, 0, 0).nanosOf(stop)).isPositive();
          });
    }
  }
}
