package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class TimelineTest {
  private static final long MILLISECOND = 1_000_000;

  /** A timeline of steps of 60 images that took so many milliseconds each. */
  private static Timeline timeline(long... milliseconds) {
    Timeline timeline = new Timeline(milliseconds.length, 0);
    long end = 0;
    for (long duration : milliseconds) {
      end += duration * MILLISECOND;
      timeline.add(60, 0.5, "cpu", end);
    }
    return timeline;
  }

  @Test
  void theMeanCountsEachStep() {
    assertThat(timeline(10, 20, 30).imagesPerSecond(0, 3)).isEqualTo(3000);
    assertThat(timeline(10, 20, 30).imagesPerSecond(1, 3)).isEqualTo(2400);
  }

  @Test
  void theUpperQuartileIsThatOfTheStepsThatNothingDisturbed() {
    long[] disturbed = LongStream.range(0, 20).map(step -> step % 3 == 0 ? 20 : 900).toArray();
    assertThat(timeline(disturbed).upperQuartileImagesPerSecond(0, 20)).isEqualTo(3000);
  }

  @Test
  void theUpperQuartileOfNoStepIsZero() {
    assertThat(timeline(10, 10).upperQuartileImagesPerSecond(1, 1)).isZero();
  }
}
