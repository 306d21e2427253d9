package jackfield.tools.conformance;

import static jackfield.tools.conformance.TypedTensors.complex;
import static jackfield.tools.conformance.TypedTensors.one;
import static jackfield.tools.conformance.TypedTensors.vector;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The types in which operators compute, and those of the outputs that they accept. libtorch 2.7.1
 * gave the expected answers.
 */
final class ResultTypesTest {
  private final TwoPlatforms platforms = TwoPlatforms.SHARED;

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
