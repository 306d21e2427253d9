package jackfield.backend.cpu.reference.scan;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Reductions of segments, and what they refuse. */
final class SegmentKernelsTest {
  private final Aten aten = Plugged.aten();
  private final Tensor data = vector(1, 2, 3, 4);

  private Tensor reduce(String reduction, double... lengths) {
    Tensor each = vector(DType.INT64, lengths);
    return aten.segmentReduce(data, reduction, each, null, null, 0, false, null);
  }

  @Test
  void anEmptySegmentHasTheNeutralElement() {
    assertThat(elements(reduce("sum", 3, 0, 1))).containsExactly(6, 0, 4);
    assertThat(elements(reduce("prod", 3, 0, 1))).containsExactly(6, 1, 4);
    assertThat(elements(reduce("mean", 3, 0, 1))).containsExactly(2, Double.NaN, 4);
    assertThat(elements(reduce("max", 3, 0, 1))).containsExactly(3, Double.NEGATIVE_INFINITY, 4);
  }

  @Test
  void offsetsGiveTheSameSegmentsAsLengths() {
    Tensor offsets = vector(DType.INT32, 0, 3, 3, 4);
    Tensor sums = aten.segmentReduce(data, "sum", null, null, offsets, 0, false, null);
    assertThat(elements(sums)).containsExactly(6, 0, 4);
  }

  @Test
  void segmentsOutsideOfTheDataAreRefused() {
    assertThatThrownBy(() -> reduce("sum", 3, 2)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> reduce("sum", 5, -1)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> reduce("sum", 3)).isInstanceOf(InvalidArgument.class);
    Tensor descending = vector(DType.INT64, 0, 3, 2);
    assertThatThrownBy(() -> aten.segmentReduce(data, "sum", null, null, descending, 0, true, null))
        .isInstanceOf(InvalidArgument.class);
  }
}
