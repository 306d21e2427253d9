package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.strided;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.composite.Numbers;
import jackfield.aten.rule.PointwiseRules;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

class ElementwisePlanTest {
  private final CopyByElement copier = new CopyByElement();
  private final Outputs outputs = copier.outputs();
  private final Tensor matrix = counting(DType.FLOAT32, 2, 3);
  private final Tensor row = counting(DType.FLOAT32, 3);

  @Test
  void equalContiguousInputsBecomeOneLoop() {
    ElementwiseIterator it = plan(matrix, matrix).iterate(outputs);

    assertThat(it.isContiguous()).isTrue();
    assertThat(it.count()).isEqualTo(6);
    assertThat(sum(it)).containsExactly(0, 2, 4, 6, 8, 10);
    assertThat(copier.copies).isZero();
  }

  @Test
  void smallerInputsAreStretched() {
    ElementwiseIterator it = plan(matrix, row).iterate(outputs);

    assertThat(it.isContiguous()).isFalse();
    assertThat(it.tensor(0).sizes()).containsExactly(2, 3);
    assertThat(sum(it)).containsExactly(0, 2, 4, 3, 5, 7);
  }

  @Test
  void bothInputsAreStretched() {
    Tensor column = counting(DType.FLOAT32, 2, 1);

    assertThat(sum(plan(row, column).iterate(outputs))).containsExactly(0, 1, 2, 1, 2, 3);
  }

  @Test
  void shapesThatDoNotStretchAreRefused() {
    assertThatThrownBy(() -> plan(matrix, counting(DType.FLOAT32, 2)))
        .isInstanceOfSatisfying(
            ShapeMismatch.class,
            error -> assertThat(error.shapes()).containsExactly(longs(2, 3), longs(2)));
  }

  @Test
  void numbersAreConvertedWithoutACopyAndRepeated() {
    ElementwiseIterator it = plan(matrix, Numbers.wrapped(Scalar.of(0.5))).iterate(outputs);

    assertThat(it.isRepeated(2)).isTrue();
    assertThat(it.isRepeated(1)).isFalse();
    assertThat(it.rank()).isEqualTo(1);
    assertThat(it.type(2)).isEqualTo(DType.FLOAT32);
    assertThat(sum(it)).containsExactly(0.5, 1.5, 2.5, 3.5, 4.5, 5.5);
    assertThat(copier.copies).isZero();
  }

  @Test
  void inputsAreConvertedToTheCommonType() {
    ElementwiseIterator it = plan(matrix, counting(DType.INT64, 2, 3)).iterate(outputs);

    assertThat(it.commonType()).isEqualTo(DType.FLOAT32);
    assertThat(it.type(2)).isEqualTo(DType.FLOAT32);
    assertThat(sum(it)).containsExactly(0, 2, 4, 6, 8, 10);
    assertThat(copier.copies).isOne();
  }

  @Test
  void everyTypeIsConvertedToEveryOther() {
    for (DType from : DType.values()) {
      for (DType to : DType.values()) {
        ElementwisePlan plan = ElementwisePlan.unary("to", counting(from, 2), to, to);

        assertThat(sum(plan.iterate(outputs))).as(from + " to " + to).containsExactly(0, 1);
      }
    }
  }

  @Test
  void transposedInputsGiveATransposedOutput() {
    Tensor turned = transposed(matrix);

    ElementwiseIterator it = plan(turned, turned).iterate(outputs);

    assertThat(it.isContiguous()).isTrue();
    assertThat(it.tensor(0).strides()).containsExactly(1, 3);
    assertThat(sum(it)).containsExactly(0, 6, 2, 8, 4, 10);
  }

  @Test
  void theFirstInputWithAnOpinionChoosesTheOrder() {
    Tensor turned = transposed(counting(DType.FLOAT32, 3, 2));

    assertThat(plan(turned, matrix).iterate(outputs).tensor(0).strides()).containsExactly(1, 2);
    assertThat(plan(matrix, turned).iterate(outputs).tensor(0).strides()).containsExactly(3, 1);
    assertThat(plan(row, turned).iterate(outputs).tensor(0).strides()).containsExactly(1, 2);
  }

  @Test
  void gapsOfAnInputAreNotInTheOutput() {
    Tensor everyOther = strided(counting(DType.FLOAT32, 24), longs(3, 4), longs(8, 2));

    ElementwiseIterator it = plan(everyOther, everyOther).iterate(outputs);

    assertThat(it.tensor(0).strides()).containsExactly(4, 1);
    assertThat(it.rank()).isEqualTo(1);
    assertThat(it.strideBytes(1, 0)).isEqualTo(2 * Float.BYTES);
    assertThat(sum(it)).startsWith(0, 4, 8, 12).endsWith(32, 36, 40, 44);
  }

  @Test
  void emptyInputsGiveEmptyOutputs() {
    Tensor empty = HostData.empty(DType.FLOAT32, 0, 3);

    assertThat(sum(plan(empty, row).iterate(outputs))).isEmpty();
    assertThat(sum(plan(empty, empty).iterate(outputs))).isEmpty();
  }

  @Test
  void inputsWithoutDimensionsGiveOneElement() {
    Tensor number = HostData.tensor(new double[] {2});

    ElementwiseIterator it = plan(number, number).iterate(outputs);

    assertThat(it.tensor(0).rank()).isZero();
    assertThat(it.isContiguous()).isTrue();
    assertThat(sum(it)).containsExactly(4);
  }

  @Test
  void tensorsOnTwoDevicesAreRefusedButForNumbers() {
    Outputs withoutMemory = new CopyByElement().outputsWithoutMemory();
    Tensor meta = withoutMemory.allocate(MemoryDomain.meta(), DType.FLOAT32, longs(2, 3), null);
    Tensor number = Numbers.wrapped(Scalar.of(2.0));

    assertThatThrownBy(() -> plan(meta, matrix).iterate(outputs)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> plan(matrix, meta).iterateInPlace(outputs, matrix))
        .isInstanceOf(TypeMismatch.class);
    assertThat(plan(meta, number).iterate(withoutMemory).finish().device())
        .isEqualTo(meta.device());
  }

  private static ElementwisePlan plan(Tensor self, Tensor other) {
    return PointwiseRules.add(self, other, Scalar.ONE);
  }

  private static double[] sum(ElementwiseIterator it) {
    TestTensors.addUp(it);
    return HostData.doubles(it.finish());
  }
}
