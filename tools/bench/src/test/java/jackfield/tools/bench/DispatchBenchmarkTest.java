package jackfield.tools.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs one short iteration of each benchmark in this process; the script {@code jmh} measures them.
 */
@Tag("slow")
class DispatchBenchmarkTest {
  private static final long CALLS = 100_000;

  @Test
  @Tag("thorough")
  void everyCaseOfTheDispatcherIsABenchmark() throws RunnerException {
    Collection<RunResult> results = run();
    assertThat(results)
        .extracting(result -> caseOf(result.getParams().getBenchmark()))
        .containsExactlyInAnyOrderElementsOf(names());
    assertThat(results)
        .allSatisfy(result -> assertThat(result.getPrimaryResult().getScore()).isPositive());
  }

  @ParameterizedTest
  @MethodSource("names")
  void aCallAllocatesNothing(String name) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    DispatchCases cases = new DispatchCases();
    try (Registration _ = cases.register(new LocalDispatcher())) {
      Case measured =
          cases.cases().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      measured.loop().run(CALLS);
      long before = threads.getCurrentThreadAllocatedBytes();
      measured.loop().run(CALLS);
      long bytes = threads.getCurrentThreadAllocatedBytes() - before;
      assertThat(bytes)
          .isLessThan(CALLS); // less than a byte per call: the loop's own allocations, if any
    }
  }

  private static List<String> names() {
    return new DispatchCases().cases().stream().map(Case::name).toList();
  }

  /** Returns the case of a benchmark: dispatch.boxed_call for boxedCall. */
  private static String caseOf(String benchmark) {
    String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
    return "dispatch." + method.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Collection<RunResult> run() throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true"); // the result is not a measurement
    OptionsBuilder options = new OptionsBuilder();
    options.include(DispatchBenchmark.class.getName() + "\\.").forks(0);
    options.warmupIterations(0).measurementIterations(1);
    options.measurementTime(TimeValue.milliseconds(20)).shouldFailOnError(true);
    options.output(Path.of("target", "jmh.txt").toString());
    return new Runner(options.build()).run();
  }
}
