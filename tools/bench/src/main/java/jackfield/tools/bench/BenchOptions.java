package jackfield.tools.bench;

import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of {@code jackfield bench}. */
@Command(
    name = "jackfield bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measures the time of a call, case by case. Only ratios in alternating rounds count.")
final class BenchOptions {
  /** The backend whose kernels are measured. */
  enum Backend {
    /** The scalar kernels only. */
    reference,
    /** The fast kernels, which shadow the scalar ones. */
    cpu
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      description = "the cases whose whole name matches")
  Pattern filter = Pattern.compile(".*");

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of a call's loops; 1: CPU time of the thread, more: wall time")
  int threads = 1;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "how long to measure a case; default: ${DEFAULT-VALUE}")
  double seconds = 0.5;

  @Option(names = "--backend", description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}")
  Backend backend = Backend.cpu;

  @Option(names = "--json", description = "one JSON object a case")
  boolean json;

  @Option(
      names = "--tables",
      split = ",",
      paramLabel = "N",
      description = "instead of cases: memory and commit time of N operators, N more, ...")
  int[] tables = {};

  @Option(names = "--list", description = "only list the cases")
  boolean list;

  /** Refuses numbers that measure nothing; the command line then ends with 2. */
  void refuseMisuse() {
    if (threads < 1) {
      throw new ParameterException(
          spec.commandLine(), "--threads: expected 1 or more, found " + threads);
    }
    if (!(seconds > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--seconds: expected a number above 0, found " + seconds);
    }
  }
}
