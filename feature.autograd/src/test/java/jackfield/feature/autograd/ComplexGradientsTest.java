package jackfield.feature.autograd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.key.DispatchKey;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.AutogradMisuse.Kind;
import jackfield.tensor.Complex;
import jackfield.tensor.DType;
import jackfield.tensor.GradientRequest;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** The rules for complex gradients; {@code FormulasTest} checks their values. */
final class ComplexGradientsTest {
  private static final Recorder RECORDER = new Recorder();
  private final Aten aten = RECORDER.aten;
  private final Tensor z =
      aten.clone(aten.viewAsComplex(HostData.tensor(new double[] {1, 2, 3, -4}, 2, 2)));
  private final Tensor incoming =
      aten.clone(aten.viewAsComplex(HostData.tensor(new double[] {5, 6, 7, 8}, 2, 2)));

  private void backward(Tensor output) {
    RECORDER.feature.backward(GradientRequest.of(output).from(incoming));
  }

  @Test
  void theGradientOfALeafIsNoLazyConjugate() {
    z.requiresGradient();
    backward(aten.conj(z));
    assertThat(z.grad().has(DispatchKey.CONJUGATE)).isFalse();
    assertThat(HostData.complexes(z.grad()))
        .containsExactly(new Complex(5, -6), new Complex(7, -8));
  }

  @Test
  void gradientsOfOneLeafAreAddedThoughOneIsALazyConjugate() {
    z.requiresGradient();
    Tensor conjugate = aten.conj(z);
    RECORDER.feature.backward(
        GradientRequest.of(conjugate, aten.add(z, 0)).from(incoming, incoming));
    assertThat(HostData.complexes(z.grad()))
        .containsExactly(new Complex(10, 0), new Complex(14, 0));
  }

  @Test
  void theGradientOfARealTensorIsReal() {
    Tensor x = Recorder.vector(1, 1);
    backward(aten.mul(x, z));
    assertThat(x.grad().dtype()).isEqualTo(DType.FLOAT64);
    assertThat(Recorder.grad(x)).containsExactly(5 + 12, 21 - 32);
  }

  @Test
  void aFormulaThatGivesARealTensorAComplexGradientIsRefused() {
    Tensor x = Recorder.vector(1, 1);
    Tensor mixed = aten.where(aten.gt(x, 0), x, z);
    AutogradMisuse misuse = catchThrowableOfType(AutogradMisuse.class, () -> backward(mixed));
    assertThat(misuse.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE);
    assertThat(x.grad()).isNull();
  }

  @Test
  void aLossThatDependsOnThePhaseOfASingularVectorIsRefused() {
    z.requiresGradient();
    Tensor vector = aten.squeeze(aten.linalgSvd(aten.unsqueeze(z, 0), false).Vh(), 0);
    AutogradMisuse misuse = catchThrowableOfType(AutogradMisuse.class, () -> backward(vector));
    assertThat(misuse.kind()).isEqualTo(Kind.NOT_DIFFERENTIABLE);
  }
}
