package jackfield.aten.composite.view;

import static jackfield.aten.composite.view.ViewKernelsTest.assertGeometry;
import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.kernel.WithoutBackend;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

class ViewCompositesTest {
  private final WithoutBackend platform = WithoutBackend.SHARED;
  private final Aten aten = platform.aten;
  private final Tensor cube = platform.floats(2, 3, 4);

  @Test
  void flattenJoinsTheDimensionsNamed() {
    assertGeometry(aten.flatten(cube, 1, 2), longs(2, 12), longs(12, 1), 0);
    assertGeometry(aten.flatten(cube), longs(24), longs(1), 0);
    assertGeometry(aten.flatten(platform.floats()), longs(1), longs(1), 0);
    assertThat(aten.flatten(cube, 1, 1)).isSameAs(cube);
    assertThatThrownBy(() -> aten.flatten(cube, 2, 1)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void unflattenSplitsOneDimension() {
    assertGeometry(
        aten.unflatten(cube, -1, longs(2, -1)), longs(2, 3, 2, 2), longs(12, 4, 2, 1), 0);
    assertThatThrownBy(() -> aten.unflatten(cube, 1, longs(2))).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.unflatten(cube, 1, longs())).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void narrowStaysInsideTheDimension() {
    assertGeometry(aten.narrow(cube, 2, -3, 2), longs(2, 3, 2), longs(12, 4, 1), 1);
    assertGeometry(aten.narrow(cube, 2, 4, 0), longs(2, 3, 0), longs(12, 4, 1), 4);
    assertThatThrownBy(() -> aten.narrow(cube, 2, 3, 2)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.narrow(cube, 2, 0, -1)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void movedimKeepsTheOrderOfTheRest() {
    assertGeometry(aten.movedim(cube, 0, -1), longs(3, 4, 2), longs(4, 1, 12), 0);
    assertGeometry(
        aten.movedim(cube, longs(0, 1), longs(1, 2)), longs(4, 2, 3), longs(1, 12, 4), 0);
    assertThatThrownBy(() -> aten.movedim(cube, longs(0, 1), longs(0, 0)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void broadcastingLeavesTensorsThatFit() {
    Tensor[] both =
        aten.broadcastTensors(new Tensor[] {platform.floats(3, 1), platform.floats(3, 4)});

    assertGeometry(both[0], longs(3, 4), longs(1, 0), 0);
    assertGeometry(both[1], longs(3, 4), longs(4, 1), 0);
  }

  @Test
  void partsOfComplexNumbersAreViews() {
    Tensor complex = platform.of(DType.COMPLEX64, 2, 3);

    assertGeometry(aten.imag(complex), longs(2, 3), longs(6, 2), 1);
    assertThat(aten.real(cube)).isSameAs(cube);
    assertGeometry(aten.viewAsComplex(platform.floats(5, 2)), longs(5), longs(1), 0);
    assertThatThrownBy(() -> aten.viewAsComplex(cube)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void chunksOfAnEmptyDimensionKeepTheirNumber() {
    assertThat(aten.chunk(platform.floats(0, 2), 3)).hasSize(3);
    assertThat(aten.chunk(platform.floats(5, 2), 3)).hasSize(3);
    assertThat(aten.chunk(platform.floats(4, 2), 3)).hasSize(2);
  }

  @Test
  void sectionsDifferByAtMostOne() {
    assertThat(aten.tensorSplit(platform.floats(8), 3))
        .extracting(part -> part.size(0))
        .containsExactly(3L, 3L, 2L);
    assertThat(aten.tensorSplit(platform.floats(2), 3))
        .extracting(part -> part.size(0))
        .containsExactly(1L, 1L, 0L);
  }

  @Test
  void joinsHaveTheSizesOfTheirParts() {
    Tensor[] rows = {platform.floats(3), platform.floats(3)};

    assertThat(aten.stack(rows, -1).sizes()).containsExactly(3, 2);
    assertThat(aten.hstack(rows).sizes()).containsExactly(6);
    assertThat(aten.vstack(rows).sizes()).containsExactly(2, 3);
    assertThat(aten.repeat(platform.floats(2, 3), 4, 1, 2).sizes()).containsExactly(4, 2, 6);
    assertThat(aten.tile(platform.floats(2, 3), 2).sizes()).containsExactly(2, 6);
    assertThat(aten.roll(cube, longs(1, -1), longs(0, 2)).sizes()).containsExactly(2, 3, 4);
    assertThatThrownBy(() -> aten.roll(cube, longs(1, 2), longs(0)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void flipKeepsTheOrderInMemory() {
    assertThat(aten.flip(aten.t(platform.floats(3, 4)), 0).strides()).containsExactly(1, 4);
    assertThat(aten.rot90(platform.floats(3, 4), -1, longs(0, 1)).sizes()).containsExactly(4, 3);
  }
}
