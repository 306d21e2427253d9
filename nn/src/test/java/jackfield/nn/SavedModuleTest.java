package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.io.FileRefused;
import jackfield.io.Safetensors;
import jackfield.memory.TensorClosed;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.module.Sequential;
import jackfield.nn.module.StateDictMismatch;
import jackfield.nn.normalization.BatchNorm;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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
  void aCountThatIsNoWholeNumberIsRefusedAndChangesNothing() {
    BatchNorm norm = nn.batchNorm1d(2);
    for (float wrong : new float[] {Float.NaN, 2.5F}) {
      Map<String, Tensor> state = new LinkedHashMap<>(norm.stateDict());
      state.put("running_mean", HostData.tensor(new float[] {7, 7}, 2));
      state.put("num_batches_tracked", HostData.tensor(new float[] {wrong}));
      InvalidArgument refused =
          catchThrowableOfType(InvalidArgument.class, () -> norm.loadStateDict(state));
      assertThat(refused.argument()).isEqualTo("num_batches_tracked");
      assertThat(HostData.floats(norm.stateDict().get("running_mean"))).containsExactly(0, 0);
    }
  }

  @Test
  void aWholeCountOfAnotherTypeIsLoaded() {
    BatchNorm norm = nn.batchNorm1d(2);
    Map<String, Tensor> state = new LinkedHashMap<>(norm.stateDict());
    state.put("num_batches_tracked", HostData.tensor(new float[] {3}));
    norm.loadStateDict(state);
    assertThat(HostData.longs(norm.stateDict().get("num_batches_tracked"))).containsExactly(3);
  }

  @Test
  void aClosedParameterIsNoticedBeforeTheFirstChange() {
    Sequential broken = model();
    float[] before = weight(broken);
    broken.parameters().getLast().tensor().close();
    Map<String, Tensor> state = saved.stateDict();
    assertThat(catchThrowableOfType(TensorClosed.class, () -> broken.loadStateDict(state)))
        .isNotNull();
    assertThat(weight(broken)).isEqualTo(before);
  }

  @Test
  void aNegativeBoundOfRandomNumbersIsRefused() {
    ModuleContext context = nn.context();
    for (double bound : new double[] {-1, Double.NaN}) {
      InvalidArgument refused =
          catchThrowableOfType(InvalidArgument.class, () -> context.uniform(bound, 3));
      assertThat(refused.argument()).isEqualTo("bound");
    }
  }

  @Test
  void aFileThatIsNoneIsRefusedAndChangesNothing() throws IOException {
    Path file = Files.writeString(folder.resolve("text"), "no tensors");
    float[] before = weight(saved);
    assertThat(catchThrowableOfType(FileRefused.class, () -> saved.load(file))).isNotNull();
    assertThat(weight(saved)).isEqualTo(before);
  }
}
