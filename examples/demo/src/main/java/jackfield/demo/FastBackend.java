package jackfield.demo;

import jackfield.spi.DeviceControl;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.backends.DeviceRefused;
import jackfield.tools.services.RegisteredServices;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the fast backend of a device, and makes the device usable without that backend. */
final class FastBackend {
  private final RegisteredServices services;
  private final BackendChoice choice;

  /**
   * A backend that can be plugged, and its device, which is usable without it until this is closed.
   */
  record Prepared(Path jar, Runnable undo) implements AutoCloseable {
    /** Turns the fallback off, unless it was on before. */
    @Override
    public void close() {
      undo.run();
    }
  }

  FastBackend(RegisteredServices services, BackendChoice choice) {
    this.services = services;
    this.choice = choice;
  }

  /**
   * Plugs the driver of a device other than the host, and the stand-in if it is wanted. Without the
   * backend, operators are computed on the CPU then.
   *
   * @throws jackfield.dispatch.PlugFailure if there is no such backend, stand-in or device
   * @throws DeviceRefused if the stand-in comes too late, or the device has no fallback
   */
  Prepared prepare(TrainingDevice wanted) {
    String device = wanted.device().type();
    Path jar = choice.prepare(device, wanted.isStandIn());
    if (wanted.device().isHost()) {
      return new Prepared(jar, () -> {});
    }
    boolean wasOn = services.use(DeviceControl.class, all -> required(all, device).fallback(true));
    return new Prepared(jar, () -> restore(device, wasOn));
  }

  private void restore(String device, boolean wasOn) {
    services.use(
        DeviceControl.class, all -> of(all, device).map(control -> control.fallback(wasOn)));
  }

  private static DeviceControl required(List<DeviceControl> all, String device) {
    return of(all, device).orElseThrow(() -> uncontrolled(all, device));
  }

  private static Optional<DeviceControl> of(List<DeviceControl> all, String device) {
    return all.stream().filter(each -> each.device().equals(device)).findFirst();
  }

  private static DeviceRefused uncontrolled(List<DeviceControl> all, String device) {
    List<String> others = all.stream().map(DeviceControl::device).toList();
    return new DeviceRefused(
        device,
        "training on " + device + ", also while no backend is plugged",
        "no service DeviceControl turns on its fallback to the CPU",
        others.isEmpty() ? "the host" : "the host, and " + String.join(", ", others),
        "--device cpu, or a driver of " + device + " with such a service");
  }
}
