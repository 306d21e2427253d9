package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LinearAlgebraKernelsTest {
  private static final double NAN = Double.NaN;

  private final Aten aten = Plugged.aten();
  private final Tensor left = matrix(2, 1, 2, 3, 4, 5, 6);
  private final Tensor right = matrix(3, 1, 0, 0, 1, 2, -1);

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void everyTypeIsMultiplied(DType type) {
    Tensor a = tensor(type, sizes(2, 2), 1, 2, 3, 4);
    Tensor b = tensor(type, sizes(2, 1), 5, 6);
    Tensor added = vector(type, 1);
    assertThat(aten.mm(a, b).dtype()).isEqualTo(type);
    assertThat(elements(aten.mm(a, b))).containsExactly(17, 39);
    assertThat(elements(aten.addmm(added, a, b, Scalar.of(2), Scalar.of(3))))
        .containsExactly(53, 119);
  }

  @Test
  void booleansAreNotMultiplied() {
    Tensor a = tensor(DType.BOOL, sizes(1, 1), 1);
    assertThatThrownBy(() -> aten.mm(a, a)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void rowsMeetColumns() {
    assertThat(elements(aten.mm(left, right))).containsExactly(7, -1, 16, -1);
  }

  @Test
  void stridesAreFollowed() {
    Tensor product = aten.mm(transposed(right), transposed(left));
    assertThat(elements(product)).containsExactly(7, 16, -1, -1);
    Tensor out = transposed(matrix(2, 0, 0, 0, 0));
    aten.mmOut(left, right, out);
    assertThat(elements(out)).containsExactly(7, -1, 16, -1);
  }

  @Test
  void theAddendIsStretched() {
    assertThat(elements(aten.addmm(vector(10, 20), left, right))).containsExactly(17, 19, 26, 19);
    assertThat(elements(aten.addmm(matrix(2, 10, 20), left, right))).containsExactly(17, 9, 36, 19);
  }

  @Test
  void aBetaOfZeroHidesTheAddend() {
    Tensor product = aten.addmm(vector(NAN, NAN), left, right, Scalar.of(0.0), Scalar.ONE);
    assertThat(elements(product)).containsExactly(7, -1, 16, -1);
  }

  @Test
  void inPlaceTheAddendIsReadBeforeItIsWritten() {
    Tensor self = matrix(2, 1, 2, 3, 4);
    assertThat(aten.addmm_(self, left, right)).isSameAs(self);
    assertThat(elements(self)).containsExactly(8, 1, 19, 3);
  }

  @Test
  void nanAndInfinityAreNotSkippedAtZeros() {
    Tensor zero = matrix(1, 0.0);
    assertThat(elements(aten.mm(zero, matrix(1, NAN)))).containsExactly(NAN);
    assertThat(elements(aten.mm(zero, matrix(1, Double.POSITIVE_INFINITY)))).containsExactly(NAN);
  }

  @Test
  void anEmptyInnerDimensionGivesZeros() {
    Tensor a = tensor(DType.FLOAT32, sizes(2, 0));
    Tensor b = tensor(DType.FLOAT32, sizes(0, 2));
    assertThat(elements(aten.mm(a, b))).containsExactly(0, 0, 0, 0);
    assertThat(elements(aten.addmm(vector(DType.FLOAT32, 1, 2), a, b))).containsExactly(1, 2, 1, 2);
    assertThat(aten.mm(b, HostData.empty(DType.FLOAT32, 2, 5)).sizes()).containsExactly(0, 5);
  }

  @Test
  void sumsGatherInDoublePrecision() {
    Tensor ones = tensor(DType.FLOAT32, sizes(1, 3), 1e8, 1, -1e8);
    Tensor column = tensor(DType.FLOAT32, sizes(3, 1), 1, 1, 1);
    assertThat(elements(aten.mm(ones, column))).containsExactly(1);
  }

  @Test
  void complexProductsTurn() {
    Tensor i = complex(DType.COMPLEX128, 0, 1).alias(sizes(1, 1), sizes(1, 1), 0);
    assertThat(elements(aten.mm(i, i))).containsExactly(-1);
    Tensor scaled = aten.addmm(i, i, i, Scalar.ONE, Scalar.of(0, 1));
    assertThat(imaginaries(scaled)).containsExactly(0);
  }

  @Test
  void sizesThatDoNotMeetAreRefused() {
    assertThatThrownBy(() -> aten.mm(left, left)).isInstanceOf(ShapeMismatch.class);
  }

  @ParameterizedTest
  @EnumSource(value = DType.class, mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void batchesAreMultipliedPairByPair(DType type) {
    Tensor a = tensor(type, sizes(2, 1, 2), 1, 2, 3, 4);
    Tensor b = tensor(type, sizes(2, 2, 1), 5, 6, 7, 8);
    assertThat(elements(aten.bmm(a, b))).containsExactly(17, 53);
    assertThat(aten.bmm(tensor(type, sizes(0, 1, 2)), tensor(type, sizes(0, 2, 1))).sizes())
        .containsExactly(0, 1, 1);
  }
}
