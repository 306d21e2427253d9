package jackfield.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Loops that must visit each element once, also after a failure or a release. */
final class Visits {
  private Visits() {}

  /**
   * Runs loops of many sizes, grains and numbers of threads, and counts the visits of each element.
   */
  static void assertEachElementIsVisitedOnce() {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Parallel.setThreads(1 + random.nextInt(6));
      int count = random.nextInt(300);
      int grain = 1 + random.nextInt(40);
      AtomicIntegerArray visits = new AtomicIntegerArray(count);
      Parallel.range(
          count,
          grain,
          (from, to) -> {
            for (long i = from; i < to; i++) {
              visits.incrementAndGet((int) i);
            }
          });
      for (int i = 0; i < count; i++) {
        assertThat(visits.get(i)).as("seed %d, element %d", seed, i).isEqualTo(1);
      }
    }
  }
}
