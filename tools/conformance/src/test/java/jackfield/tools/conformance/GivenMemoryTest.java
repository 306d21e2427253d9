package jackfield.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Outputs that have their shape already, or share memory with the arguments, as in PyTorch 2.7. */
final class GivenMemoryTest {
  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

  @Test
  void anAbsoluteValueMayReplaceTheRealPartOfItsNumber() {
    platforms.each(on -> {
      Tensor z = HostData.empty(DType.COMPLEX64, 1);
      Elements.putComplex(DType.COMPLEX64, z.address(), 3, -4);
      on.aten.absOut(z, on.aten.real(z));
      assertThat(HostData.complexes(z)).containsExactly(new Complex(5, -4));
    });
  }

  @Test
  void absoluteValuesMayOverlapTheirNumbers() {
    platforms.each(on -> {
      Tensor parts = HostData.tensor(new float[] {3, -4, 6, 8, 0, 0}, 3, 2);
      Tensor z = on.aten.viewAsComplex(parts);
      Tensor out = on.aten.narrow(on.aten.view(parts, 6), 0, 0, 3);
      assertThat(HostData.floats(on.aten.absOut(z, out))).containsExactly(5, 10, 0);
    });
  }

  @Test
  void absoluteValuesMayBeResizedOverTheirNumbers() {
    platforms.each(on -> {
      Tensor parts = HostData.tensor(new float[] {3, -4, 6, 8, 0, 0}, 3, 2);
      Tensor z = on.aten.viewAsComplex(parts);
      Tensor out = on.aten.narrow(on.aten.view(parts, 6), 0, 1, 1);
      assertThat(HostData.floats(on.aten.absOut(z, out))).containsExactly(5, 10, 0);
      assertThat(HostData.floats(parts)).containsExactly(3, 5, 10, 0, 0, 0);
    });
  }

  @Test
  void aRunningSumMayBeWrittenOverItsInputInAnotherType() {
    platforms.each(on -> {
      Tensor same = HostData.tensor(new long[] {1, 2, 3, 4}, 4);
      Tensor over = on.aten.view(same, DType.FLOAT64);
      assertThat(HostData.doubles(on.aten.cumsumOut(same, 0, over))).containsExactly(1, 3, 6, 10);
      Tensor all = HostData.tensor(new long[] {1, 2, 3, 4, 5, 6}, 6);
      Tensor shifted = on.aten.narrow(on.aten.view(all, DType.FLOAT64), 0, 1, 4);
      Tensor first4 = on.aten.narrow(all, 0, 0, 4);
      assertThat(HostData.doubles(on.aten.cumprodOut(first4, 0, shifted)))
          .containsExactly(1, 2, 6, 24);
      assertThat(HostData.longs(on.aten.narrow(all, 0, 0, 1))).containsExactly(1);
    });
  }

  @Test
  void aRunningSumMayBeResizedOverItsInputInAnotherType() {
    platforms.each(on -> {
      Tensor all = HostData.tensor(new long[] {1, 2, 3, 4, 5, 6}, 6);
      Tensor out = on.aten.narrow(on.aten.view(all, DType.FLOAT64), 0, 0, 1);
      Tensor sums = on.aten.cumsumOut(on.aten.narrow(all, 0, 0, 4), 0, out);
      assertThat(HostData.doubles(sums)).containsExactly(1, 3, 6, 10);
      assertThat(HostData.longs(on.aten.narrow(all, 0, 4, 2))).containsExactly(5, 6);
    });
  }

  @Test
  void aRunningSumIsNotWrittenOverAPartOfItsInputInTheSameType() {
    Tensor x = HostData.tensor(new float[] {1, 2, 3, 4}, 4);
    platforms.refused(
        InvalidArgument.class,
        on -> on.aten.cumsumOut(on.aten.narrow(x, 0, 0, 3), 0, on.aten.narrow(x, 0, 1, 3)));
    assertThat(HostData.floats(x)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void aRunningSumSaysWhichTypesItsOutputMayHave() {
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    platforms.each(on ->
        assertThatThrownBy(() -> on.aten.cumsumOut(x, 0, HostData.empty(DType.BOOL, 2)))
            .isInstanceOf(TypeMismatch.class)
            .hasMessageContaining("expected out to be of any type but bool, found bool"));
  }

  @Test
  void aRangeKeepsTheShapeOfAnOutputWithItsNumberOfElements() {
    platforms.each(on -> {
      Tensor out = HostData.empty(DType.INT64, 2, 3);
      on.aten.rangeOut(Scalar.of(0), Scalar.of(5), out);
      assertThat(out.sizes()).containsExactly(2, 3);
      assertThat(HostData.longs(out)).containsExactly(0, 1, 2, 3, 4, 5);
    });
  }

  @Test
  void aGluIsNotWrittenOverOneOfItsHalves() {
    Tensor x = HostData.tensor(new float[] {1, 2, 3, 4}, 4);
    platforms.refused(
        InvalidArgument.class, on -> on.aten.gluOut(x, 0, on.aten.narrow(x, 0, 1, 2)));
    assertThat(HostData.floats(x)).containsExactly(1, 2, 3, 4);
  }

  @Test
  void theFactorOfAddmvHasTheTypeOfSelfIfTheMatrixIsEmpty() {
    platforms.each(on -> {
      Tensor self = HostData.tensor(new long[] {3, 4}, 2);
      Tensor matrix = HostData.empty(DType.FLOAT32, 2, 0);
      Tensor vector = HostData.empty(DType.FLOAT32, 0);
      Tensor sum = on.aten.addmv(self, matrix, vector, Scalar.of(0.5), Scalar.ONE);
      assertThat(HostData.floats(sum)).containsExactly(0, 0);
    });
  }
}
