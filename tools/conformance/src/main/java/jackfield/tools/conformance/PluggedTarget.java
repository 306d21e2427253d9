package jackfield.tools.conformance;

import jackfield.conformance.derived.DerivedRun;
import jackfield.conformance.value.Placement;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherFactory;
import jackfield.dispatch.PlugFailure;
import jackfield.memory.Device;
import jackfield.spi.Platform;
import jackfield.tensor.Autograd;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.conformance.c10.C10Command;
import jackfield.tools.conformance.coverage.CoverageCommand;
import jackfield.tools.conformance.coverage.GradientChecks;
import jackfield.tools.conformance.coverage.Ledger;
import jackfield.tools.conformance.coverage.LedgerBuilder;
import jackfield.tools.conformance.coverage.Recordings;
import jackfield.tools.conformance.ops.OpsCommand;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.osgi.framework.BundleContext;

/** The running platform: the plugged operators, and the backends that the user chooses. */
final class PluggedTarget implements OpsCommand.Target, C10Command.Target, CoverageCommand.Target {
  private static final String META = "meta";

  private final Dispatcher dispatcher;
  private final DispatcherFactory dispatchers;
  private final Autograd autograd; // null if autograd is not plugged
  private final Platform platform;
  private final BackendChoice backends;
  private final Path home;
  private Device device = Device.CPU; // of the tensors of a run

  private PluggedTarget(
      Dispatcher dispatcher,
      DispatcherFactory dispatchers,
      Autograd autograd,
      Platform platform,
      BackendChoice backends,
      Path home) {
    this.dispatcher = dispatcher;
    this.dispatchers = dispatchers;
    this.autograd = autograd;
    this.platform = platform;
    this.backends = backends;
    this.home = home;
  }

  /** Returns the target of a verb, whose bundle's context knows the distribution. */
  static PluggedTarget of(
      BundleContext context,
      Dispatcher dispatcher,
      DispatcherFactory dispatchers,
      Autograd autograd,
      Platform platform) {
    Path home = Path.of(context.getProperty("jackfield.home"));
    BackendChoice backends = BackendChoice.of(context, platform);
    return new PluggedTarget(dispatcher, dispatchers, autograd, platform, backends, home);
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
  public String choose(String name, boolean withStandIn) {
    if (META.equals(name)) {
      return chooseMeta(withStandIn);
    }
    if (name != null) {
      backends.serve(name, withStandIn);
    }
    device = backends.device();
    return String.join(", ", backends.plugged());
  }

  private String chooseMeta(boolean withStandIn) {
    if (withStandIn) {
      throw new PlugFailure(
          "plug",
          META,
          "Meta has no driver that a stand-in could replace",
          "the same without --stand-in",
          null);
    }
    device = Device.META;
    return "Meta, without elements";
  }

  @Override
  public Ledger ledger(Recordings recordings) {
    for (String name : backends.ofHost()) {
      String bundle = "backend." + name;
      if (!backends.plugged().contains(bundle)) {
        platform.plug(backends.jarOf(bundle));
      }
    }
    List<String> ranked =
        platform.plugged().stream()
            .filter(plugged -> plugged.kind() == Platform.Contribution.Kind.BACKEND)
            .sorted(Comparator.comparingInt(Platform.Contribution::ranking))
            .map(Platform.Contribution::bundle)
            .distinct()
            .toList();
    return LedgerBuilder.build(dispatcher, autograd, recordings, ranked);
  }

  @Override
  public GradientChecks gradients(Recordings recordings, Ledger ledger) {
    if (autograd == null) {
      throw new PlugFailure(
          "plug",
          "feature.autograd",
          "it is not plugged",
          "./jackfield shell, then plug feature.autograd",
          null);
    }
    return GradientChecks.of(dispatcher, autograd, recordings, ledger);
  }

  @Override
  public ConformanceRun run() {
    return new ConformanceRun(dispatcher, autograd, Placement.on(device, dispatcher));
  }

  @Override
  public DerivedRun derived() {
    if (!device.isHost()) {
      throw new PlugFailure(
          "plug",
          "backend." + device.type(),
          "derived checks have their tensors on the host",
          "./jackfield conformance ops, or a backend of the host",
          null);
    }
    return new DerivedRun(dispatcher, autograd);
  }
}
