package jackfield.tools.conformance;

import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import jackfield.tools.conformance.c10.C10Command;
import jackfield.tools.conformance.coverage.CoverageCommand;
import jackfield.tools.conformance.coverage.Ledger;
import jackfield.tools.conformance.coverage.LedgerBuilder;
import jackfield.tools.conformance.coverage.Recordings;
import jackfield.tools.conformance.ops.OpsCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The running platform: the plugged operators, and the backends that the user chooses. */
final class PluggedTarget implements OpsCommand.Target, C10Command.Target, CoverageCommand.Target {
  private static final String REFERENCE = "backend.cpu.reference";

  private final Dispatcher dispatcher;
  private final DispatcherFactory dispatchers;
  private final Autograd autograd; // null if autograd is not plugged
  private final Platform platform;
  private final Path distribution;
  private final Path home;

  PluggedTarget(
      Dispatcher dispatcher,
      DispatcherFactory dispatchers,
      Autograd autograd,
      Platform platform,
      Path distribution,
      Path home) {
    this.dispatcher = dispatcher;
    this.dispatchers = dispatchers;
    this.autograd = autograd;
    this.platform = platform;
    this.distribution = distribution;
    this.home = home;
  }

  @Override
  public Path vectors() {
    return home.resolve("tools/conformance/src/main/vectors/ops");
  }

  @Override
  public Path recordings() {
    return home.resolve("tools/conformance/src/main/vectors/c10");
  }

  @Override
  public DispatcherFactory dispatchers() {
    return dispatchers;
  }

  @Override
  public String choose(String name) {
    if (name != null) {
      serve(name.equals("reference") ? REFERENCE : "backend." + name);
    }
    return String.join(", ", backends());
  }

  /**
   * Unplugs every other backend except the reference, and plugs {@code wanted} unless it is
   * plugged.
   */
  private void serve(String wanted) {
    backends().stream()
        .filter(bundle -> !bundle.equals(REFERENCE) && !bundle.equals(wanted))
        .forEach(platform::unplug);
    if (!backends().contains(wanted)) {
      platform.plug(jarOf(wanted));
    }
    if (!backends().contains(wanted)) {
      throw new PlugFailure(
          "plug",
          wanted,
          "the bundle registered no backend",
          "./jackfield shell, then scr:list, to see what it waits for",
          null);
    }
  }

  private Path jarOf(String backend) {
    Path folder = distribution.resolve("backends");
    Path jar = folder.resolve(backend + ".jar");
    if (Files.exists(jar)) {
      return jar;
    }
    String names = String.join(", ", distributed(folder));
    throw new PlugFailure(
        "plug", backend, "the distribution has no such backend", "one of " + names, null);
  }

  /** The available backends: the reference, and the jars in {@code folder}. */
  private static List<String> distributed(Path folder) {
    try (Stream<Path> jars = Files.list(folder)) {
      Stream<String> names =
          jars.map(jar -> jar.getFileName().toString().replaceAll("^backend\\.|\\.jar$", ""));
      return Stream.concat(Stream.of("reference"), names.sorted()).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public Ledger ledger(Recordings recordings) {
    for (String name : distributed(distribution.resolve("backends"))) {
      String bundle = name.equals("reference") ? REFERENCE : "backend." + name;
      if (!backends().contains(bundle)) {
        platform.plug(jarOf(bundle));
      }
    }
    List<String> ranked =
        platform.plugged().stream()
            .filter(plugged -> plugged.kind().equals("backend"))
            .sorted(Comparator.comparingInt(Platform.Plugged::ranking))
            .map(Platform.Plugged::bundle)
            .distinct()
            .toList();
    return LedgerBuilder.build(dispatcher, autograd, recordings, ranked);
  }

  private List<String> backends() {
    return platform.plugged().stream()
        .filter(plugged -> plugged.kind().equals("backend"))
        .map(Platform.Plugged::bundle)
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public ConformanceRun run() {
    return new ConformanceRun(dispatcher, autograd);
  }

  @Override
  public DerivedRun derived() {
    return new DerivedRun(dispatcher);
  }
}
