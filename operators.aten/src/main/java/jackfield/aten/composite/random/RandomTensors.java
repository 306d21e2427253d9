package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;

/**
 * Factories of uniform numbers from [0, 1) and of numbers from the normal distribution of mean 0
 * and deviation 1: after the model of another tensor, and into {@code out}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class RandomTensors {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public RandomTensors(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Writes uniform numbers. */
  public Tensor uniformOut(long[] size, Tensor out) {
    return uniformFromOut(size, null, out);
  }

  /** Writes uniform numbers of a generator. */
  public Tensor uniformFromOut(long[] size, Generator generator, Tensor out) {
    return given.into("rand", aten.uniform_(aten.newEmpty(out, size), 0, 1, generator), out);
  }

  /** Creates uniform numbers like those of a model. */
  public Tensor uniformLike(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return aten.uniform_(
        aten.emptyLike(self, dtype, layout, device, pinMemory, memoryFormat), 0, 1);
  }

  /** Writes uniform numbers with the sizes of a model. */
  public Tensor uniformLikeOut(Tensor self, MemoryFormat memoryFormat, Tensor out) {
    Tensor drawn = uniformLike(self, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("rand_like", drawn, out);
  }

  /** Writes normally distributed numbers. */
  public Tensor normalOut(long[] size, Tensor out) {
    return normalFromOut(size, null, out);
  }

  /** Writes normally distributed numbers of a generator. */
  public Tensor normalFromOut(long[] size, Generator generator, Tensor out) {
    return given.into("randn", aten.normal_(aten.newEmpty(out, size), 0, 1, generator), out);
  }

  /** Creates normally distributed numbers like those of a model. */
  public Tensor normalLike(
      Tensor self,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return aten.normal_(aten.emptyLike(self, dtype, layout, device, pinMemory, memoryFormat), 0, 1);
  }

  /** Writes normally distributed numbers with the sizes of a model. */
  public Tensor normalLikeOut(Tensor self, MemoryFormat memoryFormat, Tensor out) {
    Tensor drawn = normalLike(self, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("randn_like", drawn, out);
  }
}
