package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.JackfieldException;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutated files are tensors or typed errors. The property {@code jackfield.io.seed} repeats a run;
 * {@code jackfield.io.files} says how many files of a format the thorough tests mutate.
 */
@Tag("slow")
final class MutatedFilesTest {
  private static final int FEW = 2_000;
  private static final int MANY = Integer.getInteger("jackfield.io.files", 10_000);
  private static final long SEED = Long.getLong("jackfield.io.seed", 1);
  private static final int MOST_CHANGES = 4;
  private static final byte[] TELLING =
      "{}[]()'\",:0123456789<>|=FTLfiub-. \u0000\u00ff"
          .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);

  @TempDir Path folder;

  @Test
  void npy() throws IOException {
    mutate(FEW, MutatedFilesTest::npy, "float32.npy", "cube-fortran.npy", "version2.npy");
  }

  @Test
  void npz() throws IOException {
    mutate(FEW, path -> Npz.read(path).values(), "arrays.npz", "compressed.npz");
  }

  @Test
  void safetensors() throws IOException {
    mutate(FEW, path -> Safetensors.read(path).values(), "tensors.safetensors");
  }

  @Test
  void mappedSafetensors() throws IOException {
    mutate(FEW, path -> Safetensors.map(path).values(), "tensors.safetensors");
  }

  @Test
  @Tag("thorough")
  void manyNpy() throws IOException {
    mutate(MANY, MutatedFilesTest::npy, "float32.npy", "cube-fortran.npy", "version2.npy");
  }

  @Test
  @Tag("thorough")
  void manyNpz() throws IOException {
    mutate(MANY, path -> Npz.read(path).values(), "arrays.npz", "compressed.npz");
  }

  @Test
  @Tag("thorough")
  void manySafetensors() throws IOException {
    mutate(MANY, path -> Safetensors.read(path).values(), "tensors.safetensors");
  }

  @Test
  @Tag("thorough")
  void manyMappedSafetensors() throws IOException {
    mutate(MANY, path -> Safetensors.map(path).values(), "tensors.safetensors");
  }

  private static Collection<Tensor> npy(Path path) {
    return List.of(Npy.read(path));
  }

  private void mutate(int count, Function<Path, Collection<Tensor>> read, String... names)
      throws IOException {
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < count; i++) {
      byte[] original = Files.readAllBytes(Recorded.path(names[i % names.length]));
      Path file = Files.write(folder.resolve("mutated-" + i), mutated(original, random));
      if (!isRead(file, read, i)) {
        refused++;
      }
      Files.delete(file);
    }
    assertThat(refused).as("seed %d", SEED).isBetween(count / 10, count);
  }

  private static boolean isRead(Path file, Function<Path, Collection<Tensor>> read, int number) {
    try {
      for (Tensor tensor : read.apply(file)) {
        assertThat(tensor.toString()).startsWith("tensor(");
        tensor.close();
      }
      return true;
    } catch (JackfieldException e) {
      assertThat(e).as("seed %d, file %d", SEED, number).isInstanceOf(FileRefused.class);
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed %d, file %d".formatted(SEED, number), e);
    }
  }

  private static byte[] mutated(byte[] original, Random random) {
    byte[] bytes = original.clone();
    int start = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 160); // the header
    for (int change = random.nextInt(1, MOST_CHANGES + 1); change > 0; change--) {
      int at = random.nextInt(Math.min(start, bytes.length));
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2, 3 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
        case 4 -> bytes = without(bytes, at, random);
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
      }
    }
    return bytes;
  }

  /** Removes or repeats a few bytes. */
  private static byte[] without(byte[] bytes, int at, Random random) {
    int count = Math.min(random.nextInt(1, 9), bytes.length - at - 1);
    boolean isRepeated = random.nextBoolean();
    byte[] made = new byte[bytes.length + (isRepeated ? count : -count)];
    System.arraycopy(bytes, 0, made, 0, isRepeated ? at + count : at);
    int from = isRepeated ? at : at + count;
    int to = isRepeated ? at + count : at;
    System.arraycopy(bytes, from, made, to, made.length - to);
    return made;
  }
}
