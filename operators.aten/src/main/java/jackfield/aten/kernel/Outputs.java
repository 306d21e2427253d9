package jackfield.aten.kernel;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.KeySets;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.MemoryDomain;
import jackfield.tensor.Shapes;
import jackfield.tensor.Storage;
import jackfield.tensor.Tensor;

/**
 * Makes the tensors that kernels of one backend return, and converts those that they read.
 *
 * <p><em>Threads</em>: immutable; used inside calls.
 */
public final class Outputs {
  private final long keys;
  private final long inferenceKeys;
  private final Copier copier;

  /**
   * Creates the outputs of the backend that serves {@code backend}.
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
   * @param strides of a layout without gaps; null for row-major
   */
  public Tensor allocate(MemoryDomain domain, DType dtype, long[] sizes, long[] strides) {
    Storage storage = domain.allocate(Shapes.elementCount(sizes) * dtype.sizeBytes());
    long tensorKeys = DispatchContext.current().isInference() ? inferenceKeys : keys;
    long[] layout = strides == null ? Shapes.contiguousStrides(sizes) : strides;
    return Tensor.of(tensorKeys, dtype, storage, sizes, layout, 0);
  }

  /** Returns {@code from}, or a copy of it if its type or memory is another than the given. */
  public Tensor convert(Tensor from, DType dtype, MemoryDomain domain) {
    if (from.dtype() == dtype && from.storage().domain() == domain) {
      return from;
    }
    Tensor to = allocate(domain, dtype, from.sizes(), Strides.dense(from));
    if (domain == MemoryDomain.meta()) {
      return to; // there are no elements
    }
    if (from.rank() == 0 && from.device().isHost() && domain == MemoryDomain.host()) {
      // A number beside a tensor, as in x * 0.5: not worth a call of copy_.
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

  /**
   * Gives {@code out} new sizes: its storage is kept if it is large enough.
   *
   * @param strides null for row-major
   */
  public void resize(Tensor out, long[] sizes, long[] strides) {
    long[] layout = strides == null ? Shapes.contiguousStrides(sizes) : strides;
    long elements = out.offset() + Shapes.elementCount(sizes);
    long neededBytes = elements * out.dtype().sizeBytes();
    if (neededBytes <= out.storage().sizeBytes()) {
      out.setGeometry(sizes, layout, out.offset());
    } else {
      Storage larger = out.storage().domain().allocate(neededBytes);
      out.setStorage(larger, sizes, layout, out.offset());
    }
  }
}
