package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
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
 * The types in which operators compute, and those of the outputs that they accept. libtorch 2.7.1
 * gave the expected answers.
 */
final class ResultTypesTest {
  private static final long[] FIRST = {0};

  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  private static Tensor tensor(DType type, long[] sizes, double... values) {
    Tensor tensor = HostData.empty(type, sizes);
    int[] next = {0};
    HostData.forEachAddress(
        tensor, address -> Elements.putDouble(type, address, values[next[0]++]));
    return tensor;
  }

  private static Tensor vector(DType type, double... values) {
    return tensor(type, new long[] {values.length}, values);
  }

  private static Tensor complex(DType type) {
    Tensor tensor = HostData.empty(type, 1);
    Elements.putComplex(type, tensor.address(), 3, -4);
    return tensor;
  }

  private static Tensor one(DType type) {
    return vector(type, 1);
  }

  // ---- conjugates

  @ParameterizedTest
  @EnumSource(names = {"BOOL", "INT64", "FLOAT16", "FLOAT32"})
  void aRealTensorIsItsOwnConjugate(DType type) {
    platforms.each(on -> {
      Tensor real = vector(type, 1, 0);
      assertThat(on.aten.conjPhysical(real)).isSameAs(real);
      Tensor negated = on.aten._negView(vector(DType.FLOAT32, 1));
      assertThat(on.aten.conjPhysical(negated)).isSameAs(negated);
      Tensor copy = on.aten._conjPhysical(real);
      assertThat(copy.storage()).isNotSameAs(real.storage());
      assertThat(HostData.doubles(copy)).containsExactly(1, 0);
    });
  }

  @Test
  void theConjugateOfALeafIsTheLeaf() {
    platforms.each(on -> {
      Tensor leaf = one(DType.FLOAT64).requiresGradient();
      assertThat(on.aten.conjPhysical(leaf)).isSameAs(leaf);
      Tensor z = complex(DType.COMPLEX64);
      assertThat(on.aten.conjPhysical(z)).isNotSameAs(z);
    });
  }

  @Test
  void conjugatingARealTensorInPlaceOnlyCounts() {
    platforms.each(on -> {
      Tensor repeated = on.aten.expand(one(DType.INT32), new long[] {3}, false);
      int version = repeated.version();
      assertThat(on.aten.conjPhysical_(repeated)).isSameAs(repeated);
      assertThat(repeated.version()).isEqualTo(version + 1);
      Tensor out = HostData.empty(DType.INT32, 3);
      assertThat(HostData.longs(on.aten.conjPhysicalOut(repeated, out))).containsOnly(1);
      platforms.refused(
          TypeMismatch.class,
          off -> off.aten.conjPhysicalOut(repeated, HostData.empty(DType.INT64, 3)));
    });
  }

  // ---- absolute values

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void complexNumbersHaveAbsoluteValuesOfEveryFloatingType(DType given) {
    platforms.each(on -> {
      for (DType type : new DType[] {DType.COMPLEX64, DType.COMPLEX128}) {
        Tensor out = one(given);
        assertThat(on.aten.absOut(complex(type), out)).isSameAs(out);
        assertThat(HostData.doubles(out)).containsExactly(5);
        Tensor own = complex(type);
        assertThat(on.aten.absOut(own, own)).isSameAs(own);
        assertThat(HostData.complexes(own)).containsExactly(new Complex(5, 0));
      }
    });
  }

  @Test
  void absoluteValuesHaveNoOtherTypes() {
    Class<TypeMismatch> refusal = TypeMismatch.class;
    Tensor z = complex(DType.COMPLEX64);
    platforms.refused(refusal, on -> on.aten.absOut(z, complex(DType.COMPLEX128)));
    platforms.refused(refusal, on -> on.aten.absOut(complex(DType.COMPLEX128), z));
    platforms.refused(refusal, on -> on.aten.absOut(z, one(DType.INT64)));
    platforms.refused(refusal, on -> on.aten.absOut(one(DType.FLOAT32), one(DType.FLOAT64)));
    platforms.refused(refusal, on -> on.aten.abs_(complex(DType.COMPLEX64)));
  }

