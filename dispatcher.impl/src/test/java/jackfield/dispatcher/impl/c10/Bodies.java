package jackfield.dispatcher.impl.c10;

import jackfield.tensor.Tensor;

/** Bodies of kernels of which only the types matter. */
final class Bodies {
  private Bodies() {}

  static Tensor same(Tensor x) {
    return x;
  }
}
