package jackfield.tools.conformance.coverage;

import jackfield.conformance.vectors.UnreadableVectors;
import jackfield.conformance.vectors.VectorFile;
import jackfield.dispatch.PlugFailure;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code coverage}: shows the ledger. */
@Command(
    name = "./jackfield coverage",
    description = {
      "Shows what each operator has: one line for each overload that is defined or recorded, then "
          + "the totals.",
      "yes: a kernel or a formula of its own. composite: a kernel that calls other operators. "
          + "shared: the library's kernel for the host. none: nothing to differentiate. refused: PyTorch refuses to differentiate the results. "
          + "unknown: no recorded call shows it. -: missing.",
      "The first columns are the backends, the reference first; Meta computes sizes without memory.",
      "second: each operator that the first formula calls, in a recorded call, has a formula itself "
          + "or is composite. Otherwise the line names the operators without a derivative."
    })
public final class CoverageCommand implements Callable<Integer> {
  private static final int MISUSED = 2;

  /** The platform whose operators are shown. */
  public interface Target {
    /** The folder with the repository's vectors. */
    Path vectors();

    /** Plugs the backends of the distribution and returns the ledger. */
    Ledger ledger(Recordings recordings);

    /** Compares the gradients of the operators of a ledger with differences. */
    GradientChecks gradients(Recordings recordings, Ledger ledger);
  }

  private final Target target;
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      arity = "0..1",
      paramLabel = "PATTERN",
      description =
          "Only operators of this name, such as add, add.Tensor or 'conv*'; the totals count these.")
  private String pattern;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean isJson;

  @Option(
      names = "--missing",
      description = "Only overloads that are recorded and not defined, or lack something.")
  private boolean isMissing;

  @Option(
      names = "--gradients",
      description =
          "Instead: compares gradients in float64 with central differences, for up to twelve "
              + "calls of each operator, and prints a line for each file of recordings. Some "
              + "differ; docs/coverage.md says why.")
  private boolean isOfGradients;

  private CoverageCommand(Target target, PrintStream out, PrintStream err) {
    this.target = target;
    this.out = out;
    this.err = err;
  }

  /** Runs the command and returns the exit code. */
  public static int run(Target target, PrintStream out, PrintStream err, List<String> arguments) {
    return commandLine(target, out, err).execute(arguments.toArray(String[]::new));
  }

  /** Returns the verb's command line; without a target it has the help only. */
  public static CommandLine commandLine(Target target, PrintStream out, PrintStream err) {
    CommandLine line = new CommandLine(new CoverageCommand(target, out, err));
    OptionSpec help =
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this text.").build();
    line.getCommandSpec().addOption(help);
    return line.setOut(new PrintWriter(out, true, out.charset()))
        .setErr(new PrintWriter(err, true, err.charset()));
  }

  @Override
  public Integer call() {
    if (isOfGradients && (isJson || isMissing)) {
      err.println("jackfield: --gradients prints a table, without --json and --missing");
      err.println("  try  coverage --gradients, with or without a pattern");
      return MISUSED;
    }
    try {
      Recordings recordings = Recordings.of(VectorFile.in(target.vectors()));
      Ledger all = target.ledger(recordings);
      Ledger chosen = pattern == null ? all : all.only(matching());
      if (chosen.entries().isEmpty()) {
        err.println("jackfield: no operator is called " + pattern);
        err.println("  try  add.Tensor, add for all its overloads, or a pattern such as 'conv*'");
        return MISUSED;
      }
      if (isOfGradients) {
        GradientTable.of(chosen, target.gradients(recordings, chosen)).forEach(out::println);
        return 0;
      }
      show(isMissing ? chosen.only(entry -> !entry.isComplete()) : chosen, chosen);
      return 0;
    } catch (UnreadableVectors | PlugFailure broken) {
      err.println("jackfield: " + broken.getMessage());
      return MISUSED;
    } catch (PatternSyntaxException unreadable) {
      err.printf("jackfield: %s is no pattern: %s%n", pattern, unreadable.getDescription());
      err.println("  try  add.Tensor, add for all its overloads, or a pattern such as 'conv*'");
      return MISUSED;
    }
  }

  private Predicate<LedgerEntry> matching() {
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    return entry -> {
      String full = entry.operator();
      String plain = full.substring(full.indexOf("::") + 2);
      String base = plain.contains(".") ? plain.substring(0, plain.indexOf('.')) : plain;
      return List.of(full, plain, base).stream().map(Path::of).anyMatch(matcher::matches);
    };
  }

  private void show(Ledger shown, Ledger counted) {
    if (isJson) {
      out.println(LedgerText.json(shown));
      return;
    }
    LedgerText.table(shown).forEach(out::println);
    out.println();
    counted.totals().forEach(out::println);
  }
}
