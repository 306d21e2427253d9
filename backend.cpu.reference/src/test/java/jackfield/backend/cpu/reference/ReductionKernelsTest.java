package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aminmax;
import jackfield.aten.Aten;
import jackfield.aten.MaxDim;
import jackfield.aten.MinDim;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReductionKernelsTest {
  private static final double NAN = Double.NaN;

  private final Aten aten = Plugged.aten();
  private final Tensor rows = matrix(2, 1, 5, 3, 4, 2, 6);

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyTypeIsSummedUp(DType type) {
    Tensor sum = aten.sum(vector(type, 1, 1, 0, 1, 1));
    boolean isExact = type.isIntegral() || type == DType.BOOL;
    assertThat(sum.dtype()).isEqualTo(isExact ? DType.INT64 : type);
    assertThat(elements(sum)).containsExactly(4);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"BOOL", "COMPLEX64", "COMPLEX128"})
  void everyRealTypeHasALargestElement(DType type) {
    Tensor x = vector(type, 3, 7, 7, 1);
    assertThat(aten.amax(x).dtype()).isEqualTo(type);
    assertThat(elements(aten.amax(x))).containsExactly(7);
    assertThat(elements(aten.argmax(x))).containsExactly(1);
  }

  @Test
  void dimensionsAreReducedOneByOneOrTogether() {
    assertThat(elements(aten.sum(rows, sizes(0), false))).containsExactly(5, 7, 9);
    assertThat(elements(aten.sum(rows, sizes(-1), false))).containsExactly(9, 12);
    assertThat(elements(aten.mean(rows, sizes(0, 1), false))).containsExactly(3.5);
    assertThat(aten.sum(rows, sizes(1), true).sizes()).containsExactly(2, 1);
    assertThat(elements(aten.amax(rows, sizes(0)))).containsExactly(4, 5, 6);
  }

  @Test
  void stridesAreFollowed() {
    Tensor columns = transposed(rows);
    assertThat(elements(aten.sum(columns, sizes(0), false))).containsExactly(9, 12);
    assertThat(elements(aten.argmax(columns, 0L))).containsExactly(1, 2);
    assertThat(elements(aten.argmax(columns))).containsExactly(5);
  }

  @Test
  void sumsOfFloatsGatherInDoublePrecision() {
    double[] tenth = new double[100_001];
    Arrays.fill(tenth, 0.1);
    Tensor tenths = vector(DType.FLOAT32, tenth);
    assertThat(elements(aten.sum(tenths))[0]).isEqualTo((float) ((double) 0.1f * 100_001));
  }

  @Test
  void integersBecomeTheTypeThatIsAskedFor() {
    Tensor sum = aten.sum(vector(DType.UINT8, 200, 100), DType.UINT8);
    assertThat(sum.dtype()).isEqualTo(DType.UINT8);
    assertThat(elements(sum)).containsExactly(44);
    assertThat(elements(aten.mean(vector(DType.INT64, 1, 2), DType.FLOAT32))).containsExactly(1.5);
    assertThatThrownBy(() -> aten.mean(vector(DType.INT64, 1, 2))).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void theSumOfNothingIsZeroAndItsMeanNaN() {
    Tensor empty = tensor(DType.FLOAT64, sizes(0, 2));
    assertThat(elements(aten.sum(empty))).containsExactly(0);
    assertThat(elements(aten.sum(empty, sizes(0), false))).containsExactly(0, 0);
    assertThat(elements(aten.mean(empty))).containsExactly(NAN);
    assertThat(aten.sum(empty, sizes(1), false).elementCount()).isZero();
  }

  @Test
  void nothingHasNoLargestElement() {
    Tensor empty = tensor(DType.FLOAT64, sizes(0, 2));
    assertThatThrownBy(() -> aten.amax(empty, sizes(0))).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.argmax(empty)).isInstanceOf(InvalidArgument.class);
    assertThat(aten.amax(empty, sizes(1)).sizes()).containsExactly(0);
  }

  @Test
  void nanIsTheLargest() {
    Tensor x = vector(1, NAN, Double.POSITIVE_INFINITY, NAN);
    assertThat(elements(aten.amax(x))).containsExactly(NAN);
    assertThat(elements(aten.argmax(x))).containsExactly(1);
    assertThat(elements(aten.sum(x))).containsExactly(NAN);
  }

  @Test
  void bothExtremesAreFoundAtOnce() {
    Aminmax.Result both = aten.aminmax(rows, 0L, true);
    assertThat(elements(both.min())).containsExactly(1, 2, 3);
    assertThat(elements(both.max())).containsExactly(4, 5, 6);
    assertThat(both.max().sizes()).containsExactly(1, 3);
    assertThat(elements(aten.aminmax(vector(1, NAN, 2)).min())).containsExactly(NAN);
    assertThat(elements(aten.amin(rows, sizes(1)))).containsExactly(1, 2);
  }

  @Test
  void extremesAreFoundWithTheirPositions() {
    MaxDim.Result largest = aten.max(rows, 1);
    assertThat(elements(largest.values())).containsExactly(5, 6);
    assertThat(elements(largest.indices())).containsExactly(1, 2);
    MinDim.Result smallest = aten.min(vector(3, 1, 1, NAN), 0, true);
    assertThat(elements(smallest.values())).containsExactly(NAN);
    assertThat(elements(smallest.indices())).containsExactly(3);
    assertThatThrownBy(() -> aten.max(tensor(DType.FLOAT64, sizes(0, 2)), 0))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void theFirstAmongEqualsIsFound() {
    assertThat(elements(aten.argmax(vector(-1, 4, 4)))).containsExactly(1);
    assertThat(elements(aten.argmax(vector(-0.0, 0.0)))).containsExactly(0);
  }

  @Test
  void longsAreComparedInAllTheirBits() {
    Tensor x = HostData.tensor(new long[] {1L << 53, (1L << 53) + 1}, 2);
    assertThat(elements(aten.argmax(x))).containsExactly(1);
    assertThat(HostData.longs(aten.amax(x))).containsExactly((1L << 53) + 1);
  }

  @Test
  void aTensorWithoutDimensionsIsReducedToItself() {
    assertThat(elements(aten.sum(scalar(DType.FLOAT32, 3), sizes(0), false))).containsExactly(3);
    assertThat(elements(aten.argmax(scalar(DType.FLOAT32, 3), 0L))).containsExactly(0);
  }

  @Test
  void complexNumbersAreSummedInBothParts() {
    Tensor z = complex(DType.COMPLEX64, 1, 2, 3, -6);
    assertThat(elements(aten.mean(z))).containsExactly(2);
    assertThat(imaginaries(aten.mean(z))).containsExactly(-2);
    assertThatThrownBy(() -> aten.amax(z)).isInstanceOf(TypeMismatch.class);
  }
}
