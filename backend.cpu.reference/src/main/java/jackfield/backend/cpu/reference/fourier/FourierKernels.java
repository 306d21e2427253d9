package jackfield.backend.cpu.reference.fourier;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Fourier transforms. */
public final class FourierKernels {
  private static final long BY_ROOT = 1;

  private FourierKernels() {}

  /** Registers the bodies. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._FFT_C2C, FourierKernels::complex)
        .structured(Aten._FFT_R2C, FourierKernels::fromReal)
        .structured(Aten._FFT_C2R, FourierKernels::toReal);
  }

  private static void complex(OutputPlan plan, long[] dim, long normalization, boolean forward) {
    Spectrum spectrum = Spectrum.of(plan.operator(), plan.input(0));
    int[] dims = dims(plan, dim);
    for (int each : dims) {
      spectrum.transform(each, forward);
    }
    spectrum.multiply(factor(plan.input(0), dims, normalization));
    spectrum.write(plan.output(0));
  }

  private static int[] dims(OutputPlan plan, long[] dim) {
    return Dimensions.wrapDistinct(plan.operator(), dim, plan.input(0).rank());
  }

  /** Returns the normalization for the elements of {@code of} that are transformed together. */
  private static double factor(Tensor of, int[] dims, long normalization) {
    double count = Arrays.stream(dims).mapToDouble(of::size).reduce(1, (a, b) -> a * b);
    return normalization == 0 ? 1 : 1 / (normalization == BY_ROOT ? Math.sqrt(count) : count);
  }

  private static void fromReal(OutputPlan plan, long[] dim, long normalization, boolean onesided) {
    Spectrum spectrum = Spectrum.of(plan.operator(), plan.input(0));
    int[] dims = dims(plan, dim);
    int last = dims[dims.length - 1];
    spectrum.transform(last, true);
    Spectrum kept =
        onesided ? spectrum.first(plan.operator(), last, plan.output(0).size(last)) : spectrum;
    for (int i = 0; i < dims.length - 1; i++) {
      kept.transform(dims[i], true);
    }
    kept.multiply(factor(plan.input(0), dims, normalization));
    kept.write(plan.output(0));
  }

  private static void toReal(OutputPlan plan, long[] dim, long normalization, long lastDimSize) {
    Spectrum half = Spectrum.of(plan.operator(), plan.input(0));
    int[] dims = dims(plan, dim);
    int last = dims[dims.length - 1];
    for (int i = 0; i < dims.length - 1; i++) {
      half.transform(dims[i], false);
    }
    Spectrum full = half.hermitian(plan.operator(), last, lastDimSize);
    full.transform(last, false);
    full.multiply(factor(plan.output(0), dims, normalization));
    full.write(plan.output(0));
  }
}
