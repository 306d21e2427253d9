package jackfield.backend.cuda.fourier;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.aten.kernel.OutputPlan;
import jackfield.backend.cuda.launch.Launcher;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Fourier transforms, a dimension after the other. */
public final class FourierBodies {
  private static final long BY_ROOT = 1;

  private final Launcher launcher;

  /** Creates the bodies. */
  public FourierBodies(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Registers the kernels. */
  public void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten._FFT_C2C, this::complex)
        .structured(Aten._FFT_R2C, this::fromReal)
        .structured(Aten._FFT_C2R, this::toReal);
  }

  private void complex(OutputPlan plan, long[] dim, long normalization, boolean forward) {
    if (plan.output(0).elementCount() > 0) {
      int[] dims = dims(plan, dim);
      try (Spectrum spectrum = Spectrum.of(launcher, plan.operator(), plan.input(0))) {
        for (int each : dims) {
          spectrum.transform(each, forward);
        }
        spectrum.write(plan.output(0), factor(plan.input(0), dims, normalization));
      }
    }
  }

  /** Writes one side, or both, of the frequencies along the last dimension. */
  private void fromReal(OutputPlan plan, long[] dim, long normalization, boolean onesided) {
    if (plan.output(0).elementCount() > 0) {
      int[] dims = dims(plan, dim);
      try (Spectrum spectrum = Spectrum.of(launcher, plan.operator(), plan.input(0))) {
        for (int i = dims.length - 1; i >= 0; i--) {
          spectrum.transform(dims[i], true);
        }
        spectrum.write(plan.output(0), factor(plan.input(0), dims, normalization));
      }
    }
  }

  private void toReal(OutputPlan plan, long[] dim, long normalization, long lastDimSize) {
    if (plan.output(0).elementCount() > 0) {
      int[] dims = dims(plan, dim);
      int last = dims[dims.length - 1];
      try (Spectrum spectrum = Spectrum.of(launcher, plan.operator(), plan.input(0))) {
        for (int i = 0; i < dims.length - 1; i++) {
          spectrum.transform(dims[i], false);
        }
        spectrum.makeHermitian(last, lastDimSize);
        spectrum.transform(last, false);
        spectrum.write(plan.output(0), factor(plan.output(0), dims, normalization));
      }
    }
  }

  private static int[] dims(OutputPlan plan, long[] dim) {
    return Dimensions.wrapDistinct(plan.operator(), dim, plan.input(0).rank());
  }

  /** Returns the normalization for the elements of {@code of} that are transformed together. */
  private static double factor(Tensor of, int[] dims, long normalization) {
    double count = Arrays.stream(dims).mapToDouble(of::size).reduce(1, (a, b) -> a * b);
    return normalization == 0 ? 1 : 1 / (normalization == BY_ROOT ? Math.sqrt(count) : count);
  }
}
