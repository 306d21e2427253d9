package jackfield.tools.conformance.ops;

import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.UnreadableVectors;
import jackfield.conformance.vectors.VectorFile;
import jackfield.dispatch.PlugFailure;
import jackfield.tools.backends.DeviceRefused;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ops}: runs a folder of operator vectors. */
@Command(
    name = "ops",
    description = "Runs every *.jsonl.gz of a folder and compares results, gradients and refusals.")
public final class OpsCommand implements Callable<Integer> {
  public static final int FAILED = 1;
  public static final int MISUSED = 2;

  /** The environment in which the vectors run. */
  public interface Target {
    /** The folder with the repository's vectors. */
    Path vectors();

    /**
     * Plugs the chosen backends.
     *
     * @param name the user's choice, or null for the plugged backends
     * @param withStandIn whether a stand-in for the driver of that device is plugged first
     * @return the backends that are plugged afterwards
     */
    String choose(String name, boolean withStandIn);

    /** Creates a run on the plugged operators, with tensors on the device of the chosen backend. */
    ConformanceRun run();

    /** Creates a run of derived checks on the plugged operators. */
    DerivedRun derived();
  }

  private final Target target;
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
      description =
          "reference: backend.cpu.reference alone; another name, such as cpu: that backend is "
              + "plugged above it; meta: types, sizes and strides of tensors without elements. "
              + "Without: what is plugged, which is the reference alone.")
  private String backend;

  @Option(
      names = "--stand-in",
      description =
          "Runs the kernels of the backend on the CPU, by a stand-in for the driver of its device;"
              + " needs g++.")
  private boolean standIn;

  @Option(
      names = "--op",
      paramLabel = "OP",
      description =
          "Only vectors of this operator, such as add.Tensor; a base name such as add stands for "
              + "all its overloads, autograd for the programs. May be repeated.")
  private List<String> operators = new ArrayList<>();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes totals, counts by operator and all failures as JSON.")
  private Path report;

  @Option(
      names = "--show",
      paramLabel = "N",
      defaultValue = "100",
      description = "Shows at most so many failures, shortest first; ${DEFAULT-VALUE} by default.")
  private int show;

  public OpsCommand(Target target, PrintStream out, PrintStream err) {
    this.target = target;
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      if (standIn && backend == null) {
        err.println("jackfield: --stand-in needs a backend\n  try  --backend cuda --stand-in");
        return MISUSED;
      }
      if (report != null) {
        Files.writeString(
            report, ""); // an output file that cannot be written is reported before the run
      }
      Path source = folder == null ? target.vectors() : folder;
      List<VectorFile> files = VectorFile.in(source);
      String serving = target.choose(backend, standIn);
      out.println("vectors of " + source + " against " + serving);
      ConformanceReport found = target.run().run(files, operators);
      return tell(found, serving);
    } catch (UnreadableVectors | PlugFailure | DeviceRefused broken) {
      err.println("jackfield: " + broken.getMessage());
    } catch (IOException unwritable) {
      err.println("jackfield: cannot write " + report + "\n  try  a file in a folder that exists");
    }
    return MISUSED;
  }

  private int tell(ConformanceReport found, String serving) throws IOException {
    if (report != null) {
      ReportJson.write(found, serving, report);
    }
    if (!operators.isEmpty() && found.files().isEmpty()) {
      err.println("jackfield: no vector of " + String.join(", ", operators));
      err.println("  try  a name such as add.Tensor, or a base name such as add");
      return MISUSED;
    }
    new ReportText(out, show).print(found);
    return found.total().failed() == 0 ? 0 : FAILED;
  }
}
