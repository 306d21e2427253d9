package jackfield.aten.kernel;

import jackfield.context.DispatchContext;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;

/**
 * Creates the tensors that kernels of one backend return, and converts their inputs.
 *
 * <p><em>Threads</em>: immutable; used inside calls.
 */
public final class Outputs {
  private final long keys;
  private final long inferenceKeys;
  private final Copier copier;

  /**
   * Creates the outputs of the backend with the key {@code backend}.
   *
   * @param backend the key of the backend's dense tensors, such as {@link DispatchKey#CPU}
   */
  public Outputs(DispatchKey backend, Copier copier) {
    this.keys = KeySets.ofTensor(backend.bits());
    this.inferenceKeys = KeySets.ofInferenceTensor(backend.bits());
    this.copier = copier;
  }

  /**
   * Returns a new tensor whose elements are undefined.
   *
   * @param strides the strides of a layout without gaps; null for row-major
   * @throws jackfield.tensor.ShapeMismatch if the number of elements or bytes overflows
   */
  public Tensor allocate(MemoryDomain domain, DType dtype, long[] sizes, long[] strides) {
    Storage storage = domain.allocate(Shapes.byteCount(sizes, dtype));
    long tensorKeys = DispatchContext.current().isInference() ? inferenceKeys : keys;
    long[] layout = strides == null ? Shapes.contiguousStrides(sizes) : strides;
    return Tensor.of(tensorKeys, dtype, storage, sizes, layout, 0);
  }

  /** Returns {@code from}, or a copy of it if its type or memory domain is not the given one. */
  public Tensor convert(Tensor from, DType dtype, MemoryDomain domain) {
    if (from.dtype() == dtype && from.storage().domain() == domain) {
      return from;
    }
    Tensor to = allocate(domain, dtype, from.sizes(), Strides.dense(from));
    if (domain == MemoryDomain.meta()) {
      return to; // there are no elements
    }
    if (from.rank() == 0 && from.device().isHost() && domain == MemoryDomain.host()) {
      // A number beside a tensor, as in x * 0.5: a call of copy_ would cost more than the
      // conversion.
      Elements.putScalar(dtype, to.address(), Elements.scalarAt(from.dtype(), from.address()));
    } else {
      copier.copy(to, from);
    }
    return to;
  }

  /** Writes the elements of {@code from} into {@code to}. */
  public void copy(Tensor to, Tensor from) {
    copier.copy(to, from);
  }

  /** Returns a copy whose elements have the same order in memory, without gaps. */
  Tensor copyOf(Tensor from) {
    Tensor to = emptyLike(from);
    if (from.storage().domain() != MemoryDomain.meta()) {
      copier.copy(to, from);
    }
    return to;
  }

  /** Returns a new tensor whose elements have the same order in memory, without gaps. */
  Tensor emptyLike(Tensor model) {
    return allocate(model.storage().domain(), model.dtype(), model.sizes(), Strides.dense(model));
  }

  /**
   * Returns a tensor that {@code out} becomes when it is resized, and leaves {@code out} unchanged.
   * The tensor uses the storage of {@code out} if that is large enough, else a larger one. {@link
   * #adopt} resizes {@code out} after the result was written.
   *
   * @param strides the strides of a layout without gaps; null for row-major
   * @throws jackfield.memory.TensorClosed if {@code out} was closed
   * @throws jackfield.tensor.ShapeMismatch if the number of elements or bytes overflows
   */
  public Tensor resized(Tensor out, long[] sizes, long[] strides) {
    Storage storage = out.storage();
    storage.address(); // throws for a closed tensor
    long[] layout = strides == null ? Shapes.contiguousStrides(sizes) : strides;
    long neededBytes = Shapes.reachBytes(sizes, layout, out.offset(), out.dtype());
    if (neededBytes <= storage.sizeBytes()) {
      return out.alias(sizes, layout, out.offset());
    }
    Storage larger = storage.domain().allocate(neededBytes);
    return Tensor.of(out.keyBits(), out.dtype(), larger, sizes, layout, out.offset());
  }

  /** Gives {@code out} the geometry and the storage of {@code written}, and returns it. */
  public static Tensor adopt(Tensor out, Tensor written) {
    if (written == out) {
      return out;
    }
    if (written.storage() == out.storage()) {
      out.setGeometry(written.sizes(), written.strides(), written.offset());
    } else {
      out.setStorage(written.storage(), written.sizes(), written.strides(), written.offset());
    }
    return out;
  }

  /**
   * Resizes {@code out}; its storage is kept if it is large enough.
   *
   * @param strides the strides of a layout without gaps; null for row-major
   * @throws jackfield.memory.TensorClosed if {@code out} was closed
   * @throws jackfield.tensor.ShapeMismatch if the number of elements or bytes overflows
   */
  public void resize(Tensor out, long[] sizes, long[] strides) {
    adopt(out, resized(out, sizes, strides));
  }
}
