package jackfield.backend.cpu.reference.resampling;

import jackfield.backend.cpu.reference.element.Positions;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** Images of a batch of channels. */
final class Images {
  private Images() {}

  /** Returns a tensor with a batch dimension, of size 1 where there was none. */
  static Tensor batch(Tensor tensor, int rank) {
    if (tensor.rank() == rank + 2) {
      return tensor;
    }
    long[] sizes = new long[rank + 2];
    long[] strides = new long[rank + 2];
    sizes[0] = 1;
    System.arraycopy(tensor.sizes(), 0, sizes, 1, rank + 1);
    System.arraycopy(tensor.strides(), 0, strides, 1, rank + 1);
    return tensor.alias(sizes, strides, tensor.offset());
  }

  /** Returns the sizes of one image. */
  static long[] sizes(Tensor batch) {
    return Arrays.copyOfRange(batch.sizes(), 2, batch.rank());
  }

  /** Returns the bytes from one element of an image to the next, in each dimension. */
  static long[] steps(Tensor batch) {
    long[] steps = new long[batch.rank() - 2];
    for (int dim = 0; dim < steps.length; dim++) {
      steps[dim] = batch.stride(dim + 2) * batch.dtype().sizeBytes();
    }
    return steps;
  }

  /** Calls an action for each image of each channel. */
  static void forEach(Tensor batch, Positions.Action action) {
    Positions.forEach(new long[] {batch.size(0), batch.size(1)}, action);
  }
}
