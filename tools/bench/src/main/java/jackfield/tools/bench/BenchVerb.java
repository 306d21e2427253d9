package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.context.JackfieldThread;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.error.JackfieldException;
import jackfield.memory.Device;
import jackfield.parallel.Parallel;
import jackfield.spi.DeviceGraphs;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.services.RegisteredServices;
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
  private final RegisteredServices services;
  private final Dispatcher dispatcher;
  private final BackendChoice backends;
  private final Aten aten;
  private final Autograd autograd;

  /** Creates the verb; called by Declarative Services. */
  @Activate
  public BenchVerb(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference Platform platform,
      @Reference Aten aten,
      @Reference Autograd autograd) {
    this.services = RegisteredServices.of(context);
    this.dispatcher = dispatcher;
    this.backends = BackendChoice.of(context, platform);
    this.aten = aten;
    this.autograd = autograd;
  }

  @Override
  public int applyAsInt(List<String> arguments) {
    BenchOptions options = new BenchOptions();
    CommandLine command = new CommandLine(options);
    command.setExecutionStrategy(
        parsed -> CommandLine.executeHelpRequest(parsed) == null ? runOrTell(options) : 0);
    return command.execute(arguments.toArray(String[]::new));
  }

  private int runOrTell(BenchOptions options) {
    try {
      return run(options);
    } catch (JackfieldException refused) {
      System.err.println("jackfield bench: " + refused.getMessage());
      return 1;
    }
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
    backends.serve(options.backend, options.standIn);
    return services.use(DeviceGraphs.class, graphs -> runCases(options, graphs));
  }

  private int runCases(BenchOptions options, List<DeviceGraphs> graphs) {
    Device device = backends.device();
    DispatchCases dispatch = new DispatchCases();
    try (Registration _ = dispatch.register(dispatcher)) {
      List<Case> cases = device.isHost() ? ofHost(dispatch) : of(device, options.bytes, graphs);
      cases.removeIf(each -> !options.filter.matcher(each.name()).matches());
      if (cases.isEmpty()) {
        System.err.println("jackfield bench: no case matches " + options.filter + "; try --list");
        return 2;
      }
      measure(cases, options, device);
      return 0;
    } catch (InterruptedException e) {
      return 130; // the exit code of shells for Ctrl-C
    }
  }

  private List<Case> ofHost(DispatchCases dispatch) {
    List<Case> cases = new ArrayList<>(dispatch.cases());
    cases.addAll(new EagerCases(aten, autograd).cases());
    cases.addAll(networks(new Inputs(aten, Device.CPU)));
    return cases;
  }

  /** Returns the cases of a device; each run ends with a copy to the host, which waits for it. */
  private List<Case> of(Device device, long bytes, List<DeviceGraphs> all) {
    Inputs inputs = new Inputs(aten, device);
    List<Case> cases = new ArrayList<>(new DeviceCases(aten, inputs, bytes).cases());
    cases.addAll(networks(inputs));
    cases.removeIf(each -> each.name().equals(MatrixCases.PEAK));
    all.stream()
        .filter(graphs -> graphs.device().type().equals(device.type()))
        .findFirst()
        .map(new TrainingCases(aten, autograd, inputs)::graphCases)
        .ifPresent(cases::addAll);
    Tensor one = inputs.filled(1, 1);
    Runnable await = () -> aten.to(aten.add(one, one), Device.CPU, DType.FLOAT32);
    cases.replaceAll(each -> each.before(await));
    return cases;
  }

  private List<Case> networks(Inputs inputs) {
    List<Case> cases = new ArrayList<>(new KernelCases(aten, inputs).cases());
    cases.addAll(new MatrixCases(aten, inputs).cases());
    cases.addAll(new TrainingCases(aten, autograd, inputs).cases());
    return cases;
  }

  /** Measures in a platform thread, as applications are advised to use. */
  private static void measure(List<Case> cases, BenchOptions options, Device device)
      throws InterruptedException {
    boolean isWallTime = options.threads > 1 || !device.isHost();
    JackfieldThread thread =
        new JackfieldThread(
            "jackfield-bench", () -> cases.forEach(each -> print(each, options, isWallTime)));
    thread.setDaemon(true);
    thread.start();
    thread.join();
  }

  private static void print(Case each, BenchOptions options, boolean isWallTime) {
    if (options.list) {
      System.out.println(each.name());
      return;
    }
    Measurement measurement = Measurement.of(each, options.threads, isWallTime, options.seconds);
    String configuration = "jackfield backend." + options.backend;
    System.out.println(options.json ? measurement.json(configuration) : measurement.text());
  }
}
