package jackfield.tools.conformance;

import static jackfield.tools.conformance.TypedTensors.one;
import static jackfield.tools.conformance.TypedTensors.tensor;
import static jackfield.tools.conformance.TypedTensors.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The types in which sums and products are computed, and those of the outputs that they accept.
 * libtorch 2.7.1 gave the expected answers.
 */
final class SumTypesTest {
  private static final long[] FIRST = {0};

  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  // ---- running totals

  @ParameterizedTest
  @CsvSource({
    "FLOAT64, INT32, 1, 2, 3",
    "FLOAT32, INT8, 1, 2, 3",
    "FLOAT64, FLOAT16, 1.7001953125, 3.400390625, 5.1015625",
    "FLOAT64, BFLOAT16, 1.703125, 3.40625, 5.125",
    "FLOAT64, COMPLEX64, 1.7000000476837158, 3.4000000953674316, 5.1000003814697266",
    "FLOAT32, FLOAT64, 1.7000000476837158, 3.4000000953674316, 5.1000001430511475"
  })
  void runningSumsAreThoseOfConvertedElements(
      DType from, DType to, double first, double second, double third) {
    platforms.each(on -> {
      Tensor self = vector(from, 1.7, 1.7, 1.7);
      Tensor out = vector(to, 0, 0, 0);
      assertThat(on.aten.cumsumOut(self, 0, null, out)).isSameAs(out);
      assertThat(HostData.doubles(out)).containsExactly(first, second, third);
      assertThat(HostData.doubles(on.aten.cumsum(self, 0, to)))
          .containsExactly(first, second, third);
    });
  }

  @Test
  void runningProductsWrapAroundInTheTypeOfTheOutput() {
    platforms.each(on -> {
      Tensor hundreds = vector(DType.INT64, 100, 100, 100);
      Tensor bytes = vector(DType.INT8, 0, 0, 0);
      assertThat(HostData.longs(on.aten.cumprodOut(hundreds, 0, null, bytes)))
          .containsExactly(100, 16, 64);
      Tensor fractions = vector(DType.FLOAT64, 1.7, 2.9);
      Tensor whole = vector(DType.INT32, 0, 0);
      assertThat(HostData.longs(on.aten.cumprodOut(fractions, 0, null, whole)))
          .containsExactly(1, 2);
    });
  }

  @Test
  void thereAreNoRunningTotalsOfTruthValues() {
    Class<TypeMismatch> refusal = TypeMismatch.class;
    Tensor bools = vector(DType.BOOL, 1, 0);
    platforms.refused(refusal, on -> on.aten.cumsum(bools, 0, DType.BOOL));
    platforms.refused(refusal, on -> on.aten.cumsumOut(bools, 0, null, bools));
    platforms.refused(refusal, on -> on.aten.cumprod_(bools, 0));
    Tensor ints = vector(DType.INT32, 1, 2);
    platforms.refused(refusal, on -> on.aten.cumsum_(ints, 0, DType.FLOAT64));
    platforms.refused(refusal, on -> on.aten.cumsumOut(ints, 0, DType.INT64, ints));
    platforms.each(on -> {
      Tensor number = tensor(DType.FLOAT64, new long[0], 1.7);
      assertThat(HostData.longs(on.aten.cumsum(number, 0, DType.BOOL))).containsExactly(1);
      assertThat(HostData.longs(on.aten.cumsum_(vector(DType.INT16, 200, 200), 0)))
          .containsExactly(200, 400);
    });
  }

  // ---- sums without NaN

  @Test
  void floatsWithoutNanAreAddedUpInFloatingTypesOnly() {
    Class<TypeMismatch> refusal = TypeMismatch.class;
    Tensor floats = vector(DType.FLOAT32, 1.7, Double.NaN, 2);
    for (DType other : new DType[] {DType.COMPLEX64, DType.INT64, DType.BOOL}) {
      platforms.refused(
          refusal, on -> on.aten.nansumOut(floats, FIRST, false, null, number(other)));
      platforms.refused(refusal, on -> on.aten.nansum(floats, FIRST, false, other));
    }
    platforms.each(on -> {
      Tensor half = on.aten.nansumOut(floats, FIRST, false, null, number(DType.FLOAT16));
      assertThat(HostData.doubles(half)).containsExactly(3.69921875);
    });
  }

  private static Tensor number(DType type) {
    return tensor(type, new long[0], 7);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOOL", "INT8", "FLOAT16", "COMPLEX64"})
  void integersAndNothingAreAddedUpInEveryType(DType given) {
    platforms.each(on -> {
      Tensor ints = vector(DType.INT32, 1, 0);
      Tensor sum = on.aten.nansumOut(ints, FIRST, false, null, number(given));
      assertThat(HostData.item(sum).toDouble()).isEqualTo(1);
      Tensor none = on.aten.nansumOut(vector(DType.FLOAT32), FIRST, false, null, number(given));
      assertThat(HostData.item(none).toDouble()).isZero();
      assertThat(on.aten.nansum(ints, FIRST, false, given).dtype()).isEqualTo(given);
    });
  }

  // ---- products that are added

  @Test
  void addmvConvertsSelfToTheTypeOfTheProduct() {
    platforms.each(on -> {
      Tensor matrix = tensor(DType.FLOAT32, new long[] {1, 2}, 1, 2);
      Tensor vector = vector(DType.FLOAT32, 1, 1);
      Tensor self = vector(DType.FLOAT64, 1.7);
      Tensor sum = on.aten.addmv(self, matrix, vector);
      assertThat(sum.dtype()).isEqualTo(DType.FLOAT32);
      assertThat(HostData.doubles(sum)).containsExactly(4.699999809265137);
      Tensor out = one(DType.FLOAT32);
      assertThat(on.aten.addmvOut(self, matrix, vector, Scalar.ONE, Scalar.ONE, out)).isSameAs(out);
      assertThat(HostData.doubles(out)).containsExactly(4.699999809265137);
      Tensor whole =
          on.aten.addmv(self, on.aten.to(matrix, DType.INT32), vector(DType.INT32, 1, 1));
      assertThat(HostData.longs(whole)).containsExactly(4);
    });
  }

  @Test
  void addmvConvertsNothingInPlaceNorWithoutColumns() {
    Class<TypeMismatch> refusal = TypeMismatch.class;
    Tensor matrix = tensor(DType.FLOAT32, new long[] {1, 2}, 1, 2);
    Tensor vector = vector(DType.FLOAT32, 1, 1);
    Scalar one = Scalar.ONE;
    Tensor wide = vector(DType.FLOAT64, 1.7);
    platforms.refused(refusal, on -> on.aten.addmv_(wide, matrix, vector));
    platforms.refused(refusal, on -> on.aten.addmvOut(wide, matrix, vector, one, one, wide));
    Tensor empty = HostData.empty(DType.INT32, 1, 0);
    platforms.refused(refusal, on -> on.aten.addmv(wide, empty, vector(DType.INT32)));
  }

  @Test
  void theGradientOfTheConvertedSelfHasItsType() {
    platforms.each(on -> {
      Tensor self = vector(DType.FLOAT64, 1.7).requiresGradient();
      Tensor matrix = tensor(DType.FLOAT32, new long[] {1, 2}, 1, 2);
      Tensor sum =
          on.aten.addmv(self, matrix, vector(DType.FLOAT32, 1, 1), Scalar.of(2L), Scalar.ONE);
      on.autograd().backward(GradientRequest.of(on.aten.sum(sum)));
      assertThat(self.grad().dtype()).isEqualTo(DType.FLOAT64);
      assertThat(HostData.doubles(self.grad())).containsExactly(2);
    });
  }
}
