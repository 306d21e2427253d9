package jackfield.backend.cpu.reference.resampling;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Resampled images by properties that hold for each image. */
final class ResamplingOperatorsTest {
  private static final long BILINEAR = 0;
  private static final long ZEROS = 0;
  private final Aten aten = Plugged.aten();

  private static Tensor random(long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count *= Math.toIntExact(size);
    }
    return tensor(DType.FLOAT64, sizes, new SplittableRandom(3).doubles(count, -1, 1).toArray());
  }

  @Test
  void theNearestElementIsRepeated() {
    Tensor line = tensor(DType.FLOAT64, new long[] {1, 1, 3}, 1, 2, 3);
    Tensor doubled = aten.upsampleNearest1d(line, new long[] {6});
    assertThat(elements(doubled)).containsExactly(1, 1, 2, 2, 3, 3);
  }

  @Test
  void aRampStaysARamp() {
    Tensor ramp = tensor(DType.FLOAT64, new long[] {1, 1, 3}, 0, 3, 6);
    Tensor longer = aten.upsampleLinear1d(ramp, new long[] {7}, true);
    assertThat(elements(longer))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0, 1, 2, 3, 4, 5, 6);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aGradientIsTheTransposeOfResampling(boolean alignsCorners) {
    Tensor image = random(1, 2, 4, 5);
    Tensor grad = random(1, 2, 7, 3);
    Tensor resampled = aten.upsampleBicubic2d(image, new long[] {7, 3}, alignsCorners, null, null);
    Tensor back =
        aten.upsampleBicubic2dBackward(
            grad, new long[] {7, 3}, new long[] {1, 2, 4, 5}, alignsCorners, null, null);
    assertThat(product(resampled, grad)).isCloseTo(product(image, back), within());
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-12);
  }

  private double product(Tensor one, Tensor other) {
    return elements(aten.sum(aten.mul(one, other)))[0];
  }

  @Test
  void columnsAreTheTransposeOfTheirSum() {
    long[] two = {2, 2};
    long[] one = {1, 1};
    long[] none = {0, 0};
    Tensor image = random(1, 2, 4, 5);
    Tensor columns = aten.im2col(image, two, one, none, one);
    Tensor other = random(1, 8, 12);
    Tensor sum = aten.col2im(other, new long[] {4, 5}, two, one, none, one);
    assertThat(product(columns, other)).isCloseTo(product(image, sum), within());
  }

  @Test
  void aBorderMirrorsOrRepeats() {
    Tensor line = tensor(DType.FLOAT64, new long[] {1, 3}, 1, 2, 3);
    long[] border = {2, 1};
    assertThat(elements(aten.reflectionPad1d(line, border))).containsExactly(3, 2, 1, 2, 3, 2);
    assertThat(elements(aten.replicationPad1d(line, border))).containsExactly(1, 1, 1, 2, 3, 3);
    assertThatThrownBy(() -> aten.reflectionPad1d(line, new long[] {3, 0}))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("less than the size 3");
  }

  @Test
  void theGridOfTheIdentityReadsTheImage() {
    Tensor image = random(1, 2, 3, 4);
    Tensor identity = tensor(DType.FLOAT64, new long[] {1, 2, 3}, 1, 0, 0, 0, 1, 0);
    Tensor grid = aten.affineGridGenerator(identity, new long[] {1, 2, 3, 4}, true);
    Tensor read = aten.gridSampler2d(image, grid, BILINEAR, ZEROS, true);
    assertThat(elements(read)).usingComparatorWithPrecision(1e-12).containsExactly(elements(image));
  }

  @Test
  void unshufflingUndoesShuffling() {
    Tensor image = random(1, 8, 2, 3);
    Tensor shuffled = aten.pixelShuffle(image, 2);
    assertThat(shuffled.sizes()).containsExactly(1, 2, 4, 6);
    assertThat(elements(aten.pixelUnshuffle(shuffled, 2))).containsExactly(elements(image));
  }
}
