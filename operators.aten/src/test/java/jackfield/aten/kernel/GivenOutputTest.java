package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.strided;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.composite.Numbers;
import jackfield.aten.rule.CopyRules;
import jackfield.aten.rule.PointwiseRules;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Elementwise kernels that write into a tensor given by the caller. */
class GivenOutputTest {
  private final CopyByElement copier = new CopyByElement();
  private final Outputs outputs = copier.outputs();
  private final Tensor matrix = counting(DType.FLOAT32, 2, 3);
  private final Tensor row = counting(DType.FLOAT32, 3);

  // ---- in place

  @Test
  void selfIsWrittenInPlace() {
    ElementwiseIterator it = plan(matrix, row).iterateInPlace(outputs, matrix);

    assertThat(sum(it)).containsExactly(0, 2, 4, 3, 5, 7);
    assertThat(it.finish()).isSameAs(matrix);
  }

  @Test
  void selfIsNotStretched() {
    assertThatThrownBy(() -> plan(row, matrix).iterateInPlace(outputs, row))
        .isInstanceOf(ShapeMismatch.class);
    assertThat(HostData.doubles(row)).containsExactly(0, 1, 2);
  }

  @Test
  void selfOfAWiderTypeGetsTheResultConverted() {
    Tensor half = counting(DType.FLOAT16, 2, 3);

    ElementwiseIterator it = plan(half, matrix).iterateInPlace(outputs, half);

    assertThat(it.type(0)).isEqualTo(DType.FLOAT32);
    assertThat(sum(it)).containsExactly(0, 2, 4, 6, 8, 10);
    assertThat(it.finish()).isSameAs(half);
  }

  @Test
  void aResultThatCannotBeCastIsRefused() {
    Tensor integers = counting(DType.INT64, 2, 3);

    assertThatThrownBy(() -> plan(integers, matrix).iterateInPlace(outputs, integers))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() ->
            TypeRules.fractional("div", TypeRules.NOTHING, integers, integers)
                .iterateInPlace(outputs, integers))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void selfMayBeBothInputs() {
    assertThat(sum(plan(matrix, matrix).iterateInPlace(outputs, matrix)))
        .containsExactly(0, 2, 4, 6, 8, 10);
  }

  @Test
  void anAliasOfTheWholeIsNoPartialOverlap() {
    assertThat(sum(plan(matrix, matrix.data()).iterateInPlace(outputs, matrix)))
        .containsExactly(0, 2, 4, 6, 8, 10);
  }

