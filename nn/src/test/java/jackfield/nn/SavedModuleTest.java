package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.io.FileRefused;
import jackfield.io.Safetensors;
import jackfield.nn.module.Sequential;
import jackfield.nn.module.StateDictMismatch;
import jackfield.tensor.HostData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SavedModuleTest {
  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Sequential saved = model();

  @TempDir private Path folder;

  private Sequential model() {
    return nn.sequential(nn.linear(3, 4), nn.relu(), nn.linear(4, 2));
  }

  private static float[] weight(Sequential model) {
    return HostData.floats(model.parameters().getFirst().tensor());
  }

  @Test
  void aSavedModelLoadsIntoAnother() {
    Path file = folder.resolve("model.safetensors");
    saved.save(file);
    assertThat(Safetensors.read(file)).containsOnlyKeys("0.weight", "0.bias", "2.weight", "2.bias");
    Sequential other = model();
    assertThat(weight(other)).isNotEqualTo(weight(saved));
    other.load(file);
    assertThat(weight(other)).isEqualTo(weight(saved));
    assertThat(other.parameters().getFirst().requiresGrad()).isTrue();
  }

  @Test
  void aFileOfAnotherModelIsRefusedAndChangesNothing() {
    Path file = folder.resolve("other.safetensors");
    nn.linear(3, 4).save(file);
    float[] before = weight(saved);
    StateDictMismatch refused =
        catchThrowableOfType(StateDictMismatch.class, () -> saved.load(file));
    assertThat(refused.unexpectedKeys()).containsExactlyInAnyOrder("weight", "bias");
    assertThat(weight(saved)).isEqualTo(before);
  }

  @Test
  void aFileThatIsNoneIsRefusedAndChangesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "no tensors");
    float[] before = weight(saved);
    assertThat(catchThrowableOfType(FileRefused.class, () -> saved.load(file))).isNotNull();
    assertThat(weight(saved)).isEqualTo(before);
  }
}
