package jackfield.io;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import jackfield.tensor.Tensor;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A null argument is refused by the names of the method and of the argument. */
final class NullArgumentsTest {
  private static final Path FILE = Path.of("never-written");
  private static final Map<String, Tensor> HOLE = Collections.singletonMap("x", null);

  @Test
  void aPathIsNamed() {
    assertNull("Npy.read: path is null", () -> Npy.read(null));
    assertNull("Npy.write: path is null", () -> Npy.write(null, null));
    assertNull("Npz.read: path is null", () -> Npz.read(null));
    assertNull("Npz.write: path is null", () -> Npz.write(null, Map.of()));
    assertNull("Npz.writeCompressed: path is null", () -> Npz.writeCompressed(null, Map.of()));
    assertNull("Safetensors.read: path is null", () -> Safetensors.read(null));
    assertNull("Safetensors.map: path is null", () -> Safetensors.map(null));
    assertNull("Safetensors.metadata: path is null", () -> Safetensors.metadata(null));
    assertNull("Safetensors.write: path is null", () -> Safetensors.write(null, Map.of()));
  }

  @Test
  void aTensorIsNamed() {
    assertNull("Npy.write: tensor is null", () -> Npy.write(FILE, null));
    assertNull("Npz.write: tensors is null", () -> Npz.write(FILE, null));
    assertNull("Npz.write: tensors has null for x", () -> Npz.write(FILE, HOLE));
    assertNull("Safetensors.write: tensors is null", () -> Safetensors.write(FILE, null));
    assertNull("Safetensors.write: tensors has null for x", () -> Safetensors.write(FILE, HOLE));
  }

  @Test
  void aTextIsNamed() {
    assertNull(
        "Safetensors.write: metadata is null", () -> Safetensors.write(FILE, Map.of(), null));
    assertNull(
        "Safetensors.write: metadata has null for x",
        () -> Safetensors.write(FILE, Map.of(), Collections.singletonMap("x", null)));
  }

  private static void assertNull(String message, Runnable call) {
    assertThatNullPointerException().isThrownBy(call::run).withMessage(message);
  }
}
