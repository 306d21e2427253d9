package jackfield.aten.composite.allocation;

import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The part of the kernels of {@code arange.start_out} that all backends share: everything but the
 * loop.
 */
public final class ArangeKernels {
  private ArangeKernels() {}

  /**
   * Resizes {@code out} to the number of elements in the range, unless it has that number already.
   *
   * <p>A backend's kernel then writes {@code start + step · i} into element {@code i}, computed in
   * long for integer types and in double for floating ones.
   *
   * @throws jackfield.error.InvalidArgument if the arguments describe no range
   * @throws jackfield.tensor.TypeMismatch if {@code out} is boolean or complex
   */
  public static void prepare(Scalar start, Scalar end, Scalar step, Tensor out) {
    long length = Ranges.length("arange", start, end, step, out.dtype());
    MemoryOverlap.refuseInternal("arange", out);
    if (out.elementCount() != length) {
      new Outputs(DispatchKey.CPU, (to, from) -> {}).resize(out, new long[] {length}, null);
    }
  }

  /** Resizes {@code out} on the Meta device, where there are no elements to write. */
  public static Tensor arangeMeta(Scalar start, Scalar end, Scalar step, Tensor out) {
    prepare(start, end, step, out);
    return out;
  }
}
