package jackfield.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jackfield.context.DispatchContext;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileMappingTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path folder;

  private Tensor mapped() throws IOException {
    Path file = Files.write(folder.resolve("bytes"), new byte[] {1, 2, 3, 4});
    return HostData.over(FileMapping.open(file).storage(1, 2), DType.INT8, 2);
  }

  @Test
  void aStorageIsAPartOfTheFile() throws IOException {
    assertThat(HostData.bytes(mapped())).containsExactly(2, 3);
  }

  @Test
  void aStorageKeepsTheMapping() throws IOException {
    Tensor tensor = mapped();
    int open = FileMapping.settle();
    System.gc();
    assertThat(FileMapping.settle()).isLessThanOrEqualTo(open);
    assertThat(HostData.bytes(tensor)).containsExactly(2, 3);
  }

  @Test
  void aMappingWithoutStoragesIsRemovedWhenNoCallCanUseIt() throws IOException {
    awaitOpen(0);
    DispatchContext context = DispatchContext.current();
    context.enter(0);
    try {
      assertThat(HostData.bytes(mapped())).containsExactly(2, 3);
      for (int i = 0; i < 5; i++) {
        System.gc();
        assertThat(FileMapping.settle()).isEqualTo(1); // this thread is inside an older epoch
      }
    } finally {
      context.exit();
    }
    awaitOpen(0);
  }

  private static void awaitOpen(int wanted) {
    Instant deadline = Instant.now().plus(DEADLINE);
    int open = FileMapping.settle();
    while (open != wanted && Instant.now().isBefore(deadline)) {
      System.gc();
      Thread.onSpinWait();
      open = FileMapping.settle();
    }
    assertThat(open).isEqualTo(wanted);
  }

  @Test
  void aClosedStorageRefusesItsAddress() throws IOException {
    Tensor tensor = mapped();
    tensor.close();
    assertThatExceptionOfType(TensorClosed.class).isThrownBy(tensor::address);
  }

  @Test
  void aPartOutsideTheFileAndAnAbsentFileAreRefused() throws IOException {
    FileMapping mapping = FileMapping.open(Files.write(folder.resolve("short"), new byte[3]));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> mapping.storage(2, 2));
    assertThatExceptionOfType(NoSuchFileException.class)
        .isThrownBy(() -> FileMapping.open(folder.resolve("absent")));
  }

  @Test
  void anEmptyFileHasAnEmptyStorage() throws IOException {
    FileMapping mapping = FileMapping.open(Files.createFile(folder.resolve("empty")));
    assertThat(mapping.storage(0, 0).sizeBytes()).isZero();
  }
}
