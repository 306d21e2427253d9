package jackfield.itests.hotplug.bundle;

import jackfield.spi.Kernel;
import jackfield.spi.KernelHost;
import jackfield.tensor.Tensor;

/** A library whose operator is a method of a component. */
public final class AnnotatedLibrary implements KernelHost {
  /** Creates the component; called by Declarative Services. */
  public AnnotatedLibrary() {}

  @Kernel("acme::second(Tensor x, Tensor y, int n=3) -> (Tensor, int)")
  Result second(Tensor x, Tensor y, long n) {
    return new Result(y, n);
  }

  /** Two results. */
  public record Result(Tensor tensor, long number) {}
}
