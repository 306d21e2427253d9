package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Random programs of several streams, in random orders of the stand-in: kernels, copies, events,
 * graphs, and memory that is released and allocated again. A model on the host computes the same
 * numbers in the order of the program.
 *
 * <p>{@code -Dcuda.seeds=200} runs so many programs, {@code -Dcuda.seed=N} begins with another one.
 */
final class RandomStreamsTest {
  private static final int SEEDS = Integer.getInteger("cuda.seeds", 20);
  private static final int FIRST = Integer.getInteger("cuda.seed", 1);
  private static final int SEEDS_WITHOUT_EVENTS = 20;

  @Test
  void eventsAndTheAllocatorOrderTheWorkWhateverTheScheduleIs() {
    StreamProgram.Figures figures = new StreamProgram.Figures();
    try (TestDevice test = TestDevice.open()) {
      for (int seed = FIRST; seed < FIRST + SEEDS; seed++) {
        try (StreamProgram program = new StreamProgram(test, seed, true, figures)) {
          assertThat(program.run()).as("-Dcuda.seed=%d", seed).isEqualTo(program.expected());
        }
      }
    }
    System.out.println(
        "seeds %d to %d of the stand-in: %s".formatted(FIRST, FIRST + SEEDS - 1, figures));
    assertThat(figures.waits).isPositive();
  }

  /** The schedules are worth something: without the events some programs compute other numbers. */
  @Test
  void withoutEventsSomeScheduleIsWrong() {
    try (TestDevice test = TestDevice.open()) {
      long wrong =
          IntStream.range(0, SEEDS_WITHOUT_EVENTS).filter(seed -> isWrong(test, seed)).count();
      assertThat(wrong).isPositive();
    }
  }

  private static boolean isWrong(TestDevice test, int seed) {
    try (StreamProgram program =
        new StreamProgram(test, seed, false, new StreamProgram.Figures())) {
      return !program.run().equals(program.expected());
    }
  }

  @Test
  void programsLeaveNothing() {
    TestDevice test = TestDevice.open();
    long before = test.leaks();
    try (StreamProgram program =
        new StreamProgram(test, FIRST, true, new StreamProgram.Figures())) {
      assertThat(program.run()).isEqualTo(program.expected());
    }
    test.close();
    assertThat(test.leaks()).isEqualTo(before);
  }
}
