package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ModelTest {
  private static Settings settings(String... arguments) {
    DemoOptions options = new DemoOptions(Path.of("data"));
    new CommandLine(options).parseArgs(arguments);
    return options.settings();
  }

  @Test
  void theOptionChoosesTheNetworkAndItsAccuracy() {
    assertThat(settings().model()).isEqualTo(Model.MLP);
    Settings lenet = settings("--model", "lenet");
    assertThat(lenet.model()).isEqualTo(Model.LENET);
    assertThat(lenet.accuracyWanted()).isEqualTo(0.85);
    assertThat(settings("--model", "lenet", "--quick").accuracyWanted()).isLessThan(0.85);
  }

  @Test
  void anUnknownNetworkIsRefused() {
    DemoFailure refused = catchThrowableOfType(DemoFailure.class, () -> settings("--model", "vgg"));
    assertThat(refused).hasMessageContaining("mlp or lenet");
    assertThat(refused.exitCode()).isEqualTo(2);
  }

  @Test
  void aDeviceOtherThanTheHostMayHaveAStandIn() {
    assertThat(settings().device()).isEqualTo(new TrainingDevice(Device.CPU, false));
    TrainingDevice cuda = settings("--device", "cuda", "--stand-in").device();
    assertThat(cuda.isStandIn()).isTrue();
    assertThat(cuda.bundle()).isEqualTo("backend.cuda");
    assertThat(cuda.key()).isEqualTo(DispatchKey.CUDA);
    assertThat(catchThrowableOfType(DemoFailure.class, () -> settings("--stand-in")))
        .hasMessageContaining("--device cuda");
  }

  @Test
  void plugPointsAreInOrder() {
    for (Model model : Model.values()) {
      assertThat(model.plugPoints()).hasSize(3).isSorted();
    }
  }
}
