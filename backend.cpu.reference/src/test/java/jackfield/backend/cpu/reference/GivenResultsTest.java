package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.memory.TensorClosed;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Which tensors {@code out} accepts in operators that have no body of their own for it. */
final class GivenResultsTest {
  private static final Scalar TWO = Scalar.of(2);

  private final Aten aten = Plugged.aten();
  private final Tensor x = vector(DType.FLOAT32, 1, -2, 3);

  @Test
  void outIsOfTheResultsTypeAndUntouchedIfNot() {
    Tensor wide = vector(DType.FLOAT64, 7, 7);
    assertThatThrownBy(() -> aten.divOut(x, TWO, wide)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.rsubOut(x, TWO, Scalar.ONE, wide))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.reluOut(x, wide)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.negOut(x, wide)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.sumOut(x, (DType) null, wide)).isInstanceOf(TypeMismatch.class);
    assertThat(elements(wide)).containsExactly(7, 7);
  }

  @Test
  void outIsResizedAndMayOverlapWhatIsRead() {
    Tensor small = HostData.empty(DType.FLOAT32, 1);
    assertThat(aten.mulOut(x, TWO, small)).isSameAs(small);
    assertThat(elements(small)).containsExactly(2, -4, 6);
    Tensor whole = vector(DType.FLOAT32, 1, 2, 3, 4);
    Tensor head = whole.alias(new long[] {3}, new long[] {1}, 0);
    Tensor tail = whole.alias(new long[] {3}, new long[] {1}, 1);
    aten.addOut(head, Scalar.of(10), Scalar.ONE, tail);
    assertThat(elements(whole)).containsExactly(1, 11, 12, 13);
  }

  @Test
  void aClosedOutIsRefusedBeforeAnotherArgumentIsWritten() {
    Tensor noise = vector(DType.FLOAT32, 5, 5, 5);
    Tensor closed = vector(DType.FLOAT32, 0, 0, 0);
    closed.close();
    assertThatThrownBy(
            () -> aten.rreluWithNoiseOut(x, noise, Scalar.ONE, Scalar.ONE, true, null, closed))
        .isInstanceOf(TensorClosed.class);
    assertThat(elements(noise)).containsExactly(5, 5, 5);
  }

  @Test
  void valuesAndIndexesThatShareAnElementOnceResizedAreRefused() {
    Tensor memory = vector(DType.FLOAT64, 7, 7, 7, 7, 7, 7);
    Tensor values = memory.alias(new long[] {3}, new long[] {2}, 0);
    Tensor indexes =
        Tensor.of(memory.keyBits(), DType.INT64, memory.storage(), new long[0], new long[0], 1);
    Tensor input = vector(DType.FLOAT64, 3, 1, 2);
    assertThatThrownBy(() -> aten.sortOut(input, 0, false, values, indexes))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(memory)).containsOnly(7);

    Tensor odd = indexes.alias(new long[] {3}, new long[] {2}, 1);
    aten.sortOut(input, 0, false, values, odd);
    assertThat(elements(values)).containsExactly(1, 2, 3);
    assertThat(elements(odd)).containsExactly(1, 2, 0);
  }

  @Test
  void meansAreNotWrittenIntoIntegers() {
    Tensor integer = vector(DType.INT64, 5);
    assertThatThrownBy(() -> aten.meanOut(x, (DType) null, integer))
        .isInstanceOf(TypeMismatch.class);
    assertThat(elements(integer)).containsExactly(5);
  }

  @Test
  void halfPrecisionIsNotDividedByComplexNumbers() {
    Tensor half = vector(DType.FLOAT16, 1, 2);
    Scalar complex = Scalar.of(1.5, 1);
    assertThatThrownBy(() -> aten.div(half, complex)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.pow(half, complex)).isInstanceOf(TypeMismatch.class);
    assertThat(aten.div(vector(DType.BFLOAT16, 1, 2), complex).dtype()).isEqualTo(DType.COMPLEX64);
  }
}
