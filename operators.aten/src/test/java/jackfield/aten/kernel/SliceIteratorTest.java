package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceIteratorTest {
  private final Tensor cube = counting(DType.FLOAT32, 2, 3, 4);

  @Test
  void linesRunAlongTheirDimensionInRowMajorOrderOfTheOthers() {
    SliceIterator lines = SliceIterator.lines(1, cube);

    assertThat(lines.count()).isEqualTo(8);
    assertThat(lines.length(0)).isEqualTo(3);
    assertThat(firsts(lines, 0, 8)).containsExactly(0.0, 1.0, 2.0, 3.0, 12.0, 13.0, 14.0, 15.0);
    assertThat(lines.stepBytes(0)).isEqualTo(16);
  }

  @Test
  void eachRangeIsTheSamePartOfTheWhole() {
    SliceIterator lines = SliceIterator.lines(1, cube);

    for (long from = 0; from <= 8; from++) {
      List<Double> parts = firsts(lines, 0, from);
      parts.addAll(firsts(lines, from, 8));
      assertThat(parts).isEqualTo(firsts(lines, 0, 8));
    }
  }

  @Test
  void operandsMayHaveLinesOfOtherLengthsAndLayouts() {
    Tensor two = HostData.empty(DType.FLOAT64, 4, 2);
    Tensor turned = transposed(counting(DType.FLOAT32, 3, 4));
    SliceIterator lines = SliceIterator.lines(1, two, null, turned);

    assertThat(lines.length(0)).isEqualTo(2);
    assertThat(lines.length(2)).isEqualTo(3);
    assertThat(lines.type(1)).isNull();
    lines.forEach(at -> {
      assertThat(at[1]).isZero();
      double last = Elements.doubleAt(DType.FLOAT32, at[2] + 2 * lines.stepBytes(2));
      Elements.putDouble(DType.FLOAT64, at[0] + lines.stepBytes(0), last);
    });
    List<Double> written = new ArrayList<>();
    for (long row = 0; row < 4; row++) {
      written.add(Elements.doubleAt(DType.FLOAT64, two.address() + (row * 2 + 1) * 8));
    }
    assertThat(written).containsExactly(8.0, 9.0, 10.0, 11.0);
  }

  @Test
  void aTensorWithoutDimensionsIsOneLineOfOneElement() {
    SliceIterator lines = SliceIterator.lines(0, HostData.tensor(new float[] {5}));

    assertThat(lines.count()).isEqualTo(1);
    assertThat(lines.length(0)).isEqualTo(1);
    assertThat(firsts(lines, 0, 1)).containsExactly(5.0);
  }

  @Test
  void thereAreNoLinesWhereAnotherDimensionIsEmpty() {
    SliceIterator lines = SliceIterator.lines(1, HostData.empty(DType.FLOAT32, 0, 3));

    assertThat(lines.count()).isZero();
    lines.forEach(at -> {
      throw new AssertionError("there is no line");
    });
  }

  @Test
  void matricesAreInTheLastTwoDimensions() {
    SliceIterator matrices = SliceIterator.matrices(cube);

    assertThat(matrices.count()).isEqualTo(2);
    assertThat(matrices.size(0, 0)).isEqualTo(3);
    assertThat(matrices.size(0, 1)).isEqualTo(4);
    assertThat(matrices.stepBytes(0, 0)).isEqualTo(16);
    assertThat(matrices.stepBytes(0, 1)).isEqualTo(4);
    assertThat(firsts(matrices, 0, 2)).containsExactly(0.0, 12.0);
  }

  @Test
  void aBlockOfParametersDescribesTheSlices() {
    ParameterBlock block =
        SliceIterator.lines(1, HostData.empty(DType.FLOAT64, 2, 1, 4), cube).parameters();

    assertThat(block.rank()).isEqualTo(3);
    assertThat(longs(block.size(0), block.size(1), block.size(2))).containsExactly(2, 4, 1);
    assertThat(block.stepBytes(1, 2)).isEqualTo(16);
    assertThat(block.integer(0)).isEqualTo(3);
    assertThat(block.address(1)).isEqualTo(cube.address());
  }

  private List<Double> firsts(SliceIterator slices, long from, long to) {
    List<Double> firsts = new ArrayList<>();
    slices.forEach(from, to, at -> firsts.add(Elements.doubleAt(DType.FLOAT32, at[0])));
    return firsts;
  }
}
