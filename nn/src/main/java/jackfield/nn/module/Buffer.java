package jackfield.nn.module;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/**
 * A tensor that a module saves with its parameters and that is not trained, such as a running mean.
 * Its memory belongs to no scope.
 *
 * <p><em>Threads</em>: as the tensor's.
 */
public final class Buffer extends StoredTensor {
  Buffer(Aten aten, Tensor tensor) {
    super(aten, tensor);
  }
}
