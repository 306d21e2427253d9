package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that readers refuse what is no regular file instead of waiting for a writer. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NoRegularFileTest {
  @TempDir private Path folder;

  static Stream<Consumer<Path>> readers() {
    return Stream.of(
        Npy::read, Npz::read, Safetensors::read, Safetensors::metadata, Safetensors::map);
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aPipeIsRefused(Consumer<Path> reader) throws Exception {
    Path pipe = folder.resolve("pipe");
    Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> reader.accept(pipe));
    assertThat(error.kind()).isEqualTo(FileRefused.Kind.INACCESSIBLE);
    assertThat(error).hasMessageContaining("try");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aFolderIsRefused(Consumer<Path> reader) {
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> reader.accept(folder));
    assertThat(error.kind()).isEqualTo(FileRefused.Kind.INACCESSIBLE);
  }

  @ParameterizedTest
  @MethodSource("readers")
  void aLinkToItselfIsRefused(Consumer<Path> reader) throws Exception {
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> reader.accept(loop));
    assertThat(error.kind()).isEqualTo(FileRefused.Kind.INACCESSIBLE);
  }
}
