package jackfield.tools.conformance.c10;

import jackfield.conformance.vectors.UnreadableVectors;
import jackfield.dispatch.DispatcherFactory;
import jackfield.tools.conformance.ops.OpsCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code c10}: repeats a folder of recordings of C10's dispatcher. */
@Command(
    name = "c10",
    description = "Repeats recordings of C10's dispatcher and compares every answer.")
public final class C10Command implements Callable<Integer> {
  /** The environment in which the recordings are repeated. */
  public interface Target {
    /** The folder with the repository's recordings. */
    Path recordings();

    /** Creates the dispatchers for scripts. */
    DispatcherFactory dispatchers();
  }

  private final Target target;
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "The folder of recordings; without, the copy in the repository.")
  private Path folder;

  @Option(
      names = "--family",
      paramLabel = "F",
      description = "Only this family, such as keysets, pair, library or routing.")
  private String family;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes totals, counts by family and all failures as JSON.")
  private Path report;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "20",
      description = "Shows at most so many failures, shortest first; ${DEFAULT-VALUE} by default.")
  private int show;

  public C10Command(Target target, PrintStream out, PrintStream err) {
    this.target = target;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      if (report != null) {
        Files.writeString(
            report, ""); // an output file that cannot be written is reported before the run
      }
      return tell(new C10Run(new C10Folder(source()), target.dispatchers()).run(family));
    } catch (UnreadableVectors broken) {
      err.println("jackfield: " + broken.getMessage());
    } catch (IOException unwritable) {
      err.println("jackfield: cannot write " + report + "\n  try  a file in a folder that exists");
    }
    return OpsCommand.MISUSED;
  }

  private Path source() {
    return folder == null ? target.recordings() : folder;
  }

  private int tell(C10Report found) throws IOException {
    if (report != null) {
      found.write(report);
    }
    found.print(out, show);
    return found.total().failed() == 0 ? 0 : OpsCommand.FAILED;
  }
}
