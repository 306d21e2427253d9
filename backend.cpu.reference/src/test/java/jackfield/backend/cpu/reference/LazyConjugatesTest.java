package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.complex;
import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.imaginaries;
import static jackfield.backend.cpu.reference.Plugged.sizes;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.key.DispatchKey;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.junit.jupiter.api.Test;

/** Tensors whose memory contains the conjugates of their elements, or their elements negated. */
final class LazyConjugatesTest {
  private final Aten aten = Plugged.aten();
  private final Tensor z = complex(DType.COMPLEX128, 1, 2, 3, -4);
  private final Tensor lazy = aten.conj(z);

  private static Complex of(double real, double imaginary) {
    return new Complex(real, imaginary);
  }

  @Test
  void aConjugateIsAViewOfTheSameMemory() {
    assertThat(lazy.storage()).isSameAs(z.storage());
    assertThat(HostData.complexes(lazy)).containsExactly(of(1, -2), of(3, 4));
    assertThat(aten.conj(lazy).has(DispatchKey.CONJUGATE)).isFalse();
    Tensor real = vector(1, 2);
    assertThat(aten.conj(real)).isSameAs(real);
  }

  @Test
  void anOperatorGetsTheElements() {
    assertThat(HostData.complexes(aten.mul(lazy, z))).containsExactly(of(5, 0), of(25, 0));
    Tensor joined = aten.cat(new Tensor[] {lazy, z});
    assertThat(imaginaries(joined)).containsExactly(-2, 4, 2, -4);
    assertThat(joined.has(DispatchKey.CONJUGATE)).isFalse();
  }

  @Test
  void aChangeInPlaceIsWrittenAsConjugate() {
    assertThat(aten.mul_(lazy, z)).isSameAs(lazy);
    assertThat(HostData.complexes(lazy)).containsExactly(of(5, 0), of(25, 0));
    aten.add_(lazy, Scalar.of(0.0, 1.0));
    assertThat(imaginaries(z)).containsExactly(-1, -1);
  }

  @Test
  void anOutArgumentIsWrittenAsConjugate() {
    assertThat(aten.addOut(z, z, Scalar.ONE, lazy)).isSameAs(lazy);
    assertThat(HostData.complexes(z)).containsExactly(of(2, -4), of(6, 8));
  }

  @Test
  void anOutArgumentIsResized() {
    Tensor out = aten.conj(complex(DType.COMPLEX128));
    aten.addOut(z, z, Scalar.ONE, out);
    assertThat(HostData.complexes(out)).containsExactly(of(2, 4), of(6, -8));
    assertThat(out.has(DispatchKey.CONJUGATE)).isTrue();
  }

  @Test
  void viewsOfAConjugateAreConjugates() {
    Tensor matrix = aten.view(lazy, sizes(1, 2));
    assertThat(HostData.complexes(aten.select(matrix, 1, 1))).containsExactly(of(3, 4));
    assertThat(aten.mH(matrix).sizes()).containsExactly(2, 1);
    assertThat(HostData.complexes(aten.mH(matrix))).containsExactly(of(1, 2), of(3, -4));
    assertThat(aten.split(lazy, 1)[1].has(DispatchKey.CONJUGATE)).isTrue();
    assertThat(aten.t_(matrix).sizes()).containsExactly(2, 1);
    assertThat(matrix.storage()).isSameAs(z.storage());
  }

  @Test
  void aConjugateIsResolvedByACopy() {
    assertThat(aten.resolveConj(z)).isSameAs(z);
    Tensor plain = aten.resolveConj(lazy);
    assertThat(plain.storage()).isNotSameAs(z.storage());
    assertThat(imaginaries(plain)).containsExactly(-2, 4);
    assertThat(imaginaries(aten.clone(lazy))).containsExactly(-2, 4);
  }

  @Test
  void bothBitsAreApplied() {
    Tensor both = aten._negView(lazy);
    assertThat(HostData.complexes(aten.add(both, 1))).containsExactly(of(0, 2), of(-2, -4));
    assertThat(imaginaries(aten.resolveConj(aten.resolveNeg(both)))).containsExactly(2, -4);
    aten.mul_(both, 2);
    assertThat(HostData.complexes(z)).containsExactly(of(2, 4), of(6, -8));
  }

  @Test
  void thePartsOfAConjugateAreViews() {
    Tensor imaginary = aten.imag(lazy);
    assertThat(elements(imaginary)).containsExactly(-2, 4);
    assertThat(elements(aten.real(lazy))).containsExactly(1, 3);
    aten.add_(imaginary, 1);
    assertThat(imaginaries(z)).containsExactly(1, -5);
  }

  @Test
  void whatHasNoSuchViewIsRefused() {
    assertThatThrownBy(() -> aten._conj(vector(1))).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten._negView(vector(DType.BOOL, 1))).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.viewAsReal(lazy)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.adjoint(z)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void theComputedConjugateHasMemoryOfItsOwn() {
    Tensor computed = aten.conjPhysical(z);
    assertThat(imaginaries(computed)).containsExactly(-2, 4);
    assertThat(imaginaries(aten.conjPhysical(lazy))).containsExactly(2, -4);
    assertThat(elements(aten.conjPhysical(vector(DType.INT32, 1, -2)))).containsExactly(1, -2);
    assertThat(imaginaries(aten.conjPhysical_(z))).containsExactly(-2, 4);
  }
}
