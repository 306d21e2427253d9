package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Fourier transforms for {@link FormulasTest}, of real numbers to real numbers. */
final class FourierFunctions {
  private final Aten aten;

  FourierFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        one("fft_fft", x -> aten.imag(aten.fftFft(x[0], null, 0)), 5, 2),
        one("fft_rfftn", x -> parts(aten.fftRfftn(x[0])), 3, 4),
        one("fft_irfft", x -> aten.fftIrfft(x[0], 7L), 2, 5),
        one("fft_hfftn", x -> aten.fftHfftn(x[0], new long[] {3, 6}), 3, 4),
        one("fft_ihfft", x -> parts(aten.fftIhfft(x[0])), 6),
        one("fft_ifft2", x -> parts(aten.fftIfft2(x[0])), 2, 3),
        one("fft_fftshift", x -> aten.fftFftshift(x[0]), 2, 3),
        arguments(
            "stft",
            (FormulasTest.Function) x -> parts(transform(x[0], x[1])),
            new long[][] {{2, 12}, {4}}),
        arguments("istft", (FormulasTest.Function) x -> restored(x[0]), new long[][] {{3, 5}}));
  }

  private static Arguments one(String name, FormulasTest.Function function, long... sizes) {
    return arguments(name, function, new long[][] {sizes});
  }

  private Tensor parts(Tensor complex) {
    return aten.viewAsReal(complex);
  }

  private Tensor transform(Tensor signal, Tensor window) {
    return aten.stft(signal, 4, 2L, 4L, window, true, "reflect", false, null, true);
  }

  private Tensor restored(Tensor real) {
    Tensor window = aten.hammingWindow(4, DType.FLOAT64);
    return aten.istft(aten.complex(real, aten.neg(real)), 4, 2L, 4L, window);
  }
}
