package jackfield.backend.cpu.reference.fourier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierKernelsTest {
  private final Aten aten = aten();
  private final Random random = new Random(23);

  private static Aten aten() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    return Aten.of(dispatcher);
  }

  private Tensor random(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    HostData.forEachAddress(
        tensor,
        address ->
            Elements.putComplex(type, address, random.nextGaussian(), random.nextGaussian()));
    return tensor;
  }

  private void assertNear(Tensor found, Tensor expected) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    Tensor difference = aten.abs(aten.sub(found, expected));
    double largest = HostData.item(aten.amax(difference, new long[0])).toDouble();
    assertThat(largest).isLessThan(1e-10);
  }

  /** Returns the matrix of the transform. */
  private Tensor matrix(long n) {
    Tensor numbers = aten.arange(n, DType.FLOAT64);
    Tensor turns = aten.mul(aten.outer(numbers, numbers), -2 * Math.PI / n);
    return aten.complex(aten.cos(turns), aten.sin(turns));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 7, 12, 16, 31, 60, 97, 128})
  void theTransformIsTheProductWithItsMatrix(long n) {
    Tensor x = random(DType.COMPLEX128, 3, n);
    Tensor expected = aten.matmul(x, matrix(n));

    assertNear(aten.fftFft(x), expected);
    assertNear(aten.fftIfft(expected), x);
    Tensor real = aten.real(x);
    Tensor half = aten.fftRfft(real);
    assertNear(half, aten.narrow(aten.fftFft(real), -1, 0, n / 2 + 1));
    assertNear(aten.fftIrfft(half, n), real);
    assertNear(aten.fftHfft(aten.fftIhfft(real), n), real);
  }

  @Test
  void severalDimensionsAreTransformedOneAfterTheOther() {
    Tensor x = random(DType.COMPLEX128, 3, 4, 5);
    Tensor expected = aten.fftFft(aten.fftFft(x, null, 0), null, 2);

    assertNear(aten.fftFftn(x, null, new long[] {0, 2}), expected);
    Tensor transposed = aten.clone(aten.transpose(x, 0, 2));
    Tensor view = aten.transpose(transposed, 0, 2);
    assertNear(aten.fftFftn(view, null, new long[] {0, 2}), expected);
    assertNear(aten.fftIfft2(aten.fftFft2(x)), x);
    Tensor real = aten.real(x);
    assertNear(aten.fftIrfftn(aten.fftRfftn(real), new long[] {3, 4, 5}), real);
    assertNear(aten.fftHfftn(aten.fftIhfftn(real), new long[] {3, 4, 5}), real);
  }

  @Test
  void normalizationsDivideByTheNumberOrItsRoot() {
    Tensor x = random(DType.COMPLEX128, 6);
    Tensor plain = aten.fftFft(x);

    assertNear(aten.fftFft(x, null, -1, "forward"), aten.div(plain, 6.0));
    assertNear(aten.fftFft(x, null, -1, "ortho"), aten.div(plain, Math.sqrt(6)));
    assertThatThrownBy(() -> aten.fftFft(x, null, -1, "none")).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.fftFft(x, 0L)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.fftRfft(x)).isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten._fftC2r(x, new long[] {0}, 0, 20))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void aTensorWithoutDimensionsIsRefused() {
    long[] last = {-1};
    Tensor real = random(DType.FLOAT64);
    Tensor complex = random(DType.COMPLEX128);
    assertThatThrownBy(() -> aten._fftR2c(real, last, 0, false)).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten._fftC2c(complex, last, 0, true))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten._fftC2r(complex, last, 0, 1)).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void signalsAreRestoredFromTheirWindows() {
    Tensor signal = random(DType.FLOAT64, 2, 40);
    Tensor window = aten.hannWindow(8, DType.FLOAT64);
    Tensor found = aten.stft(signal, 8, 2L, 8L, window, true, "reflect", false, null, true);

    assertThat(found.sizes()).containsExactly(2, 5, 21);
    assertNear(aten.istft(found, 8, 2L, 8L, window, true, false, null, 40L), signal);
    Tensor zero = aten.zerosLike(window);
    assertThatThrownBy(() -> aten.istft(found, 8, 2L, 8L, zero))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void windowsAreSymmetricOrOneElementShorterThanSymmetricOnes() {
    for (long length : new long[] {0, 1, 2, 5, 8}) {
      Tensor[] periodic = {
        aten.bartlettWindow(length, true, DType.FLOAT64),
        aten.blackmanWindow(length, true, DType.FLOAT64),
        aten.hannWindow(length, true, DType.FLOAT64),
        aten.hammingWindow(length, true, DType.FLOAT64),
        aten.kaiserWindow(length, true, DType.FLOAT64)
      };
      Tensor[] symmetric = {
        aten.bartlettWindow(length + 1, false, DType.FLOAT64),
        aten.blackmanWindow(length + 1, false, DType.FLOAT64),
        aten.hannWindow(length + 1, false, DType.FLOAT64),
        aten.hammingWindow(length + 1, false, DType.FLOAT64),
        aten.kaiserWindow(length + 1, false, DType.FLOAT64)
      };
      for (int i = 0; i < periodic.length && length > 1; i++) {
        assertNear(aten.flip(symmetric[i], 0), symmetric[i]);
        assertNear(periodic[i], aten.narrow(symmetric[i], 0, 0, length));
      }
    }
  }

  @Test
  void frequenciesBeginAtZeroAndAreShiftedToTheMiddle() {
    Tensor frequencies = aten.fftFftfreq(5, 0.5, DType.FLOAT64);

    assertThat(HostData.doubles(frequencies)).containsExactly(0, 0.4, 0.8, -0.8, -0.4);
    assertThat(HostData.doubles(aten.fftFftshift(frequencies)))
        .containsExactly(-0.8, -0.4, 0, 0.4, 0.8);
    assertThat(HostData.doubles(aten.fftIfftshift(aten.fftFftshift(frequencies))))
        .containsExactly(0, 0.4, 0.8, -0.8, -0.4);
    assertThat(HostData.doubles(aten.fftRfftfreq(5, 0.5, DType.FLOAT64)))
        .containsExactly(0, 0.4, 0.8);
  }
}