  @Test
  void partialOverlapIsRefused() {
    Tensor line = counting(DType.FLOAT32, 8);
    Tensor low = line.alias(longs(6), longs(1), 0);
    Tensor high = line.alias(longs(6), longs(1), 2);
    Tensor square = counting(DType.FLOAT32, 3, 3);

    assertThatThrownBy(() -> plan(low, high).iterateInPlace(outputs, low))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.operator()).isEqualTo("add"));
    assertThatThrownBy(() -> plan(square, transposed(square)).iterateInPlace(outputs, square))
        .isInstanceOf(InvalidArgument.class);
    assertThat(HostData.doubles(line)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void partsOfOneStorageThatDoNotMeetAreFine() {
    Tensor line = counting(DType.FLOAT32, 8);
    Tensor low = line.alias(longs(4), longs(1), 0);
    Tensor high = line.alias(longs(4), longs(1), 4);

    assertThat(sum(plan(low, high).iterateInPlace(outputs, low))).containsExactly(4, 6, 8, 10);
  }

  @Test
  void anOutputThatRepeatsItselfIsRefused() {
    Tensor repeated = strided(row, longs(2, 3), longs(0, 1));

    assertThatThrownBy(() -> plan(repeated, matrix).iterateInPlace(outputs, repeated))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> plan(matrix, matrix).iterateInto(outputs, repeated))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void aTransposedSelfKeepsItsLayout() {
    Tensor turned = transposed(matrix);

    plan(turned, Numbers.wrapped(Scalar.ONE)).iterateInPlace(outputs, turned);

    assertThat(sum(plan(turned, Numbers.wrapped(Scalar.ONE)).iterateInPlace(outputs, turned)))
        .containsExactly(1, 4, 2, 5, 3, 6);
    assertThat(turned.strides()).containsExactly(1, 3);
  }

  // ---- out=

  @Test
  void outIsWrittenAndReturned() {
    Tensor out = HostData.empty(DType.FLOAT32, 2, 3);
    ElementwiseIterator it = plan(matrix, row).iterateInto(outputs, out);

    assertThat(sum(it)).containsExactly(0, 2, 4, 3, 5, 7);
    assertThat(it.finish()).isSameAs(out);
  }

  @Test
  void outOfOtherSizesIsResizedInItsStorageIfThatIsLargeEnough() {
    Tensor out = HostData.empty(DType.FLOAT32, 12);
    Storage before = out.storage();

    assertThat(sum(plan(matrix, row).iterateInto(outputs, out))).containsExactly(0, 2, 4, 3, 5, 7);
    assertThat(out.sizes()).containsExactly(2, 3);
    assertThat(out.storage()).isSameAs(before);
  }

  @Test
  void outThatIsTooSmallGetsMoreStorage() {
    Tensor out = HostData.empty(DType.FLOAT32, 0);

    assertThat(sum(plan(matrix, row).iterateInto(outputs, out))).containsExactly(0, 2, 4, 3, 5, 7);
    assertThat(HostData.doubles(out)).containsExactly(0, 2, 4, 3, 5, 7);
  }

  @Test
  void aResizedOutLiesInMemoryAsTheInputsDo() {
    Tensor out = HostData.empty(DType.FLOAT32, 0);

    sum(plan(transposed(matrix), transposed(matrix)).iterateInto(outputs, out));

    assertThat(out.strides()).containsExactly(1, 3);
  }

  @Test
  void outOfAnotherTypeIsConvertedInTheEnd() {
    Tensor out = HostData.empty(DType.FLOAT64, 2, 3);

    ElementwiseIterator it = plan(matrix, row).iterateInto(outputs, out);

    assertThat(it.type(0)).isEqualTo(DType.FLOAT32);
    assertThat(sum(it)).containsExactly(0, 2, 4, 3, 5, 7);
    assertThat(it.finish()).isSameAs(out);
    assertThatThrownBy(() -> plan(matrix, row).iterateInto(outputs, counting(DType.INT32, 2, 3)))
        .isInstanceOf(TypeMismatch.class);
  }

  @Test
  void comparisonsWriteTruthIntoNumbers() {
    Tensor out = HostData.empty(DType.FLOAT32, 2, 3);
    ElementwiseIterator it =
        TypeRules.compare("gt", TypeRules.NOTHING, matrix, row).iterateInto(outputs, out);

    assertThat(it.type(0)).isEqualTo(DType.BOOL);
    assertThat(it.finish()).isSameAs(out);
  }

  @Test
  void copyOfTheSameMemoryIsNothing() {
    Tensor repeated = strided(row, longs(2, 3), longs(0, 1));
    Tensor again = strided(row, longs(2, 3), longs(0, 1));

    for (Tensor source : new Tensor[] {repeated, again}) {
      ElementwiseIterator it =
          CopyRules.copy(repeated, source, false).iterateInPlace(outputs, repeated);
      assertThat(it.count()).isZero();
      assertThat(it.isContiguous()).isFalse();
      assertThat(it.finish()).isSameAs(repeated);
    }
    assertThat(repeated.sizes()).containsExactly(2, 3);
  }

  @Test
  void copyBetweenPartsThatOverlapIsRefused() {
    Tensor line = counting(DType.FLOAT32, 8);
    Tensor low = line.alias(longs(6), longs(1), 0);
    Tensor high = line.alias(longs(6), longs(1), 2);
    Tensor square = counting(DType.FLOAT32, 3, 3);
    Tensor repeated = strided(row, longs(2, 3), longs(0, 1));

    for (Tensor[] pair :
        new Tensor[][] {{low, high}, {square, transposed(square)}, {repeated, matrix}}) {
      assertThatThrownBy(
              () -> CopyRules.copy(pair[0], pair[1], false).iterateInPlace(outputs, pair[0]))
          .isInstanceOfSatisfying(
              InvalidArgument.class, error -> assertThat(error.operator()).isEqualTo("copy_"));
    }
  }

  @Test
  void copyStretchesTheSourceAndSeesBothTypes() {
    Tensor target = HostData.empty(DType.INT32, 2, 3);

    ElementwiseIterator it = CopyRules.copy(target, row, false).iterateInPlace(outputs, target);

    assertThat(it.type(0)).isEqualTo(DType.INT32);
    assertThat(it.type(1)).isEqualTo(DType.FLOAT32);
    assertThat(sum(it)).containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(copier.copies).isZero();
    assertThatThrownBy(() -> CopyRules.copy(row, matrix, false).iterateInPlace(outputs, row))
        .isInstanceOf(ShapeMismatch.class);
  }

  private static ElementwisePlan plan(Tensor self, Tensor other) {
    return PointwiseRules.add(self, other, Scalar.ONE);
  }

  private static double[] sum(ElementwiseIterator it) {
    TestTensors.addUp(it);
    return HostData.doubles(it.finish());
  }
}
