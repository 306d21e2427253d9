package jackfield.backend.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jackfield.backend.cuda.driver.failure.NoDriver;
import jackfield.cuda.standin.StandIn;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said where there is no device: each case names what is wrong and a remedy. */
final class NoDriverTest {
  @Test
  void aMissingLibraryIsReportedWithoutTouchingJcuda() {
    NoDriver error = refusal("libcuda-of-no-driver.so.1");
    assertThat(error.found()).contains("libcuda-of-no-driver.so.1 was not found");
    assertThat(error.remedy()).contains("driver 520");
    assertThat(error.getMessage()).contains("available").contains("try");
  }

  @Test
  void aDriverWithoutDevicesIsReportedWithItsCode() {
    StandIn standIn = TestDevice.standIn();
    standIn.devices(0);
    NoDriver error = refusal(standIn.library().toString());
    assertThat(error.code()).isEqualTo(100);
    assertThat(error.found()).contains("no device");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 46, 101, 801, 999})
  void aDriverThatDoesNotStartIsReportedWithItsCode(int code) {
    StandIn standIn = TestDevice.standIn();
    standIn.initResult(code);
    NoDriver error = refusal(standIn.library().toString());
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.found()).isEqualTo("cuInit failed with code " + code);
    assertThat(error.remedy()).contains("nvidia-smi");
    standIn.initResult(0);
    assertThat(GpuDevices.find(standIn.library().toString(), DeviceSettings.ofProperties()))
        .as("the next search finds it")
        .hasSize(1);
  }

  @Test
  void anOldDriverIsReportedWithTheVersionThatIsNeeded() {
    StandIn standIn = TestDevice.standIn();
    standIn.version(11040);
    NoDriver error = refusal(standIn.library().toString());
    assertThat(error.found()).isEqualTo("the driver supports CUDA 11.4");
    assertThat(error.remedy()).contains("CUDA 11.8");
  }

  @Test
  void aLibraryThatIsNoDriverIsReported() {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "the name is that of Linux");
    assertThat(refusal("libm.so.6").found()).contains("no function cuInit");
  }

  @Test
  void missingNativesOfJcudaAreReported() throws ReflectiveOperationException {
    StandIn standIn = TestDevice.standIn();
    String name = "jackfield.backend.cuda.driver.NoDriverTest$Probe";
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    URLClassLoader withoutNatives = new URLClassLoader(classPathWithoutNatives(), platform);
    Object said =
        Class.forName(name, true, withoutNatives)
            .getMethod("run", String.class)
            .invoke(null, standIn.library().toString());
    assertThat(said.toString()).contains("JCuda has no native library for this platform");
  }

  /** Runs in the class loader that has no natives. */
  public static final class Probe {
    private Probe() {}

    /** Returns the text of the refusal. */
    public static String run(String library) {
      return refusal(library).found();
    }
  }

  private static URL[] classPathWithoutNatives() {
    List<URL> urls = new ArrayList<>();
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : path.split(File.pathSeparator)) {
      if (!entry.contains("jcuda-natives")) {
        try {
          urls.add(Path.of(entry).toUri().toURL());
        } catch (MalformedURLException impossible) {
          throw new AssertionError(impossible);
        }
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static NoDriver refusal(String library) {
    return catchThrowableOfType(
        NoDriver.class, () -> GpuDevices.find(library, DeviceSettings.ofProperties()));
  }
}
