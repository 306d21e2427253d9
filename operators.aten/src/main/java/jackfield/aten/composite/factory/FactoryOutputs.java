package jackfield.aten.composite.factory;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The {@code out} forms of factories. The result has the type and device of {@code out}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class FactoryOutputs {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public FactoryOutputs(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Writes a matrix with ones on its diagonal. */
  public Tensor eye(long n, Tensor out) {
    return eyeM(n, n, out);
  }

  /** Writes a matrix of {@code m} columns with ones on its diagonal. */
  public Tensor eyeM(long n, long m, Tensor out) {
    return given.into("eye", aten.eye(n, m, out.dtype(), null, out.device(), null), out);
  }

  /** Writes a number. */
  public Tensor scalarTensor(Scalar s, Tensor out) {
    Tensor result = aten.scalarTensor(s, out.dtype(), null, out.device(), null);
    return given.into("scalar_tensor", result, out);
  }

  /** Writes zeros. */
  public Tensor zeros(long[] size, Tensor out) {
    return given.into("zeros", aten.zeros(size, out.dtype(), null, out.device(), null), out);
  }

  /** Writes ones. */
  public Tensor ones(long[] size, Tensor out) {
    return given.into("ones", aten.ones(size, out.dtype(), null, out.device(), null), out);
  }

  /** Writes one value. */
  public Tensor full(long[] size, Scalar fillValue, Tensor out) {
    Tensor result = aten.full(size, fillValue, out.dtype(), null, out.device(), null);
    return given.into("full", result, out);
  }

  /** Writes zeros with the sizes of a model. */
  public Tensor zerosLike(Tensor self, MemoryFormat memoryFormat, Tensor out) {
    Tensor result = aten.zerosLike(self, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("zeros_like", result, out);
  }

  /** Writes ones with the sizes of a model. */
  public Tensor onesLike(Tensor self, MemoryFormat memoryFormat, Tensor out) {
    Tensor result = aten.onesLike(self, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("ones_like", result, out);
  }

  /** Writes one value with the sizes of a model. */
  public Tensor fullLike(Tensor self, Scalar fillValue, MemoryFormat memoryFormat, Tensor out) {
    Tensor result =
        aten.fullLike(self, fillValue, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("full_like", result, out);
  }

  /** Writes zeros. */
  public Tensor newZeros(Tensor self, long[] size, Tensor out) {
    return given.into(
        "new_zeros", aten.newZeros(self, size, out.dtype(), null, out.device(), null), out);
  }

  /** Writes ones. */
  public Tensor newOnes(Tensor self, long[] size, Tensor out) {
    return given.into(
        "new_ones", aten.newOnes(self, size, out.dtype(), null, out.device(), null), out);
  }

  /** Writes one value. */
  public Tensor newFull(Tensor self, long[] size, Scalar fillValue, Tensor out) {
    Tensor result = aten.newFull(self, size, fillValue, out.dtype(), null, out.device(), null);
    return given.into("new_full", result, out);
  }

  /** Copies a tensor, converted to the type and device of {@code out}. */
  public Tensor toCopy(Tensor self, boolean nonBlocking, MemoryFormat memoryFormat, Tensor out) {
    Tensor result =
        aten._toCopy(self, out.dtype(), null, out.device(), null, nonBlocking, memoryFormat);
    return given.into("_to_copy", result, out);
  }
}
