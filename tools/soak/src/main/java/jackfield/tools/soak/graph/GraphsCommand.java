package jackfield.tools.soak.graph;

import jackfield.error.JackfieldException;
import jackfield.tools.soak.measure.PositiveOption;
import jackfield.tools.soak.measure.Uninterruptible;
import jackfield.tools.soak.plug.PlugSoak;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code soak graphs}: compares replays with calls, and ends graphs by unplugging the backend. */
@Command(
    name = "graphs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Captures a training step in a graph of a device, replays it and compares each bit with"
            + " steps without a graph. Then unplugs and plugs the backend again and again, with a"
            + " graph each time. Ends with 1 if a bit differs, a replay without kernels is not"
            + " refused, or memory, streams, graphs or kernels are left on the device.")
public final class GraphsCommand implements Callable<Integer> {
  private final PlugSoak.Services services;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description = "the backend of the device; default: ${DEFAULT-VALUE}")
  private String backend = "cuda";

  @Option(
      names = "--stand-in",
      description = "runs the device's kernels on the CPU, by a stand-in for its driver")
  private boolean standIn;

  @Option(
      names = "--cycles",
      paramLabel = "N",
      description = "how often the backend is unplugged; default: ${DEFAULT-VALUE}")
  private int cycles = 100;

  /** Creates the command. */
  public GraphsCommand(PlugSoak.Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    PositiveOption.require(spec, "--cycles", cycles);
    out.printf("soak graphs: backend.%s, %,d cycles%n", backend, cycles);
    GraphSoak soak = new GraphSoak(services, backend, standIn);
    try {
      Uninterruptible.run("graphs", () -> soak.run(cycles), soak::endEarly);
    } catch (JackfieldException failed) {
      out.println("failed: " + failed.getMessage());
      return 1;
    }
    soak.tally().showNew(problem -> out.println("failed: " + problem));
    out.println(soak.figures());
    out.printf("%,d passed, %,d failed%n", soak.tally().passed(), soak.tally().failed());
    return soak.tally().failed() > 0 ? 1 : 0;
  }
}
