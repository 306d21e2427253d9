package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.everySecond;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.matrix;
import static jackfield.backend.cpu.reference.Plugged.scalar;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.tensor;
import static jackfield.backend.cpu.reference.Plugged.transposed;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PointwiseKernelsTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private final Aten aten = Plugged.aten();

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyTypeIsAddedAndMultiplied(DType type) {
    Tensor ones = vector(type, 1, 0, 1);
    Tensor others = vector(type, 0, 0, 1);
    double two = type == DType.BOOL ? 1 : 2;
    assertThat(aten.add(ones, others).dtype()).isEqualTo(type);
    assertThat(elements(aten.add(ones, others))).containsExactly(1, 0, two);
    assertThat(elements(aten.mul(ones, others))).containsExactly(0, 0, 1);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void everyTypeIsComparedForEquality(DType type) {
    Tensor equal = aten.eq(vector(type, 1, 0, 1), vector(type, 1, 1, 0));
    assertThat(equal.dtype()).isEqualTo(DType.BOOL);
    assertThat(elements(equal)).containsExactly(1, 0, 0);
  }

  @ParameterizedTest
  @EnumSource(
      value = DType.class,
      names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
  void everyFloatingTypeHasTheFunctionsOfOneVariable(DType type) {
    Tensor x = vector(type, 0.25, 4);
    Offset<Double> rounding = Offset.offset(type.isHalf() ? 0.3 : 1e-5);
    assertThat(elements(aten.sqrt(x))).containsExactly(0.5, 2);
    assertThat(elements(aten.exp(x))).contains(new double[] {1.2840254, 54.59815}, rounding);
    assertThat(elements(aten.log(x))).contains(new double[] {-1.3862944, 1.3862944}, rounding);
    assertThat(elements(aten.sigmoid(x))).contains(new double[] {0.5621765, 0.9820138}, rounding);
    assertThat(elements(aten.tanh(x))).contains(new double[] {0.2449187, 0.9993293}, rounding);
    assertThat(elements(aten.neg(x))).containsExactly(-0.25, -4);
  }

  @Test
  void integersWrapAround() {
    assertThat(elements(aten.add(vector(DType.UINT8, 250), vector(DType.UINT8, 10))))
        .containsExactly(4);
    assertThat(elements(aten.mul(vector(DType.INT8, 100), vector(DType.INT8, 2))))
        .containsExactly(-56);
    assertThat(elements(aten.neg(vector(DType.UINT8, 1)))).containsExactly(255);
    Tensor most = HostData.tensor(new long[] {Long.MAX_VALUE}, 1);
    assertThat(HostData.longs(aten.add(most, most))).containsExactly(-2);
  }

  @Test
  void longsKeepAllTheirBits() {
    Tensor large = HostData.tensor(new long[] {(1L << 53) + 1}, 1);
    Tensor zero = HostData.tensor(new long[] {0}, 1);
    assertThat(HostData.longs(aten.add(large, zero))).containsExactly((1L << 53) + 1);
    assertThat(elements(aten.eq(large, HostData.tensor(new long[] {1L << 53}, 1))))
        .containsExactly(0);
  }

  @Test
  void alphaMultipliesTheOther() {
    Tensor x = vector(1, 2);
    assertThat(elements(aten.add(x, x, Scalar.of(0.5)))).containsExactly(1.5, 3);
    assertThat(elements(aten.sub(x, x, Scalar.of(3)))).containsExactly(-2, -4);
  }

  @Test
  void floatsAreRoundedOnce() {
    float a = 16777216;
    Tensor sum = aten.add(HostData.tensor(new float[] {a}, 1), HostData.tensor(new float[] {1}, 1));
    assertThat(HostData.floats(sum)).containsExactly(a);
    Tensor third = aten.div(vector(DType.FLOAT32, 1), vector(DType.FLOAT32, 3));
    assertThat(HostData.floats(third)).containsExactly(1f / 3f);
    Tensor halves = aten.add(vector(DType.FLOAT16, 2048), vector(DType.FLOAT16, 1));
    assertThat(elements(halves)).containsExactly(2048);
  }

  @Test
  void oddLengthsAndStridesAndBroadcastingAreFollowed() {
    Tensor odd = everySecond(vector(1, -1, 2, -1, 3, -1, 4));
    assertThat(elements(aten.add(odd, vector(10, 20, 30, 40)))).containsExactly(11, 22, 33, 44);
    Tensor rows = matrix(2, 1, 2, 3, 4, 5, 6);
    Tensor sums = aten.add(transposed(rows), tensor(DType.FLOAT64, sizes(1, 2), 10, 20));
    assertThat(elements(sums)).containsExactly(11, 24, 12, 25, 13, 26);
    assertThat(elements(aten.mul(rows, scalar(DType.FLOAT64, 2))))
        .containsExactly(2, 4, 6, 8, 10, 12);
  }

  @Test
  void noElementsGiveNone() {
    Tensor empty = tensor(DType.FLOAT32, sizes(0, 3));
    assertThat(aten.add(empty, vector(DType.FLOAT32, 1, 2, 3)).sizes()).containsExactly(0, 3);
    assertThat(aten.exp(empty).elementCount()).isZero();
  }

  @Test
  void aTensorWithoutDimensionsStaysOne() {
    Tensor sum = aten.add(scalar(DType.INT64, 2), scalar(DType.INT64, 3));
    assertThat(sum.rank()).isZero();
    assertThat(HostData.item(sum)).isEqualTo(Scalar.of(5));
  }

  @Test
  void theTrueQuotientOfIntegersIsAFloat() {
    Tensor quotient = aten.div(vector(DType.INT32, 7, -7, 0), vector(DType.INT32, 2, 2, 5));
    assertThat(quotient.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(elements(quotient)).containsExactly(3.5, -3.5, 0);
  }

  @Test
  void quotientsByZeroAreInfiniteOrNaN() {
    assertThat(elements(aten.div(vector(1, -1, 0), vector(0, 0, 0))))
        .containsExactly(INFINITE, -INFINITE, NAN);
  }

  @Test
  void quotientsAreRoundedAsAsked() {
    Tensor a = vector(7, -7, 7, -7);
    Tensor b = vector(2, 2, -2, -2);
    assertThat(elements(aten.div(a, b, "floor"))).containsExactly(3, -4, -4, 3);
    assertThat(elements(aten.div(a, b, "trunc"))).containsExactly(3, -3, -3, 3);
    assertThat(elements(aten.div(a, b, (String) null))).containsExactly(3.5, -3.5, -3.5, 3.5);
    Tensor integers = vector(DType.INT16, 7, -7);
    Tensor two = vector(DType.INT16, 2, 2);
    assertThat(elements(aten.div(integers, two, "floor"))).containsExactly(3, -4);
    assertThat(elements(aten.div(integers, two, "trunc"))).containsExactly(3, -3);
  }

  @Test
  void floatsAreRoundedBeforeTheirFractionIsCut() {
    float divisor = Math.nextUp(1f / 3);
    Tensor quotient = aten.div(vector(DType.FLOAT32, 1), vector(DType.FLOAT32, divisor), "trunc");
    assertThat(HostData.floats(quotient)).containsExactly((float) (int) (1f / divisor));
  }

  @Test
  void anIntegerDividedByZeroIsRefusedBeforeAnythingIsWritten() {
    Tensor x = vector(DType.INT64, 6, 8);
    Tensor divisors = vector(DType.INT64, 2, 0);
    assertThatThrownBy(() -> aten.div_(x, divisors, "floor"))
        .isInstanceOfSatisfying(
            InvalidArgument.class, e -> assertThat(e.argument()).isEqualTo("other"));
    assertThat(elements(x)).containsExactly(6, 8);
  }

  @Test
  void comparisonsWithNaNAreFalse() {
    Tensor x = vector(NAN, NAN, 1, INFINITE, 0.0);
    Tensor y = vector(NAN, 1, NAN, INFINITE, -0.0);
    assertThat(elements(aten.eq(x, y))).containsExactly(0, 0, 0, 1, 1);
    assertThat(elements(aten.gt(x, y))).containsExactly(0, 0, 0, 0, 0);
    assertThat(elements(aten.gt(vector(2, -INFINITE), vector(1, 0)))).containsExactly(1, 0);
  }

  @Test
  void comparisonsInPlaceKeepTheType() {
    Tensor x = vector(DType.FLOAT32, 1, 2);
    assertThat(aten.eq_(x, vector(DType.FLOAT32, 1, 1))).isSameAs(x);
    assertThat(elements(x)).containsExactly(1, 0);
  }

  @Test
  void functionsAtTheEdges() {
    assertThat(elements(aten.exp(vector(-INFINITE, INFINITE, NAN, 0))))
        .containsExactly(0, INFINITE, NAN, 1);
    assertThat(elements(aten.log(vector(0, -1, INFINITE))))
        .containsExactly(-INFINITE, NAN, INFINITE);
    assertThat(elements(aten.sqrt(vector(-1, INFINITE)))).containsExactly(NAN, INFINITE);
    assertThat(elements(aten.sigmoid(vector(-INFINITE, INFINITE, 0)))).containsExactly(0, 1, 0.5);
    assertThat(elements(aten.tanh(vector(-INFINITE, INFINITE)))).containsExactly(-1, 1);
    assertThat(1 / elements(aten.neg(vector(0)))[0]).isEqualTo(-INFINITE);
    assertThat(elements(aten.relu(vector(-1, 2, NAN, -INFINITE)))).containsExactly(0, 2, NAN, 0);
  }

  @Test
  void integersBecomeFloatsInFunctions() {
    Tensor root = aten.sqrt(vector(DType.UINT8, 4, 9));
    assertThat(root.dtype()).isEqualTo(DType.FLOAT32);
    assertThat(elements(root)).containsExactly(2, 3);
  }

  @Test
  void powersOfIntegersStayIntegers() {
    Tensor cubes = aten.pow(vector(DType.INT32, 2, -3), Scalar.of(3));
    assertThat(cubes.dtype()).isEqualTo(DType.INT32);
    assertThat(elements(cubes)).containsExactly(8, -27);
    assertThatThrownBy(() -> aten.pow(vector(DType.INT32, 2), Scalar.of(-1)))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void whereMovesBits() {
    Tensor condition = vector(DType.BOOL, 1, 0, 1);
    Tensor chosen = aten.where(condition, vector(1, 2, NAN), vector(10, -0.0, 30));
    assertThat(elements(chosen)).containsExactly(1, -0.0, NAN);
    Tensor bytes =
        aten.where(condition, vector(DType.COMPLEX128, 1, 2, 3), vector(DType.COMPLEX128, 4, 5, 6));
    assertThat(elements(bytes)).containsExactly(1, 5, 3);
  }

  @Test
  void gradientsFollowTheirFormulas() {
    Tensor grad = vector(2, 2, 2);
    Tensor y = vector(0.5, 0, NAN);
    assertThat(elements(aten.thresholdBackward(grad, vector(1, 0, NAN), Scalar.ZERO)))
        .containsExactly(2, 0, 2);
    assertThat(elements(aten.sigmoidBackward(grad, y))).containsExactly(0.5, 0, NAN);
    assertThat(elements(aten.tanhBackward(grad, y))).containsExactly(1.5, 2, NAN);
  }

  @Test
  void complexNumbersAreComputedInBothParts() {
    Tensor z = complex(DType.COMPLEX128, 1, 2, 0, -1);
    Tensor w = complex(DType.COMPLEX128, 3, -1, 2, 0);
    assertThat(elements(aten.mul(z, w))).containsExactly(5, 0);
    assertThat(imaginaries(aten.mul(z, w))).containsExactly(5, -2);
    Tensor back = aten.div(aten.mul(z, w), w);
    assertThat(elements(back)).contains(new double[] {1, 0}, Offset.offset(1e-12));
    assertThat(imaginaries(back)).contains(new double[] {2, -1}, Offset.offset(1e-12));
    assertThat(elements(aten.eq(z, z))).containsExactly(1, 1);
    assertThat(imaginaries(aten.sub(z, w, Scalar.of(0, 1)))).containsExactly(-1, -3);
  }

  @Test
  void complexNumbersHaveNoOrder() {
    Tensor z = complex(DType.COMPLEX64, 1, 2);
    assertThatThrownBy(() -> aten.gt(z, z)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.relu(z)).isInstanceOf(TypeMismatch.class);
  }

  @Test
  void resultsGoWhereTheyAreAsked() {
    Tensor x = vector(1, 2, 3);
    Tensor out = vector(DType.FLOAT32, 0, 0, 0);
    assertThat(aten.addOut(x, x, out)).isSameAs(out);
    assertThat(elements(out)).containsExactly(2, 4, 6);
    assertThat(aten.mul_(x, x)).isSameAs(x);
    assertThat(elements(x)).containsExactly(1, 4, 9);
  }
}
