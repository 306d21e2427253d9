package jackfield.tools.fuzz.operator;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.PlugFailure;
import jackfield.memory.Device;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.backends.DeviceRefused;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.CaseGenerator;
import jackfield.tools.fuzz.run.ChildRuns;
import jackfield.tools.fuzz.run.Limit;
import jackfield.tools.fuzz.run.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fuzz operators}: calls every operator at random. */
@Command(
    name = "operators",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Calls every operator with random arguments on each backend. A call must give a result or"
            + " a typed error within 5 s, change nothing undeclared, and agree on all backends,"
            + " on Meta, and with differences where it has gradients. Ends with 1 if one did not.")
public final class OperatorsCommand implements Callable<Integer> {
  /**
   * The services that a run needs.
   *
   * @param distribution the folder of the bundles
   */
  public record Services(
      Dispatcher dispatcher,
      Platform platform,
      BackendChoice choice,
      Supplier<Autograd> autograd,
      Path distribution) {}

  private static final long MINUTE_MILLIS = 60_000;
  private static final double MOST_MINUTES = 1e9; // whose end in milliseconds is a long
  private static final int INTERRUPTED = 130; // the exit code of shells for Ctrl-C
  private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

  private final Services services;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  @Option(names = "--minutes", paramLabel = "N", description = "how long; default: 1")
  private Double minutes;

  @Option(names = "--calls", paramLabel = "N", description = "how many calls, instead of minutes")
  private Long calls;

  @Option(names = "--seed", paramLabel = "S", description = "repeats the cases of a run")
  private long seed = ThreadLocalRandom.current().nextInt(1_000_000);

  @Option(
      names = "--backend",
      paramLabel = "NAME",
      description = "plugs only this backend of the distribution, such as cpu; may be repeated")
  private List<String> backends = new ArrayList<>();

  @Option(
      names = "--device",
      paramLabel = "NAME",
      description = "calls the kernels of this device, too, such as cuda")
  private String device = Device.CPU.type();

  private Path deviceJar; // null without a device

  @Option(
      names = "--stand-in",
      description = "runs the kernels of the device on the CPU; needs g++")
  private boolean standIn;

  @Option(
      names = "--op",
      paramLabel = "OP",
      description = "only operators whose name begins so, such as aten::add")
  private String operator = "";

  @Option(names = "--from", paramLabel = "N", description = "the number of the first case")
  private long from;

  @Option(names = "--case", paramLabel = "N", description = "shows and runs this case alone")
  private Long only;

  @Option(
      names = "--sabotage",
      description = "lets one case kill its JVM and one never end, to see that this is found")
  private boolean isSabotaged;

  @Option(names = "--child", hidden = true, description = "runs here, and notes progress in a file")
  private Path child;

  @Option(names = "--until", hidden = true, description = "the end, by the system's clock")
  private long until = Long.MAX_VALUE;

  public OperatorsCommand(Services services, PrintStream out) {
    this.services = services;
    this.out = out;
  }

  @Override
  public Integer call() throws IOException {
    List<OperatorSchema> schemas = OperatorFuzz.schemas(services.dispatcher(), operator);
    refuseMisuse(schemas);
    CaseGenerator generator = new CaseGenerator(schemas, seed);
    if (child != null) {
      runHere(generator, Progress.in(child), false);
      return 0;
    }
    if (only != null) {
      return runAlone(generator);
    }
    out.printf("fuzz operators: --seed %d%n%s%n", seed, JavaLines.HELPER);
    ChildRuns runs =
        new ChildRuns(arguments(), LONGEST_CALL, number -> lost(generator, number), out);
    runs.run(from, limit());
    out.printf("%,d passed, %,d failed%n", runs.passed(), runs.failed());
    return runs.failed() > 0 ? 1 : Thread.currentThread().isInterrupted() ? INTERRUPTED : 0;
  }

  private void refuseMisuse(List<OperatorSchema> schemas) throws IOException {
    if (schemas.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--op: no operator has a name that begins with " + operator);
    }
    refuseNothing("--calls", calls);
    refuseNothing("--minutes", minutes);
    refuseDevice();
    List<String> known = known();
    for (String backend : backends) {
      if (!known.contains(backend)) {
        throw new ParameterException(
            spec.commandLine(),
            "--backend: the distribution has no backend %s; it has %s"
                .formatted(backend, String.join(", ", known)));
      }
    }
  }

