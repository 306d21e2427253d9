package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.everySecond;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.memory.TensorClosed;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class CopyKernelsTest {
  private final Aten aten = Plugged.aten();

  private Tensor converted(Tensor from, DType to) {
    return aten.copy_(HostData.empty(to, from.sizes()), from);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void eachTypeIsConvertedToEachAndBack(DType from) {
    Tensor source = vector(from, 1, 0, 1);
    for (DType to : DType.values()) {
      Tensor there = converted(source, to);
      assertThat(elements(there)).as("%s to %s", from, to).containsExactly(1, 0, 1);
      assertThat(elements(converted(there, from))).containsExactly(1, 0, 1);
    }
  }

  @Test
  void aTensorWithoutMemoryTakesElementsOfTheHost() {
    Tensor meta = aten.to(transposed(matrix(2, 1, 2, 3, 4, 5, 6)), Device.META, DType.INT64);
    assertThat(meta.device()).isEqualTo(Device.META);
    assertThat(meta.dtype()).isEqualTo(DType.INT64);
    assertThat(meta.sizes()).containsExactly(3, 2);
    assertThat(aten.copy_(meta, vector(1, 2))).isSameAs(meta);
    assertThatThrownBy(() -> aten.copy_(meta, vector(1, 2, 3))).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.to(meta, Device.CPU, DType.INT64))
        .isInstanceOf(TypeMismatch.class);
    Tensor closed = vector(1, 2);
    closed.close();
    assertThatThrownBy(() -> aten.copy_(meta, closed)).isInstanceOf(TensorClosed.class);
  }

  @Test
  void fractionsAreCutTowardsZero() {
    assertThat(elements(converted(vector(2.9, -2.9), DType.INT32))).containsExactly(2, -2);
  }

  @Test
  void integersAreCutToTheirWidth() {
    assertThat(elements(converted(vector(DType.INT64, 300, -1), DType.UINT8)))
        .containsExactly(44, 255);
    assertThat(elements(converted(vector(-1), DType.UINT8))).containsExactly(255);
  }

  @Test
  void whatIsNotZeroIsTrue() {
    Tensor source = vector(0.25, -0.0, Double.NaN);
    assertThat(elements(converted(source, DType.BOOL))).containsExactly(1, 0, 1);
    Tensor imaginary = complex(DType.COMPLEX64, 0, 1);
    assertThat(elements(converted(imaginary, DType.BOOL))).containsExactly(1);
  }

  @Test
  void floatsAreRoundedToTheNearestEven() {
    double half = 1 + 0x1p-8; // between two neighbours of bfloat16
    assertThat(elements(converted(vector(half, half + 0x1p-7), DType.BFLOAT16)))
        .containsExactly(1, 1 + 0x1p-6);
    assertThat(elements(converted(vector(70000), DType.FLOAT16)))
        .containsExactly(Double.POSITIVE_INFINITY);
  }

  @Test
  void complexNumbersKeepOrLoseTheirImaginaryPart() {
    Tensor z = complex(DType.COMPLEX128, 1, 2);
    assertThat(imaginaries(converted(z, DType.COMPLEX64))).containsExactly(2);
    assertThat(elements(converted(z, DType.FLOAT32))).containsExactly(1);
    assertThat(imaginaries(converted(vector(3), DType.COMPLEX64))).containsExactly(0);
  }

  @Test
  void sourcesAreStretchedAndStridesFollowed() {
    Tensor target = transposed(matrix(2, 0, 0, 0, 0));
    aten.copy_(target, vector(DType.INT8, 1, 2));
    assertThat(elements(target)).containsExactly(1, 2, 1, 2);
    Tensor gaps = vector(0, 9, 0, 9, 0);
    aten.copy_(everySecond(gaps), vector(1, 2, 3));
    assertThat(elements(gaps)).containsExactly(1, 9, 2, 9, 3);
    aten.copy_(target, scalar(DType.FLOAT32, 7));
    assertThat(elements(target)).containsExactly(7, 7, 7, 7);
  }

  @Test
  void theBitsOfNaNAreKept() {
    float nan = Float.intBitsToFloat(0x7fc00123);
    Tensor copy = converted(HostData.tensor(new float[] {nan}, 1), DType.FLOAT32);
    assertThat(Float.floatToRawIntBits(HostData.floats(copy)[0])).isEqualTo(0x7fc00123);
  }
}
