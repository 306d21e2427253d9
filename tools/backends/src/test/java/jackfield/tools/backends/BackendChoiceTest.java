package jackfield.tools.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.memory.Device;
import jackfield.spi.DeviceStatus;
import jackfield.spi.Platform;
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

/** Which bundles are plugged, in which order, for the backend that a user names. */
final class BackendChoiceTest {
  private static final String REFERENCE = "backend.cpu.reference";

  private final List<String> requests = new ArrayList<>();
  private final List<String> plugged = new ArrayList<>(List.of(REFERENCE));
  private final List<String> watching = new ArrayList<>(); // bundles that look for devices
  private String problem = "";
  private BackendChoice choice; // set before each test

  @TempDir private Path distribution;

  @BeforeEach
  void distribute() throws IOException {
    for (String jar :
        List.of(
            "backends/backend.cpu",
            "devices/backend.cuda",
            "devices/backend.cuda.driver",
            "devices/cuda.standin")) {
      Path file = distribution.resolve(jar + ".jar");
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    choice = new BackendChoice(platform(), distribution, new Statuses());
  }

  /** The services of the bundles that look for devices. */
  private final class Statuses implements RegisteredServices {
    @Override
    public <S, R> R use(Class<S> type, Function<List<S>, R> work) {
      return work.apply(List.of(type.cast(new Status())));
    }

    @Override
    public List<String> providers(Class<?> type) {
      assertThat(type).isEqualTo(DeviceStatus.class);
      return watching;
    }
  }

  private final class Status implements DeviceStatus {
    @Override
    public String device() {
      return "cuda";
    }

    @Override
    public String problem() {
      return problem;
    }

    @Override
    public String remedy() {
      return problem.isEmpty() ? "" : "a driver";
    }

    @Override
    public List<String> devices() {
      return List.of();
    }
  }

  /** A platform that notes requests and has what was plugged. */
  private Platform platform() {
    return (Platform)
        Proxy.newProxyInstance(
            Platform.class.getClassLoader(),
            new Class<?>[] {Platform.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "plug" -> plug((Path) arguments[0]);
                  case "unplug" -> unplug((String) arguments[0]);
                  case "plugged" -> plugged.stream().map(BackendChoiceTest::entry).toList();
                  default -> throw new AssertionError(method);
                });
  }

  private Object plug(Path jar) {
    String bundle = jar.getFileName().toString().replace(".jar", "");
    requests.add("plug " + bundle);
    if (!bundle.equals("cuda.standin")) {
      plugged.add(bundle);
    }
    if (List.of("cuda.standin", "backend.cuda.driver").contains(bundle)) {
      watching.add(bundle);
    }
    return null;
  }

  private Object unplug(String bundle) {
    requests.add("unplug " + bundle);
    plugged.remove(bundle);
    watching.remove(bundle);
    return null;
  }

  private static Platform.Contribution entry(String bundle) {
    String device = bundle.contains("cuda") ? "cuda" : "cpu";
    return new Platform.Contribution(
        Platform.Contribution.Kind.BACKEND, device, bundle, "0.1.0", 0, 1);
  }

  @Test
  void theReferenceAloneUnplugsTheOthers() {
    plugged.add("backend.cpu");
    choice.serve("reference", false);
    assertThat(requests).containsExactly("unplug backend.cpu");
    assertThat(choice.device()).isEqualTo(Device.CPU);
  }

  @Test
  void aBackendOfTheHostNeedsNoDriver() {
    choice.serve("cpu", false);
    assertThat(requests).containsExactly("plug backend.cpu");
    assertThat(choice.device()).isEqualTo(Device.CPU);
  }

  @Test
  void theDriverIsPluggedBeforeTheKernels() {
    choice.serve("cuda", false);
    assertThat(requests).containsExactly("plug backend.cuda.driver", "plug backend.cuda");
    assertThat(choice.device()).isEqualTo(Device.parse("cuda"));
  }

  @Test
  void theStandInIsPluggedBeforeTheDriver() {
    choice.serve("cuda", true);
    assertThat(requests)
        .containsExactly("plug cuda.standin", "plug backend.cuda.driver", "plug backend.cuda");
  }

  @Test
  void aDriverWithoutADeviceIsUnpluggedAndItsProblemIsTheError() {
    problem = "no library";
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> choice.serve("cuda", false));
    assertThat(failure.problem()).isEqualTo("no library");
    assertThat(failure.remedy()).isEqualTo("a driver, or --stand-in to run its kernels on the CPU");
    assertThat(requests).containsExactly("plug backend.cuda.driver", "unplug backend.cuda.driver");
    assertThat(choice.device()).isEqualTo(Device.CPU);
  }

  @Test
  void aStandInThatCannotBeBuiltIsUnpluggedAndNothingElseIsPlugged() {
    problem = "no g++";
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, () -> choice.serve("cuda", true));
    assertThat(failure.problem()).isEqualTo("no g++");
    assertThat(failure.remedy()).isEqualTo("a driver");
    assertThat(requests).containsExactly("plug cuda.standin", "unplug cuda.standin");
  }

  @Test
  void aBackendWithoutAStandInIsRefused() {
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, () -> choice.serve("cpu", true));
    assertThat(failure.problem()).contains("no stand-in");
    assertThat(requests).isEmpty();
  }

  @Test
  void aStandInBesideADriverIsRefused() {
    choice.serve("cuda", false);
    requests.clear();
    for (Runnable asked : asking()) {
      DeviceRefused refused = catchThrowableOfType(DeviceRefused.class, asked::run);
      assertThat(refused.device()).isEqualTo("cuda");
      assertThat(refused.found()).startsWith("backend.cuda.driver is plugged");
      assertThat(refused.remedy()).contains("unplug backend.cuda.driver");
      assertThat(refused)
          .hasMessageContainingAll("asked", "--stand-in", "found", "available", "try");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aSecondStandInIsRefused() {
    choice.prepare("cuda", true);
    requests.clear();
    for (Runnable asked : asking()) {
      DeviceRefused refused = catchThrowableOfType(DeviceRefused.class, asked::run);
      assertThat(refused.found()).startsWith("cuda.standin is plugged");
      assertThat(refused.remedy()).isEqualTo("the same without --stand-in");
    }
    assertThat(requests).isEmpty();
  }

  /** Returns the two ways to ask for the stand-in. */
  private List<Runnable> asking() {
    return List.of(() -> choice.serve("cuda", true), () -> choice.prepare("cuda", true));
  }

  @Test
  void onlyDevicesAreOfferedForADevice() {
    for (String name : List.of("rocket", "reference", "cuda.driver", "cpu.reference")) {
      PlugFailure failure =
          catchThrowableOfType(PlugFailure.class, () -> choice.prepare(name, false));
      assertThat(failure.bundle()).isEqualTo("backend." + name);
      assertThat(failure.remedy()).isEqualTo("one of cpu, cuda");
    }
    assertThat(requests).isEmpty();
  }

  @Test
  void aBackendIsPreparedWithoutBeingPlugged() {
    plugged.add("backend.cpu");
    Path jar = choice.prepare("cuda", true);
    assertThat(jar).hasFileName("backend.cuda.jar");
    assertThat(requests).containsExactly("plug cuda.standin", "plug backend.cuda.driver");
    assertThat(choice.prepare("cpu", false)).hasFileName("backend.cpu.jar");
    assertThat(requests).hasSize(2);
  }

  @Test
  void anUnknownBackendNamesTheOthers() {
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, () -> choice.serve("tpu", false));
    assertThat(failure.remedy()).isEqualTo("one of reference, cpu, cuda");
    assertThat(requests).isEmpty();
  }
}
