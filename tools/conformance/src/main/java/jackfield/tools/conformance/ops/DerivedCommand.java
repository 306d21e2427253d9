package jackfield.tools.conformance.ops;

import jackfield.conformance.derived.DerivedReport;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.UnreadableVectors;
import jackfield.conformance.vectors.VectorFile;
import jackfield.dispatch.PlugFailure;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code derived}: runs the checks that are derived from recorded functional calls. */
@Command(
    name = "derived",
    description =
        "Calls the other forms of each recorded functional call: in place, out= of several sizes, "
            + "types and layouts, out= that overlaps an input; and arguments in channels_last. "
            + "Each must agree with the functional result. Gradients of one result or input at a "
            + "time must agree with those of all.")
public final class DerivedCommand implements Callable<Integer> {
  private final OpsCommand.Target target;
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The folder of vectors; without, the copy in the repository.")
  private Path folder;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description = "The backend, as for ops; without, what is plugged.")
  private String backend;

  @Option(
      names = "--op",
      paramLabel = "OP",
      description = "Only vectors of this functional operator, such as add.Tensor or add.")
  private List<String> operators = new ArrayList<>();

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "100",
      description = "Shows at most so many failures; ${DEFAULT-VALUE} by default.")
  private int show;

  /** Creates the command. */
  public DerivedCommand(OpsCommand.Target target, PrintStream out, PrintStream err) {
    this.target = target;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      Path source = folder == null ? target.vectors() : folder;
      List<VectorFile> files = VectorFile.in(source);
      out.println("derived from " + source + " against " + target.choose(backend, false));
      Set<String> names = Set.copyOf(operators);
      Predicate<RecordedVector> wanted = vector -> names.isEmpty() || vector.isOfAny(names);
      DerivedReport report = target.derived().run(files, wanted);
      report.failures().stream().limit(show).forEach(failure -> out.println("FAILED " + failure));
      if (report.total() == 0) {
        err.println("jackfield: no check is derived from a vector of " + operators);
        err.println("  try  a functional operator with other forms, such as add.Tensor or add");
        return OpsCommand.MISUSED;
      }
      out.println(report.summary());
      return report.failures().isEmpty() ? 0 : OpsCommand.FAILED;
    } catch (UnreadableVectors | PlugFailure broken) {
      err.println("jackfield: " + broken.getMessage());
      return OpsCommand.MISUSED;
    }
  }
}
