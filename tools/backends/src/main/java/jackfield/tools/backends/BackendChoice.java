package jackfield.tools.backends;

import jackfield.dispatch.PlugFailure;
import jackfield.memory.Device;
import jackfield.spi.DeviceStatus;
import jackfield.spi.Platform;
import jackfield.tools.services.RegisteredServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;

/**
 * Plugs the backend that the user chooses, from the distribution. A backend for a device of its own
 * is plugged after its driver, the bundle {@code backend.NAME.driver}, and that after the stand-in
 * {@code NAME.standin} if the user wants it.
 */
public final class BackendChoice {
  private static final String REFERENCE = "backend.cpu.reference";

  private static final String PREFIX = "backend.";

  private static final String DRIVER = ".driver";

  private static final String STAND_IN = ".standin";

  private final Platform platform;
  private final Path distribution;
  private final RegisteredServices services;
  private String chosen = REFERENCE; // written by serve()

  /** Returns the choice of a verb, whose bundle's context knows the distribution. */
  public static BackendChoice of(BundleContext context, Platform platform) {
    Path distribution = Path.of(context.getProperty("jackfield.dist"));
    return new BackendChoice(platform, distribution, RegisteredServices.of(context));
  }

  /**
   * Creates a choice.
   *
   * @param distribution the folder whose folders have the jars of backends
   * @param services those of the bundles that look for devices
   */
  public BackendChoice(Platform platform, Path distribution, RegisteredServices services) {
    this.platform = platform;
    this.distribution = distribution;
    this.services = services;
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
   * @throws DeviceRefused if a stand-in is wanted, and it or the device's driver is plugged
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
   * @param device the kind of device: {@code cpu}, or one with a driver, such as {@code cuda}
   * @param withStandIn whether a stand-in for the driver runs the kernels on the CPU
   * @throws PlugFailure if the distribution has no such backend or stand-in, or no device is found
   * @throws DeviceRefused if a stand-in is wanted, and it or the device's driver is plugged
   */
  public Path prepare(String device, boolean withStandIn) {
    if (!kindsOfDevice().contains(device)) {
      throw unknown(PREFIX + device, "no backend for such a device", kindsOfDevice());
    }
    Path jar = jarOf(PREFIX + device);
    plugDriver(device, withStandIn ? standIn(device) : null);
    return jar;
  }

  private static String driver(String name) {
    return PREFIX + name + DRIVER;
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
    Path jar = find(name + STAND_IN);
    if (jar == null) {
      throw failure(
          PREFIX + name, "there is no stand-in for its device", "the same without --stand-in");
    }
    refuseBesideAnother(name);
    return jar;
  }

  /** Throws if the driver has looked for a library already, so that a stand-in comes too late. */
  private void refuseBesideAnother(String name) {
    List<String> watching = services.providers(DeviceStatus.class);
    if (watching.contains(name + STAND_IN)) {
      throw refused(name, name + STAND_IN + " is plugged already", "");
    }
    if (watching.contains(driver(name))) {
      String remedy = ", or unplug " + driver(name) + " first";
      throw refused(name, driver(name) + " is plugged, with the library that it found", remedy);
    }
  }

  private static DeviceRefused refused(String name, String found, String otherRemedy) {
    return new DeviceRefused(
        name,
        "--stand-in, a library in place of the driver's",
        found,
        "the device " + name + " as it is plugged",
        "the same without --stand-in" + otherRemedy);
  }

  /** Plugs a bundle that finds or makes devices, and unplugs it again if none can be used. */
  private void plugForDevice(String name, Path jar, String otherRemedy) {
    platform.plug(jar);
    PlugFailure failure = services.use(DeviceStatus.class, all -> problem(all, name, otherRemedy));
    if (failure != null) {
      platform.unplug(jar.getFileName().toString().replaceAll("\\.jar$", ""));
      throw failure;
    }
  }

  /** Returns why the devices of a kind cannot be used, or null. */
  private static PlugFailure problem(List<DeviceStatus> all, String name, String otherRemedy) {
    return all.stream()
        .filter(status -> status.device().equals(name) && !status.problem().isEmpty())
        .findFirst()
        .map(status -> failure(PREFIX + name, status.problem(), status.remedy() + otherRemedy))
        .orElse(null);
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
      throw unknown(bundle, "no such backend", backends());
    }
    return jar;
  }

  private static PlugFailure unknown(String bundle, String lack, List<String> available) {
    return failure(
        bundle, "the distribution has " + lack, "one of " + String.join(", ", available));
  }

  private Path find(String bundle) {
    return Stream.of("backends", "devices")
        .map(folder -> distribution.resolve(folder).resolve(bundle + ".jar"))
        .filter(Files::exists)
        .findFirst()
        .orElse(null);
  }

  /** Returns the names of the available backends: the reference, and those of the distribution. */
  private List<String> backends() {
    List<String> names = new ArrayList<>(List.of("reference"));
    names.addAll(ofHost());
    names.addAll(ofDevices());
    return names;
  }

  /** Returns the kinds of device that have a backend in the distribution. */
  private List<String> kindsOfDevice() {
    List<String> kinds = new ArrayList<>(ofHost());
    kinds.retainAll(List.of(Device.CPU.type())); // others are for the same device
    kinds.addAll(ofDevices());
    return kinds;
  }

  private List<String> ofDevices() {
    return named("devices").stream().filter(name -> !name.endsWith(DRIVER)).toList();
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
