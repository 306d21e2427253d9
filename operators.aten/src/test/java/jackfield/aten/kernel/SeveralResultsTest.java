package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.counting;
import static jackfield.aten.kernel.TestTensors.longs;
import static jackfield.aten.kernel.TestTensors.transposed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Elementwise kernels with several outputs; these compute a double and a square. */
class SeveralResultsTest {
  private final CopyByElement copier = new CopyByElement();
  private final Outputs outputs = copier.outputs();
  private final Tensor matrix = counting(DType.FLOAT32, 2, 3);

  @Test
  void newResultsHaveTheirTypesAndTheLayoutOfTheInput() {
    Tensor turned = transposed(matrix);

    ElementwiseIterator it = plan(turned).iterate(outputs);
    compute(it);
    it.finish();

    assertThat(it.isContiguous()).isTrue();
    assertThat(it.outputs()).isEqualTo(2);
    assertThat(it.operandCount()).isEqualTo(3);
    assertThat(it.result(1).dtype()).isEqualTo(DType.INT32);
    assertThat(it.result(0).strides()).containsExactly(1, 3);
    assertThat(it.result(1).strides()).containsExactly(1, 3);
    assertThat(HostData.doubles(it.result(0))).containsExactly(0, 6, 2, 8, 4, 10);
    assertThat(HostData.doubles(it.result(1))).containsExactly(0, 9, 1, 16, 4, 25);
  }

  @Test
  void inputsWithGapsGiveDenseResults() {
    Tensor column = matrix.alias(longs(2, 2), longs(3, 2), 0);

    ElementwiseIterator it = plan(column).iterate(outputs);
    compute(it);

    assertThat(HostData.doubles(it.finish())).containsExactly(0, 4, 6, 10);
    assertThat(it.result(1).strides()).containsExactly(2, 1);
    assertThat(HostData.doubles(it.result(1))).containsExactly(0, 4, 9, 25);
  }

  @Test
  void givenOutputsOfEachLayoutAndTypeAreWritten() {
    Tensor doubles = transposed(HostData.empty(DType.FLOAT64, 3, 2));
    Tensor squares = HostData.empty(DType.INT64, 1);

    ElementwiseIterator it = plan(matrix).iterateInto(outputs, doubles, squares);
    compute(it);

    assertThat(it.finish()).isSameAs(doubles);
    assertThat(it.result(1)).isSameAs(squares);
    assertThat(HostData.doubles(doubles)).containsExactly(0, 2, 4, 6, 8, 10);
    assertThat(squares.sizes()).containsExactly(2, 3);
    assertThat(HostData.doubles(squares)).containsExactly(0, 1, 4, 9, 16, 25);
    assertThat(copier.copies).isEqualTo(2);
  }

  @Test
  void anOutputThatIsTheInputIsReadBeforeItIsWritten() {
    Tensor squares = HostData.empty(DType.INT32, 2, 3);

    ElementwiseIterator it = plan(matrix).iterateInto(outputs, matrix, squares);
    compute(it);

    assertThat(it.finish()).isSameAs(matrix);
    assertThat(HostData.doubles(matrix)).containsExactly(0, 2, 4, 6, 8, 10);
    assertThat(HostData.doubles(squares)).containsExactly(0, 1, 4, 9, 16, 25);
  }

  @Test
  void outputsThatShareMemoryAreRefusedBeforeAnythingIsResized() {
    Tensor memory = counting(DType.FLOAT32, 8);
    Tensor low = memory.alias(longs(5), longs(1), 0);
    Tensor high = memory.alias(longs(5), longs(1), 3);
    ElementwisePlan floats =
        ElementwisePlan.unary("test", matrix, DType.FLOAT32, DType.FLOAT32)
            .withFurtherResults(DType.FLOAT32);

    assertThatThrownBy(() -> floats.iterateInto(outputs, low, high))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.operator()).isEqualTo("test"));
    assertThatThrownBy(() -> floats.iterateInto(outputs, low, low))
        .isInstanceOf(InvalidArgument.class);
    assertThat(low.sizes()).containsExactly(5);
  }

  @Test
  void outputsThatMeetOnceTheyAreResizedAreRefused() {
    Tensor memory = counting(DType.FLOAT32, 12);
    Tensor low = memory.alias(longs(3), longs(1), 0);
    Tensor high = memory.alias(longs(6), longs(1), 4);
    ElementwisePlan floats =
        ElementwisePlan.unary("test", counting(DType.FLOAT32, 6), DType.FLOAT32, DType.FLOAT32)
            .withFurtherResults(DType.FLOAT32);

    assertThatThrownBy(() -> floats.iterateInto(outputs, low, high))
        .isInstanceOf(InvalidArgument.class);
    assertThat(low.sizes()).containsExactly(3);
  }

  @Test
  void outputsThatInterleaveAreWrittenIfTheyShareNoElement() {
    Tensor memory = counting(DType.FLOAT32, 12);
    Tensor even = memory.alias(longs(2, 3), longs(6, 2), 0);
    ElementwiseIterator it =
        floats().iterateInto(outputs, even, memory.alias(longs(2, 3), longs(6, 2), 1));
    it.finish();

    Tensor third = memory.alias(longs(2, 3), longs(1, 3), 2);
    assertThatThrownBy(() -> floats().iterateInto(outputs, even, third))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void outputsThatInterleaveOnceTheyAreResizedAreRefused() {
    Tensor memory = counting(DType.FLOAT32, 12);
    Tensor even = memory.alias(longs(2, 3), longs(6, 2), 0);
    Tensor odd = memory.alias(longs(1), longs(1), 3);

    assertThatThrownBy(() -> floats().iterateInto(outputs, even, odd))
        .isInstanceOf(InvalidArgument.class);
    assertThat(odd.sizes()).containsExactly(1);
  }

  private ElementwisePlan floats() {
    return ElementwisePlan.unary("test", matrix, DType.FLOAT32, DType.FLOAT32)
        .withFurtherResults(DType.FLOAT32);
  }

  @Test
  void eachOutputMustTakeItsResult() {
    Tensor doubles = HostData.empty(DType.FLOAT32, 1);

    assertThatThrownBy(
            () -> plan(matrix).iterateInto(outputs, doubles, HostData.empty(DType.BOOL, 2, 3)))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() ->
            plan(matrix)
                .withoutCast()
                .iterateInto(outputs, doubles, HostData.empty(DType.INT64, 2, 3)))
        .isInstanceOf(TypeMismatch.class);
    assertThat(doubles.sizes()).containsExactly(1);
  }

  private static ElementwisePlan plan(Tensor self) {
    return ElementwisePlan.unary("test", self, DType.FLOAT32, DType.FLOAT32)
        .withFurtherResults(DType.INT32);
  }

  /** Writes all doubles before the first square, as a body of loops over one output may do. */
  private static void compute(ElementwiseIterator it) {
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(it.type(2), at[2] + i * step[2]);
        Elements.putDouble(it.type(0), at[0] + i * step[0], 2 * value);
      }
    });
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        double value = Elements.doubleAt(it.type(2), at[2] + i * step[2]);
        Elements.putLong(it.type(1), at[1] + i * step[1], (long) (value * value));
      }
    });
  }
}
