package jackfield.backend.cpu.reference.resampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Grid samplers of float16 and bfloat16, whose bits libtorch 2.7.1 recorded. A line has the type,
 * the rank, both modes, whether corners are aligned, and the bits of the result and the gradients.
 */
final class RoundedGridTest {
  private static final long[][] IMAGES = {{1, 2, 3, 4}, {1, 2, 2, 3, 2}};
  private static final long[][] GRIDS = {{1, 4, 5, 2}, {1, 2, 2, 3, 3}};
  private static final boolean[] BOTH = {true, true};

  private final Aten aten = Plugged.aten();

  @Test
  void everyStepIsRoundedAsInLibtorch() throws IOException {
    List<String> lines = lines();
    assertThat(lines).hasSize(60);
    for (String line : lines) {
      String[] words = line.split(" ");
      DType type = DType.valueOf(words[0].toUpperCase(Locale.ROOT));
      assertThat(bits(type, words)).as(line).containsExactly(words[5], words[6], words[7]);
    }
  }

  @Test
  void aGridOfAnotherTypeIsRefused() {
    Tensor image = numbers(DType.FLOAT16, IMAGES[0], 1);
    Tensor grid = numbers(DType.FLOAT32, GRIDS[0], 2);
    assertThatThrownBy(() -> aten.gridSampler2d(image, grid, 0, 0, false))
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContaining("one floating type, found float16 and float32");
  }

  private String[] bits(DType type, String[] words) {
    int volumes = Integer.parseInt(words[1]) - 2;
    long mode = Long.parseLong(words[2]);
    long padding = Long.parseLong(words[3]);
    boolean aligns = Boolean.parseBoolean(words[4]);
    Tensor image = numbers(type, IMAGES[volumes], 1);
    Tensor grid = numbers(type, GRIDS[volumes], 2);
    Tensor out = aten.gridSampler(image, grid, mode, padding, aligns);
    Tensor grad = numbers(type, out.sizes(), 3);
    if (volumes == 0) {
      var slopes = aten.gridSampler2dBackward(grad, image, grid, mode, padding, aligns, BOTH);
      return new String[] {bits(out), bits(slopes.first()), bits(slopes.second())};
    }
    var slopes = aten.gridSampler3dBackward(grad, image, grid, mode, padding, aligns, BOTH);
    return new String[] {bits(out), bits(slopes.first()), bits(slopes.second())};
  }

  /** Returns numbers that both types have; libtorch had the same. */
  private static Tensor numbers(DType type, long[] sizes, int seed) {
    Tensor tensor = HostData.empty(type, sizes);
    for (int i = 0; i < tensor.elementCount(); i++) {
      double number = ((i * i * 31 + i * 17 + seed * 57) % 211 - 105) / 64.0;
      Elements.putDouble(type, tensor.address() + (long) i * type.sizeBytes(), number);
    }
    return tensor;
  }

  private static String bits(Tensor tensor) {
    StringBuilder bits = new StringBuilder();
    for (int i = 0; i < tensor.elementCount(); i++) {
      double number = Elements.doubleAt(tensor.dtype(), tensor.address() + 2L * i);
      bits.append("%04x".formatted(bits(tensor.dtype(), (float) number)));
    }
    return bits.toString();
  }

  private static int bits(DType type, float number) {
    return type == DType.FLOAT16
        ? Float.floatToFloat16(number) & 0xFFFF
        : Float.floatToRawIntBits(number) >>> 16;
  }

  private static List<String> lines() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                RoundedGridTest.class.getResourceAsStream("rounded-grids.txt"),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }
}
