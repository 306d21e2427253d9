package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.parallel.Parallel;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import picocli.CommandLine;

/** The verb {@code bench}: measures the same cases as the benchmark kit of the peers. */
@Component(service = ToIntFunction.class, property = "jackfield.verb=bench")
public final class BenchVerb implements ToIntFunction<List<String>> {
  private final Dispatcher dispatcher;
  private final Platform platform;
  private final Aten aten;
  private final Autograd autograd;
  private final Path fastBackend;

  /** Creates the verb; called by Declarative Services. */
  @Activate
  public BenchVerb(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference Platform platform,
      @Reference Aten aten,
      @Reference Autograd autograd) {
    this.dispatcher = dispatcher;
    this.platform = platform;
    this.aten = aten;
    this.autograd = autograd;
    this.fastBackend = Path.of(context.getProperty("jackfield.dist"), "backends/backend.cpu.jar");
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    BenchOptions options = new BenchOptions();
    CommandLine command = new CommandLine(options);
    command.setExecutionStrategy(
        parsed -> CommandLine.executeHelpRequest(parsed) == null ? run(options) : 0);
    return command.execute(arguments.toArray(String[]::new));
  }

  private int run(BenchOptions options) {
    options.refuseMisuse();
    Parallel.setThreads(options.threads);
    if (options.tables.length > 0) {
      for (int operators : options.tables) {
        System.out.println(TableGrowth.of(dispatcher, operators).text());
      }
      return 0;
    }
    return runCases(options);
  }

  private int runCases(BenchOptions options) {
    if (options.backend == BenchOptions.Backend.cpu) {
      platform.plug(fastBackend);
    }
    DispatchCases dispatch = new DispatchCases();
    try (Registration _ = dispatch.register(dispatcher)) {
      List<Case> cases = new ArrayList<>(dispatch.cases());
      cases.addAll(new EagerCases(aten, autograd).cases());
      cases.addAll(new KernelCases(aten).cases());
      cases.addAll(new MatrixCases(aten).cases());
      cases.addAll(new TrainingCases(aten, autograd).cases());
      cases.removeIf(each -> !options.filter.matcher(each.name()).matches());
      if (cases.isEmpty()) {
        System.err.println("jackfield bench: no case matches " + options.filter + "; try --list");
        return 2;
      }
      measure(cases, options);
      return 0;
    } catch (InterruptedException e) {
      return 130; // the exit code of shells for Ctrl-C
    }
  }

  /** Measures in a platform thread, as applications are advised to use. */
  private static void measure(List<Case> cases, BenchOptions options) throws InterruptedException {
    JackfieldThread thread =
        new JackfieldThread("jackfield-bench", () -> cases.forEach(each -> print(each, options)));
    thread.setDaemon(true);
    thread.start();
    thread.join();
  }

  private static void print(Case each, BenchOptions options) {
    if (options.list) {
      System.out.println(each.name());
      return;
    }
    Measurement measurement = Measurement.of(each, options.threads, options.seconds);
    String configuration = "jackfield backend." + options.backend;
    System.out.println(options.json ? measurement.json(configuration) : measurement.text());
  }
}
