package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in a zip archive that is used as a file system. */
class OtherFileSystemTest {
  private static final float[] VALUES = {1.5f, -2, 3};

  private final Tensor tensor = HostData.tensor(VALUES, 3);
  private FileSystem archive;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    archive = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"));
  }

  @AfterEach
  void close() throws IOException {
    archive.close();
  }

  @Test
  void anArrayIsWrittenAndRead() {
    Path file = archive.getPath("/x.npy");
    Npy.write(file, tensor);
    assertThat(HostData.floats(Npy.read(file))).containsExactly(VALUES);
  }

  @Test
  void anArchiveOfArraysIsWrittenAndRead() {
    Path file = archive.getPath("/x.npz");
    Npz.write(file, Map.of("x", tensor));
    assertThat(HostData.floats(Npz.read(file).get("x"))).containsExactly(VALUES);
  }

  @Test
  void safetensorsAreWrittenAndMappedAsACopy() {
    Path file = archive.getPath("/x.safetensors");
    Safetensors.write(file, Map.of("x", tensor));
    assertThat(HostData.floats(Safetensors.map(file).get("x"))).containsExactly(VALUES);
  }
}
