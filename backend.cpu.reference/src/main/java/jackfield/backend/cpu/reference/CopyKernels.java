package jackfield.backend.cpu.reference;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.SliceIterator;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Copies elements and converts them as C does. */
final class CopyKernels {
  private CopyKernels() {}

  /**
   * Copies the input into the output; the only kernel whose input and output have different types.
   */
  static void copy(ElementwiseIterator it, boolean nonBlocking) {
    DType from = it.type(1);
    DType to = it.type(0);
    it.forEachRow((at, step, count) -> row(from, at[1], step[1], to, at[0], step[0], count));
  }

  /** Copies between tensors of the same sizes. */
  static void copy(Tensor from, Tensor to) {
    SliceIterator lines = SliceIterator.lines(Math.max(from.rank() - 1, 0), to, from);
    lines.forEach(at ->
        row(
            from.dtype(),
            at[1],
            lines.stepBytes(1),
            to.dtype(),
            at[0],
            lines.stepBytes(0),
            lines.length(0)));
  }

  private static void row(
      DType from,
      long source,
      long sourceStep,
      DType to,
      long target,
      long targetStep,
      long count) {
    int bytes = from.sizeBytes();
    if (from == to && sourceStep == bytes && targetStep == bytes) {
      HostBytes.copy(source, target, count * bytes);
      return;
    }
    for (long i = 0; i < count; i++) {
      element(from, source + i * sourceStep, to, target + i * targetStep);
    }
  }

  /** Copies one element; bit for bit if the types are equal. */
  static void element(DType from, long source, DType to, long target) {
    ElementCopy.copy(from, source, to, target);
  }
}
