package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BatchesTest {
  private static final Path SAMPLE = Path.of("../data/fashion-mnist");

  @Test
  void theSampleHasEveryClassEquallyOften() {
    Images test = Images.read(SAMPLE, "t10k");
    assertThat(test.count()).isEqualTo(2_000);
    for (long c = 0; c < Images.CLASSES; c++) {
      long label = c;
      assertThat(Arrays.stream(test.labels()).filter(each -> each == label).count()).isEqualTo(200);
    }
  }

  @Test
  void anEpochHasEveryImageOnce() {
    Images some = Images.read(SAMPLE, "t10k").select(range(100), 0, 100);
    Batches batches = new Batches(some, 32, 1);
    assertThat(batches.stepsPerEpoch()).isEqualTo(4);
    Set<String> seen = new HashSet<>();
    int count = 0;
    for (int step = 0; step < 4; step++) {
      Images batch = batches.batch(step);
      for (int i = 0; i < batch.count(); i++) {
        float[] image =
            Arrays.copyOfRange(batch.pixels(), i * Images.PIXELS, (i + 1) * Images.PIXELS);
        seen.add(Arrays.toString(image));
      }
      count += batch.count();
    }
    assertThat(count).isEqualTo(100);
    assertThat(seen).hasSize(100);
  }

  @Test
  void pixelsAreScaledToAboutUnitDeviation() {
    float[] pixels = Images.read(SAMPLE, "t10k").pixels();
    double mean = 0;
    double square = 0;
    for (float pixel : pixels) {
      mean += pixel;
      square += pixel * pixel;
    }
    mean /= pixels.length;
    assertThat(mean).isBetween(-0.05, 0.05);
    assertThat(square / pixels.length - mean * mean).isBetween(0.95, 1.05);
  }

  private static int[] range(int count) {
    int[] range = new int[count];
    for (int i = 0; i < count; i++) {
      range[i] = i;
    }
    return range;
  }
}
