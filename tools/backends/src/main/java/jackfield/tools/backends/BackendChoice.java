package jackfield.tools.backends;

import jackfield.dispatch.PlugFailure;
import jackfield.memory.Device;
import jackfield.spi.DeviceStatus;
import jackfield.spi.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;

/**
 * Plugs the backend that the user chooses, from the distribution. A backend for a device of its own
 * is plugged after its driver, the bundle {@code backend.NAME.driver}, and that after the stand-in
 * {@code NAME.standin} if the user wants it.
 */
public final class BackendChoice {
  private static final String REFERENCE = "backend.cpu.reference";

  private static final String PREFIX = "backend.";

  private final Platform platform;
  private final Path distribution;
  private final Supplier<List<DeviceStatus>> devices;
  private String chosen = REFERENCE; // written by serve()

  /** Returns the choice of a verb, whose bundle's context knows the distribution. */
  public static BackendChoice of(BundleContext context, Platform platform) {
    Path distribution = Path.of(context.getProperty("jackfield.dist"));
    return new BackendChoice(platform, distribution, () -> devices(context));
  }

  private static List<DeviceStatus> devices(BundleContext context) {
    try {
      return context.getServiceReferences(DeviceStatus.class, null).stream()
          .map(context::getService)
          .filter(Objects::nonNull)
          .toList();
    } catch (InvalidSyntaxException impossible) { // there is no filter
      throw new AssertionError(impossible);
    }
  }

  /**
   * Creates a choice.
   *
   * @param devices the services of the bundles that look for devices
   */
  BackendChoice(Platform platform, Path distribution, Supplier<List<DeviceStatus>> devices) {
    this.platform = platform;
    this.distribution = distribution;
    this.devices = devices;
  }

  /** Returns the device of the chosen backend. */
  public Device device() {
    return platform.plugged().stream()
        .filter(plugged ->
            plugged.kind() == Platform.Contribution.Kind.BACKEND && plugged.bundle().equals(chosen))
        .findFirst()
        .map(plugged -> Device.parse(plugged.name()))
        .orElse(Device.CPU);
  }

  /**
   * Unplugs every other backend except the reference, and plugs the wanted one unless it is
   * plugged.
   *
   * @param name {@code reference}, or a backend without {@code backend.}, such as {@code cpu}
   * @param withStandIn whether a stand-in for the driver runs the kernels on the CPU
   * @throws PlugFailure if the distribution has no such backend or stand-in, or no device is found
   */
  public void serve(String name, boolean withStandIn) {
    String wanted = name.equals("reference") ? REFERENCE : PREFIX + name;
    Path standIn = withStandIn ? standIn(name) : null;
    plugged().stream()
        .filter(bundle -> !List.of(REFERENCE, wanted, driver(name)).contains(bundle))
        .forEach(platform::unplug);
    if (!plugged().contains(wanted)) {
      Path jar = jarOf(wanted);
      plugDriver(name, standIn);
      platform.plug(jar);
    }
    requireBackend(wanted);
    chosen = wanted;
  }

  /**
   * Plugs what a backend needs, and returns the backend's jar, which the caller plugs and unplugs.
   *
   * @param name a backend without {@code backend.}, such as {@code cuda}
   * @param withStandIn whether a stand-in for the driver runs the kernels on the CPU
   * @throws PlugFailure if the distribution has no such backend or stand-in, or no device is found
   */
  public Path prepare(String name, boolean withStandIn) {
    Path jar = jarOf(PREFIX + name);
    plugDriver(name, withStandIn ? standIn(name) : null);
    return jar;
  }

  private static String driver(String name) {
    return PREFIX + name + ".driver";
  }

  private void plugDriver(String name, Path standIn) {
    if (standIn != null) {
      plugForDevice(name, standIn, "");
    }
    Path driver = find(driver(name));
    if (driver != null && !plugged().contains(driver(name))) {
      plugForDevice(name, driver, ", or --stand-in to run its kernels on the CPU");
    }
  }

  private Path standIn(String name) {
    Path jar = find(name + ".standin");
    if (jar == null) {
      throw failure(
          PREFIX + name, "there is no stand-in for its device", "the same without --stand-in");
    }
    return jar;
  }

  /** Plugs a bundle that finds or makes devices, and unplugs it again if none can be used. */
  private void plugForDevice(String name, Path jar, String otherRemedy) {
    platform.plug(jar);
    for (DeviceStatus status : devices.get()) {
      if (status.device().equals(name) && !status.problem().isEmpty()) {
        PlugFailure failure =
            failure(PREFIX + name, status.problem(), status.remedy() + otherRemedy);
        platform.unplug(jar.getFileName().toString().replaceAll("\\.jar$", ""));
        throw failure;
      }
    }
  }

  private void requireBackend(String wanted) {
    if (!plugged().contains(wanted)) {
      throw failure(
          wanted,
          "the bundle registered no backend",
          "./jackfield shell, then scr:list, to see what it waits for");
    }
  }

  private static PlugFailure failure(String bundle, String problem, String remedy) {
    return new PlugFailure("plug", bundle, problem, remedy, null);
  }

  /**
   * Returns the jar of a backend.
   *
   * @throws PlugFailure if the distribution has none of that name
   */
  public Path jarOf(String bundle) {
    Path jar = find(bundle);
    if (jar == null) {
      throw failure(
          bundle,
          "the distribution has no such backend",
          "one of " + String.join(", ", available()));
    }
    return jar;
  }

  private Path find(String bundle) {
    return Stream.of("backends", "devices")
        .map(folder -> distribution.resolve(folder).resolve(bundle + ".jar"))
        .filter(Files::exists)
        .findFirst()
        .orElse(null);
  }

  /** Returns the names of the available backends: the reference, and those of the distribution. */
  private List<String> available() {
    List<String> names = new ArrayList<>(List.of("reference"));
    names.addAll(ofHost());
    named("devices").stream().filter(name -> !name.endsWith(".driver")).forEach(names::add);
    return names;
  }

  /** Returns the names of the distribution's backends for the host, without the reference. */
  public List<String> ofHost() {
    return named("backends");
  }

  private List<String> named(String folder) {
    try (Stream<Path> jars = Files.list(distribution.resolve(folder))) {
      return jars.map(jar -> jar.getFileName().toString())
          .filter(file -> file.startsWith(PREFIX))
          .map(file -> file.substring(PREFIX.length()).replaceAll("\\.jar$", ""))
          .sorted()
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Returns the bundles of the plugged backends. */
  public List<String> plugged() {
    return platform.plugged().stream()
        .filter(plugged -> plugged.kind() == Platform.Contribution.Kind.BACKEND)
        .map(Platform.Contribution::bundle)
        .distinct()
        .sorted()
        .toList();
  }
}
