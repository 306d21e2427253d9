package jackfield.aten.composite.view;

import static jackfield.aten.composite.view.ViewKernelsTest.assertGeometry;
import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class DimensionKernelsTest {
  private final Tensor cube = HostData.empty(DType.FLOAT32, 2, 3, 4);
  private final Tensor thin = HostData.empty(DType.FLOAT32, 1, 3, 1, 4);
  private final Tensor number = HostData.empty(DType.FLOAT32);

  @Test
  void transposeExchangesSizesAndStrides() {
    assertGeometry(DimensionKernels.transpose(cube, -1, -2), longs(2, 4, 3), longs(12, 1, 4), 0);
    assertGeometry(DimensionKernels.transpose(number, 0, -1), longs(), longs(), 0);
    assertThatThrownBy(() -> DimensionKernels.transpose(cube, 0, 3))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void tLeavesVectorsAndRefusesMoreThanMatrices() {
    assertGeometry(
        DimensionKernels.t(HostData.empty(DType.FLOAT32, 3, 4)), longs(4, 3), longs(1, 4), 0);
    assertGeometry(DimensionKernels.t(HostData.empty(DType.FLOAT32, 3)), longs(3), longs(1), 0);
    assertThatThrownBy(() -> DimensionKernels.t(cube)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void permuteNamesEveryDimensionOnce() {
    assertGeometry(
        DimensionKernels.permute(cube, longs(-1, 0, 1)), longs(4, 2, 3), longs(1, 12, 4), 0);
    assertThatThrownBy(() -> DimensionKernels.permute(cube, longs(0, 1)))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> DimensionKernels.permute(cube, longs(0, 1, -2)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void unsqueezeGivesTheStrideOfTheWholeRest() {
    Tensor expanded = ViewKernels.expand(HostData.empty(DType.FLOAT32, 3, 1), longs(3, 4), false);

    assertGeometry(DimensionKernels.unsqueeze(cube, 1), longs(2, 1, 3, 4), longs(12, 12, 4, 1), 0);
    assertGeometry(DimensionKernels.unsqueeze(expanded, 1), longs(3, 1, 4), longs(1, 0, 0), 0);
    assertGeometry(DimensionKernels.unsqueeze(cube, -1), longs(2, 3, 4, 1), longs(12, 4, 1, 1), 0);
    assertGeometry(DimensionKernels.unsqueeze(number, 0), longs(1), longs(1), 0);
  }

  @Test
  void squeezeDropsOnesOnly() {
    assertGeometry(DimensionKernels.squeeze(thin), longs(3, 4), longs(4, 1), 0);
    assertGeometry(DimensionKernels.squeezeDim(thin, 1), longs(1, 3, 1, 4), longs(12, 4, 4, 1), 0);
    assertGeometry(DimensionKernels.squeezeDim(number, -1), longs(), longs(), 0);
    assertGeometry(
        DimensionKernels.squeezeDims(thin, longs(0, 1)), longs(3, 1, 4), longs(4, 4, 1), 0);
    assertThatThrownBy(() -> DimensionKernels.squeezeDims(thin, longs(0, -4)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void inPlaceFormsChangeTheTensorItself() {
    assertThat(DimensionKernels.squeezeInPlace(thin)).isSameAs(thin);
    assertThat(DimensionKernels.tInPlace(thin)).isSameAs(thin);
    assertThat(DimensionKernels.unsqueezeInPlace(thin, 0)).isSameAs(thin);
    assertGeometry(thin, longs(1, 4, 3), longs(4, 1, 4), 0);
  }
}