  private void refuseNothing(String option, Number given) {
    if (given != null && !(given.doubleValue() > 0)) {
      throw new ParameterException(
          spec.commandLine(), "%s: expected a number above 0, found %s".formatted(option, given));
    }
  }

  /** Throws unless the device can be used; plugs what it needs, also in the process of a child. */
  private void refuseDevice() {
    if (standIn && !isForDevice()) {
      throw new ParameterException(
          spec.commandLine(), "--stand-in needs a device, such as --device cuda");
    }
    try {
      deviceJar = isForDevice() ? services.choice().prepare(device, standIn) : null;
    } catch (PlugFailure | DeviceRefused refused) {
      throw new ParameterException(spec.commandLine(), "--device: " + refused.getMessage());
    }
  }

  /** Returns the failure of a case during which its JVM died, without the outcome. */
  private static ChildRuns.Lost lost(CaseGenerator generator, long number) {
    Case call = generator.make(number);
    return new ChildRuns.Lost(call.operator().toString(), JavaLines.of(call));
  }

  private Limit limit() {
    double asked = minutes != null ? minutes : calls != null ? MOST_MINUTES : 1;
    double length = Math.min(asked, MOST_MINUTES);
    return new Limit(most(), System.currentTimeMillis() + (long) (length * MINUTE_MILLIS));
  }

  private long most() {
    return calls == null ? Long.MAX_VALUE : calls;
  }

  /** Returns the arguments of a child that runs the same cases. */
  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(List.of("fuzz", "operators", "--seed", Long.toString(seed)));
    backends.forEach(backend -> arguments.addAll(List.of("--backend", backend)));
    if (isForDevice()) {
      arguments.addAll(List.of("--device", device));
    }
    if (standIn) {
      arguments.add("--stand-in");
    }
    if (isSabotaged) {
      arguments.add("--sabotage");
    }
    if (!operator.isEmpty()) {
      arguments.addAll(List.of("--op", operator));
    }
    return arguments;
  }

  private int runAlone(CaseGenerator generator) throws IOException {
    Path file = Files.createTempFile("jackfield-fuzz-", ".progress");
    try {
      out.println(JavaLines.HELPER);
      out.print(JavaLines.of(generator.make(only)));
      return runHere(generator, Progress.in(file), true);
    } finally {
      Files.delete(file);
    }
  }

  private int runHere(CaseGenerator generator, Progress progress, boolean isAlone)
      throws IOException {
    plug();
    List<Failure> failures = new ArrayList<>();
    try (Backends serving = new Backends(services.dispatcher())) {
      OperatorFuzz fuzz =
          new OperatorFuzz(
              services.dispatcher(),
              serving,
              services.autograd().get(),
              new Device(device, 0),
              generator,
              progress,
              isAlone ? failures::add : failure -> out.println(failure.message().line()));
      if (isAlone) {
        fuzz.one(only);
      } else {
        fuzz.run(from, new Limit(most(), until), isSabotaged);
      }
    }
    failures.forEach(failure -> out.print(failure.text()));
    return failures.isEmpty() ? 0 : 1;
  }

  private void plug() throws IOException {
    try (Stream<Path> jars = Files.list(folder())) {
      jars.filter(this::isWanted).sorted().forEach(services.platform()::plug);
    }
    if (deviceJar != null) {
      services.platform().plug(deviceJar);
    }
  }

  private boolean isForDevice() {
    return !device.equals(Device.CPU.type());
  }

  private boolean isWanted(Path jar) {
    return backends.isEmpty() || backends.contains(name(jar));
  }

  private List<String> known() throws IOException {
    try (Stream<Path> jars = Files.list(folder())) {
      return jars.map(OperatorsCommand::name).sorted().toList();
    }
  }

  private Path folder() {
    return services.distribution().resolve("backends");
  }

  private static String name(Path jar) {
    return jar.getFileName().toString().replaceAll("^backend\\.|\\.jar$", "");
  }
}
