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

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description =
          "reference: the scalar kernels; cpu: the fast ones; cuda: a GPU, with the cases device.*"
              + " and wall time; default: ${DEFAULT-VALUE}")
  String backend = "cpu";

  @Option(
      names = "--stand-in",
      description = "runs the device's kernels on the CPU, by a stand-in for its driver")
  boolean standIn;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      description = "bytes of a tensor of the cases device.*; default: ${DEFAULT-VALUE}")
  long bytes = 256L << 20;

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
    if (bytes < 64) {
      throw new ParameterException(
          spec.commandLine(), "--bytes: expected 64 or more, found " + bytes);
    }
    if (!(seconds > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--seconds: expected a number above 0, found " + seconds);
    }
    for (int operators : tables) {
      if (operators < 1) {
        throw new ParameterException(
            spec.commandLine(), "--tables: expected 1 or more, found " + operators);
      }
    }
  }
}
