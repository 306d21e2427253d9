package jackfield.dispatcher.impl.c10;

import jackfield.tensor.Tensor;

/** What kernels do whose types alone matter. */
final class Bodies {
  private Bodies() {}

  static Tensor same(Tensor x) {
    return x;
  }
}
