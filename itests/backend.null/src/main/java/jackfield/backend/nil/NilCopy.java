package jackfield.backend.nil;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.aten.kernel.Outputs;
import jackfield.aten.rule.CopyRules;
import jackfield.key.DispatchKey;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Tensor;

/** Copies within the device, to the device and from it, between all element types. */
final class NilCopy {
  private final Outputs outputs;

  NilCopy(DispatchKey key) {
    outputs = new Outputs(key, (to, from) -> copy(to, from, false));
  }

  /** Writes the elements of {@code from}, broadcast to the sizes of {@code to}, into {@code to}. */
  Tensor copy(Tensor to, Tensor from, boolean nonBlocking) {
    Tensor near = from.device().equals(to.device()) ? from : transferred(from, to);
    ElementwiseIterator it = CopyRules.copy(to, near, nonBlocking).iterateInPlace(outputs, to);
    DType source = it.type(1);
    DType target = it.type(0);
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        convert(source, at[1] + i * step[1], target, at[0] + i * step[0]);
      }
    });
    return it.finish();
  }

  /**
   * Returns the bytes of {@code from} on the device of {@code to}. No bytes are copied here, since
   * the host can read them.
   */
  private static Tensor transferred(Tensor from, Tensor to) {
    Storage bytes = from.storage();
    Storage there = new Storage(to.storage().domain(), bytes.address(), bytes.sizeBytes(), bytes);
    return Tensor.of(
        to.keyBits(), from.dtype(), there, from.sizes(), from.strides(), from.offset());
  }

  private static void convert(DType source, long from, DType target, long to) {
    switch (source.category()) {
      case BOOLEAN, INTEGRAL -> Elements.putLong(target, to, Elements.longAt(source, from));
      case FLOATING -> Elements.putDouble(target, to, Elements.doubleAt(source, from));
      case COMPLEX ->
          Elements.putComplex(
              target, to, Elements.doubleAt(source, from), Elements.imaginaryAt(source, from));
    }
  }
}
