package jackfield.aten.composite;

import jackfield.aten.kernel.MemoryOverlap;
import jackfield.aten.kernel.Outputs;
import jackfield.key.DispatchKey;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/** What the kernels of {@code arange.start_out} have in common: all but the loop. */
public final class ArangeKernels {
  private ArangeKernels() {}

  /**
   * Gives {@code out} as many elements as the range has, unless it has that many.
   *
   * <p>A backend's kernel then writes {@code start + step · i} into element {@code i}, computed in
   * long for integer types and in double for floating ones.
   *
   * @throws jackfield.error.InvalidArgument if the range is none
   * @throws jackfield.tensor.TypeMismatch if {@code out} is boolean or complex
   */
  public static void prepare(Scalar start, Scalar end, Scalar step, Tensor out) {
    long length = Ranges.length("arange", start, end, step, out.dtype());
    MemoryOverlap.refuseInternal("arange", out);
    if (out.elementCount() != length) {
      new Outputs(DispatchKey.CPU, (to, from) -> {}).resize(out, new long[] {length}, null);
    }
  }

  /** Gives {@code out} its sizes, where there are no elements to write. */
  public static Tensor arangeMeta(Scalar start, Scalar end, Scalar step, Tensor out) {
    prepare(start, end, step, out);
    return out;
  }
}
