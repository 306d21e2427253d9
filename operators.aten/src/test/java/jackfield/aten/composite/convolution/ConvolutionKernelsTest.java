package jackfield.aten.composite.convolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ConvolutionKernelsTest {
  private static final long[] ONE = {1};

  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;

  private Tensor floats(long... sizes) {
    return platform.floats(sizes);
  }

  @Test
  void anInputWithoutABatchGivesAnOutputWithoutOne() {
    assertThat(aten.conv1d(floats(4, 9), floats(6, 4, 3)).sizes()).containsExactly(6, 7);
    assertThat(aten.conv2d(floats(2, 4, 9, 9), floats(6, 4, 3, 2)).sizes())
        .containsExactly(2, 6, 7, 8);
    assertThat(aten.conv3d(floats(4, 9, 9, 9), floats(6, 4, 3, 2, 1)).sizes())
        .containsExactly(6, 7, 8, 9);
    assertThat(aten.convTranspose1d(floats(4, 5), floats(4, 3, 3)).sizes()).containsExactly(3, 7);
  }

  @Test
  void aSinglePaddingKeepsTheSizesOfOddAndEvenWindows() {
    Tensor weight = floats(3, 4, 3, 4);

    assertThat(same(floats(2, 4, 9, 8), weight, ONE).sizes()).containsExactly(2, 3, 9, 8);
  }

  @Test
  void windowsFurtherApartCannotKeepTheSizes() {
    assertThatThrownBy(() -> same(floats(2, 4, 9, 8), floats(3, 4, 3, 4), new long[] {2}))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .extracting(InvalidArgument::argument)
        .isEqualTo("stride");
  }

  @Test
  void unknownPaddingIsRefused() {
    assertThatThrownBy(
            () -> aten.conv1d(floats(1, 4, 9), floats(3, 4, 3), null, ONE, "full", ONE, 1))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .extracting(InvalidArgument::argument)
        .isEqualTo("padding");
  }

  @Test
  void otherRanksAreRefused() {
    assertThatThrownBy(() -> aten.conv2d(floats(4, 9), floats(3, 4, 3, 3)))
        .isInstanceOf(ShapeMismatch.class);
  }

  private Tensor same(Tensor input, Tensor weight, long[] stride) {
    return aten.conv2d(input, weight, null, stride, "same", ONE, 1);
  }
}
