package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.bundle.RightRelu;
import jackfield.itests.hotplug.bundle.WrongRelu;
import jackfield.itests.hotplug.platform.Configured;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Messages;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.report.PlugEvent;
import jackfield.spi.Backend;
import jackfield.spi.ChangePolicy;
import jackfield.spi.Platform;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** A backend with a mistake, its corrected version, and what the checks report about each. */
@InsideFramework(isShared = true)
class CorrectionIT {
  private static final String BUNDLE = "test.relu";

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Path wrong;
  private Path right;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    Path folder = TestFolder.named("correction");
    wrong = version(folder, "1.0.0", WrongRelu.class);
    right = version(folder, "1.1.0", RightRelu.class);
  }

  private static Path version(Path folder, String version, Class<? extends Backend> type)
      throws IOException {
    return BundleJar.named(BUNDLE)
        .header("Bundle-Version", version)
        .component(Backend.class, type, 50)
        .write(folder);
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private float relu() throws InterruptedException {
    try (Tensor result = panel.aten().relu(HostData.tensor(new float[] {3}, 1))) {
      return HostData.floats(result)[0];
    }
  }

  private Configured checks(String policy) {
    return new Configured(context, "jackfield.platform", Map.of("checks", policy));
  }

  @Test
  void aPlugTellsWhereTheBundleDiffersFromTheReference() throws Exception {
    String found;
    try (Messages messages = new Messages("jackfield.dispatcher.impl")) {
      found = platform.plug(wrong).check();
      assertThat(messages.texts())
          .anyMatch(text ->
              text.contains("aten::relu gives other values")
                  && text.contains("expected")
                  && text.contains("aten::neg refuses"));
    }
    assertThat(found).contains("differs: ").contains("aten::relu", "aten::neg");
    assertThat(relu()).isEqualTo(6);
    assertThat(panel.dispatcher().history().getFirst().note()).startsWith("differs: ");
  }

  @Test
  void theCorrectedBackendIsSwappedIn() throws Exception {
    platform.plug(wrong);
    platform.swap(BUNDLE, right);
    assertThat(relu()).isEqualTo(3);
  }

  @Test
  void theCorrectedContentIsTakenByAnUpdate() throws Exception {
    platform.plug(wrong);
    platform.update(BUNDLE, right);
    assertThat(relu()).isEqualTo(3);
  }

  @Test
  void aMistakeIsNotSwappedInAndItsValuesAreShown() throws Exception {
    platform.plug(right);
    PlugFailure failure =
        catchThrowableOfType(PlugFailure.class, () -> platform.swap(BUNDLE, wrong));
    assertThat(failure.step()).isEqualTo("check");
    assertThat(failure.problem())
        .contains(
            "aten::relu gives other values",
            "asked    self float32[3, 3] {0.1, ",
            "expected 0.1 at [0, 0] of float32[3, 3]",
            "found    0.2; 9 of 9 elements differ",
            "aten::neg refuses: java.lang.IllegalStateException: not made yet");
    assertThat(failure.remedy()).contains("swap --accept-changes", "NAME.jar.accept");
    assertThat(relu()).isEqualTo(3);
  }

  @Test
  void whatIsAcceptedIsSwappedInAndTheHistorySaysSo() throws Exception {
    platform.plug(right);
    String check = platform.swap(BUNDLE, wrong, ChangePolicy.ACCEPT).phases().get(1).text();
    assertThat(check).contains("changes accepted: ").contains("aten::relu", "aten::neg");
    assertThat(relu()).isEqualTo(6);
    PlugEvent event = panel.dispatcher().history().getFirst();
    assertThat(event.isPlugged()).isTrue();
    assertThat(event.note()).startsWith("changes accepted: ");
    assertThat(panel.dispatcher().history().get(1).note()).isEmpty();
  }

  @Test
  @Tag("thorough")
  void whatIsAcceptedIsTakenByAnUpdateAndTheHistorySaysSo() throws Exception {
    platform.plug(right);
    platform.update(BUNDLE, wrong, ChangePolicy.ACCEPT);
    assertThat(relu()).isEqualTo(6);
    assertThat(panel.dispatcher().history().getFirst().note()).startsWith("changes accepted: ");
  }

  @Test
  void aPlugIsRefusedWhereTheConfigurationSaysSo() throws Exception {
    try (Configured refusing = checks("refuse")) {
      assertThat(refusing).isNotNull();
      PlugFailure failure = catchThrowableOfType(PlugFailure.class, () -> platform.plug(wrong));
      assertThat(failure.step()).isEqualTo("check");
      assertThat(panel.bundle(BUNDLE)).isNull();
      platform.plug(wrong, ChangePolicy.ACCEPT);
    }
    assertThat(relu()).isEqualTo(6);
  }

  @Test
  void nothingIsCalledWhereTheConfigurationSaysSo() throws Exception {
    try (Configured off = checks("off")) {
      assertThat(off).isNotNull();
      platform.plug(right);
      assertThat(platform.swap(BUNDLE, wrong).phases().get(1).text())
          .isEqualTo("not made, as configured");
    }
    assertThat(relu()).isEqualTo(6);
  }
}
