package jackfield.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.io.FileRefused.Kind;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.Tensors;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the readers refuse, or would read as something else, is not written. */
final class RefusedOnWritingTest {
  private static final Tensor ONE = Tensors.of(1);
  private static final String LONE = "a\ud800b";
  private static final long TOO_LARGE = 1_000_000_000_000_000_000L;

  @TempDir Path folder;

  private void assertRefused(String found, Consumer<Path> write) {
    Path file = folder.resolve("never");
    FileRefused error = catchThrowableOfType(FileRefused.class, () -> write.accept(file));
    assertThat(error).as(found).isNotNull();
    assertThat(error.kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(error.found()).contains(found);
    assertThat(error).hasMessageContaining("available").hasMessageContaining("try");
    assertThat(folder).isEmptyDirectory();
  }

  private static Tensor ofRank(int rank) {
    long[] sizes = new long[rank];
    Arrays.fill(sizes, 1);
    return HostData.empty(DType.FLOAT32, sizes);
  }

  private static List<Consumer<Path>> writers(Tensor tensor) {
    return List.of(
        file -> Npy.write(file, tensor),
        file -> Npz.write(file, Map.of("x", tensor)),
        file -> Npz.writeCompressed(file, Map.of("x", tensor)),
        file -> Safetensors.write(file, Map.of("x", tensor)));
  }

  @Test
  void moreDimensionsThanAreReadAreRefused() {
    writers(ofRank(65)).forEach(write -> assertRefused("65 dimensions", write));
    Tensor most = ofRank(64);
    Path npy = folder.resolve("most.npy");
    Npy.write(npy, most);
    assertThat(Npy.read(npy).sizes()).isEqualTo(most.sizes());
    Path safetensors = folder.resolve("most.safetensors");
    Safetensors.write(safetensors, Map.of("x", most));
    assertThat(Safetensors.read(safetensors).get("x").sizes()).isEqualTo(most.sizes());
  }

  @Test
  void sizesBeyondThoseReadAreRefused() {
    Tensor large = HostData.empty(DType.INT8, 0, TOO_LARGE);
    writers(large).subList(0, 3).forEach(write -> assertRefused("sizes [0, " + TOO_LARGE, write));
    Tensor most = HostData.empty(DType.INT8, 0, TOO_LARGE - 1);
    Path npy = folder.resolve("most.npy");
    Npy.write(npy, most);
    assertThat(Npy.read(npy).sizes()).isEqualTo(most.sizes());
    Path safetensors = folder.resolve("large.safetensors");
    Safetensors.write(safetensors, Map.of("x", large));
    assertThat(Safetensors.read(safetensors).get("x").sizes()).isEqualTo(large.sizes());
  }

  @Test
  void namesWithALoneSurrogateAreRefused() {
    Map<String, Tensor> tensors = Map.of(LONE, ONE);
    String found = "surrogate";
    assertRefused(found, file -> Npz.write(file, tensors));
    assertRefused(found, file -> Npz.writeCompressed(file, tensors));
    assertRefused(found, file -> Safetensors.write(file, tensors));
    assertRefused(found, file -> Safetensors.write(file, Map.of(), Map.of(LONE, "x")));
    assertRefused(found, file -> Safetensors.write(file, Map.of(), Map.of("x", LONE)));
    Path pair = folder.resolve("pair.safetensors");
    Safetensors.write(pair, Map.of("a\ud83d\ude00b", ONE), Map.of("\ud83d\ude00", "\ud83d\ude00"));
    assertThat(Safetensors.read(pair)).containsOnlyKeys("a\ud83d\ude00b");
  }

  @Test
  void namesAndTextsLongerThanThoseReadAreRefused() {
    for (String character : List.of("n", "\"", "é")) {
      String most = character.repeat(50_000);
      String name = most + "n";
      assertRefused("50001 char", file -> Safetensors.write(file, Map.of(name, ONE)));
      assertRefused("50001 char", file -> Safetensors.write(file, Map.of(), Map.of(name, "x")));
    }
    String text = "t".repeat(20_000_001);
    assertRefused("20000001 char", file -> Safetensors.write(file, Map.of(), Map.of("x", text)));
  }

  @Test
  void theLongestNamesAndTextsAreReadAgain() {
    Path file = folder.resolve("longest.safetensors");
    for (String character : List.of("n", "\"", "é")) {
      String most = character.repeat(50_000);
      Map<String, String> texts = Map.of(most, character.repeat(20_000_000));
      Safetensors.write(file, Map.of(most, ONE), texts);
      assertThat(Safetensors.read(file).containsKey(most)).isTrue();
      assertThat(Safetensors.metadata(file).equals(texts)).isTrue();
    }
  }

  @Test
  void aHeaderLongerThanThoseReadIsRefused() {
    Map<String, String> texts = new HashMap<>();
    String text = "t".repeat(20_000_000);
    for (int i = 0; i < 5; i++) {
      texts.put(Integer.toString(i), text);
    }
    assertRefused("a header of 1000000", file -> Safetensors.write(file, Map.of(), texts));
  }
}
