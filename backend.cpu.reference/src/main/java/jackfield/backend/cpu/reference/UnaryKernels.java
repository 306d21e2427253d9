package jackfield.backend.cpu.reference;

import jackfield.aten.Aten;
import jackfield.spi.KernelRegistrar;
import org.apache.commons.numbers.gamma.Erf;

/**
 * Operators that are a function of one number from a library: a line names the function of
 * integers, that of floats and that of complex numbers. It is null for sorts of numbers that the
 * operator's rule converts or refuses.
 */
final class UnaryKernels {
  private UnaryKernels() {}

  static void register(KernelRegistrar kernels) {
    kernels.structured(Aten.ERF, it -> Loops.unary("erf", it, null, Erf::value, null));
  }
}
