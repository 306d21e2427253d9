package jackfield.tools.soak.dispatch;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.QuietOverrides;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code soak figures}: measures the cost of plugging and unplugging. */
@Command(
    name = "figures",
    mixinStandardHelpOptions = true,
    description =
        "Measures withdrawal under load, callers' slow-down, commits of whole bundles, bytes of an"
            + " operator and of a call. All but the bytes depend on what else the machine does.")
public final class FiguresCommand implements Callable<Integer> {
  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C

  private final Dispatcher dispatcher;
  private final PrintStream out;

  @Option(names = "--json", description = "one JSON object a figure")
  private boolean json;

  public FiguresCommand(Dispatcher dispatcher, PrintStream out) {
    this.dispatcher = dispatcher;
    this.out = out;
  }

  @Override
  public Integer call() throws Exception {
    FutureTask<List<Figure>> task = new FutureTask<>(this::measure);
    JackfieldThread thread = new JackfieldThread("figures", task);
    thread.setDaemon(true);
    thread.start();
    try {
      task.get().forEach(figure -> out.println(json ? figure.json() : figure.text()));
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // no figure is meaningful before the last round
      return INTERRUPTED;
    }
  }

  private List<Figure> measure() throws InterruptedException {
    try (QuietOverrides _ = new QuietOverrides()) {
      List<Figure> figures = new ArrayList<>(new BundleFigures(dispatcher).measure());
      figures.addAll(new WithdrawalFigures(dispatcher).measure());
      return figures;
    }
  }
}