  @Test
  void resizedAbsoluteValuesAreRowMajorUnlessTheyAreComplex() {
    platforms.each(on -> {
      Tensor z = on.aten.t(on.aten.repeat(complex(DType.COMPLEX64), 2, 3));
      Tensor real = on.aten.absOut(z, HostData.empty(DType.FLOAT64, 0));
      assertThat(real.strides()).containsExactly(2, 1);
      Tensor own = on.aten.absOut(z, HostData.empty(DType.COMPLEX64, 0));
      assertThat(own.strides()).containsExactly(1, 3);
    });
  }

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

  // ---- ranges

  @Test
  void rangesOfIntegersAreCountedInInt64() {
    platforms.each(on -> {
      Tensor bytes = on.aten.range(Scalar.of(-2L), Scalar.of(3L), DType.UINT8);
      assertThat(HostData.longs(bytes)).containsExactly(254, 255, 0, 1, 2, 3);
      Tensor wrapped = on.aten.range(Scalar.of(100L), Scalar.of(140L), Scalar.of(8L), DType.INT8);
      assertThat(HostData.longs(wrapped)).containsExactly(100, 108, 116, 124, -124, -116);
      long far = (1L << 53) + 1;
      Tensor longs = on.aten.range(Scalar.of(far), Scalar.of(far + 2), DType.INT64);
      assertThat(HostData.longs(longs)).containsExactly(far, far + 1, far + 2);
      Tensor cut = on.aten.range(Scalar.of(1.9), Scalar.of(1.2), DType.INT64);
      assertThat(HostData.longs(cut)).containsExactly(1);
      Tensor least =
          on.aten.range(Scalar.of(Long.MIN_VALUE), Scalar.of(Long.MIN_VALUE), DType.INT64);
      assertThat(HostData.longs(least)).containsExactly(Long.MIN_VALUE);
      Tensor half = on.aten.range(Scalar.of(250L), Scalar.of(258L), DType.BFLOAT16);
      assertThat(HostData.doubles(half))
          .containsExactly(250, 251, 252, 253, 254, 255, 256, 256, 258);
    });
    platforms.refused(
        InvalidArgument.class,
        on -> on.aten.range(Scalar.of(1L), Scalar.of(2L), Scalar.of(0.5), DType.INT32));
  }

  // ---- activations

  @Test
  void aResizedGluHasTheLayoutOfItsHalves() {
    platforms.each(on -> {
      Tensor columns = on.aten.t(HostData.tensor(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2));
      Tensor out = on.aten.gluOut(columns, 1, HostData.empty(DType.FLOAT64, 0));
      assertThat(out.strides()).containsExactly(1, 2);
    });
  }

  @Test
  void theGradientOfGeluHasNoWiderType() {
    Tensor x = vector(DType.FLOAT32, 1, 2);
    Class<TypeMismatch> refusal = TypeMismatch.class;
    for (DType wide : new DType[] {DType.FLOAT64, DType.COMPLEX64, DType.INT32}) {
      platforms.refused(
          refusal, on -> on.aten.geluBackwardOut(x, x, "none", HostData.empty(wide, 2)));
    }
    platforms.each(on -> {
      Tensor out = HostData.empty(DType.FLOAT64, 2);
      assertThat(on.aten.geluBackwardOut(x, x, "tanh", out)).isSameAs(out);
      Tensor wide = vector(DType.FLOAT64, 1, 2);
      assertThat(on.aten.geluBackwardOut(x, wide, "none", out)).isSameAs(out);
      Tensor half = HostData.empty(DType.FLOAT16, 2);
      assertThat(on.aten.geluBackwardOut(x, x, "none", half)).isSameAs(half);
    });
  }
}
