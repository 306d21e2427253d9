package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.memory.Device;
import jackfield.spi.DeviceControl;
import jackfield.spi.Platform;
import jackfield.tools.backends.BackendChoice;
import jackfield.tools.backends.DeviceRefused;
import jackfield.tools.services.RegisteredServices;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo leaves the fallback of a device as it was, and needs a device with one. */
final class FastBackendTest {
  private static final TrainingDevice ACME = new TrainingDevice(Device.parse("acme"), false);

  private final List<DeviceControl> controls = new ArrayList<>(List.of(control("another")));
  private boolean isOn; // the fallback of the device acme
  private FastBackend backend; // set before each test

  @TempDir private Path distribution;

  @BeforeEach
  void distribute() throws IOException {
    for (String jar : List.of("backends/backend.cpu.jar", "devices/backend.acme.jar")) {
      Path file = distribution.resolve(jar);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    RegisteredServices services = new Controls();
    Platform nothingPlugged = stub(Platform.class, "plugged", List.of());
    backend = new FastBackend(services, new BackendChoice(nothingPlugged, distribution, services));
  }

  private static <T> T stub(Class<T> type, String method, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, called, arguments) -> called.getName().equals(method) ? answer : null));
  }

  private static DeviceControl control(String device) {
    return stub(DeviceControl.class, "device", device);
  }

  private final class Controls implements RegisteredServices {
    @Override
    public <S, R> R use(Class<S> type, Function<List<S>, R> work) {
      return work.apply(controls.stream().map(type::cast).toList());
    }

    @Override
    public List<String> providers(Class<?> type) {
      return List.of();
    }
  }

  private void controlAcme() {
    controls.add(
        (DeviceControl)
            Proxy.newProxyInstance(
                DeviceControl.class.getClassLoader(),
                new Class<?>[] {DeviceControl.class},
                (_, called, arguments) ->
                    switch (called.getName()) {
                      case "device" -> "acme";
                      case "fallback" -> switchTo((boolean) arguments[0]);
                      default -> null;
                    }));
  }

  private boolean switchTo(boolean wanted) {
    boolean wasOn = isOn;
    isOn = wanted;
    return wasOn;
  }

  @Test
  void theFallbackIsOffAgainAfterTheDemo() {
    controlAcme();
    try (FastBackend.Prepared prepared = backend.prepare(ACME)) {
      assertThat(prepared.jar()).hasFileName("backend.acme.jar");
      assertThat(isOn).isTrue();
    }
    assertThat(isOn).isFalse();
  }

  @Test
  void theFallbackThatTheUserHasTurnedOnStaysOn() {
    controlAcme();
    isOn = true;
    backend.prepare(ACME).close();
    assertThat(isOn).isTrue();
  }

  @Test
  void aDriverThatWasUnpluggedMeanwhileIsNoFailure() {
    controlAcme();
    FastBackend.Prepared prepared = backend.prepare(ACME);
    controls.clear();
    prepared.close();
    assertThat(isOn).isTrue();
  }

  @Test
  void aDeviceWithoutAFallbackIsRefused() {
    DeviceRefused refused = catchThrowableOfType(DeviceRefused.class, () -> backend.prepare(ACME));
    assertThat(refused.device()).isEqualTo("acme");
    assertThat(refused.found()).contains("DeviceControl");
    assertThat(refused)
        .hasMessageContainingAll("asked", "found", "available", "the host, and another", "try");
  }

  @Test
  void theHostNeedsNoFallback() {
    try (FastBackend.Prepared prepared = backend.prepare(new TrainingDevice(Device.CPU, false))) {
      assertThat(prepared.jar()).hasFileName("backend.cpu.jar");
    }
  }
}
