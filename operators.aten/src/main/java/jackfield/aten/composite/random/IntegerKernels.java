package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;

/**
 * Random integers, each equally likely.
 *
 * <p><em>Errors</em>: an empty range, and bounds that the type cannot represent.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class IntegerKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public IntegerKernels(Aten aten) {
    this.aten = aten;
  }

  /** Writes integers from 0 to the largest one of the type. */
  public Tensor fill(Tensor self, Generator generator) {
    return aten.random_(self, 0, null, generator);
  }

  /** Writes integers from 0 to {@code to}, which is excluded. */
  public Tensor fillTo(Tensor self, long to, Generator generator) {
    return aten.random_(self, 0, (Long) to, generator);
  }

  /** Creates integers from 0 to {@code high}, which is excluded. */
  public Tensor below(
      long high, long[] size, DType dtype, Layout layout, Device device, Boolean pinMemory) {
    return betweenFrom(0, high, size, null, dtype, layout, device, pinMemory);
  }

  /** Creates integers from 0 to {@code high}, which is excluded, drawn from a generator. */
  public Tensor belowFrom(
      long high,
      long[] size,
      Generator generator,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return betweenFrom(0, high, size, generator, dtype, layout, device, pinMemory);
  }

  /** Creates integers from {@code low} to {@code high}, which is excluded. */
  public Tensor between(
      long low,
      long high,
      long[] size,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    return betweenFrom(low, high, size, null, dtype, layout, device, pinMemory);
  }

  /** Creates integers from {@code low} to {@code high}, which is excluded, of a generator. */
  public Tensor betweenFrom(
      long low,
      long high,
      long[] size,
      Generator generator,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory) {
    DType type = dtype == null ? DType.INT64 : dtype;
    Tensor result = aten.empty(size, type, layout, device, pinMemory, null);
    return aten.random_(result, low, (Long) high, generator);
  }

  /** Creates integers from 0 to {@code high}, which is excluded, after a model. */
  public Tensor belowLike(
      Tensor self,
      long high,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    return betweenLike(self, 0, high, dtype, layout, device, pinMemory, memoryFormat);
  }

  /** Creates integers from {@code low} to {@code high}, which is excluded, after a model. */
  public Tensor betweenLike(
      Tensor self,
      long low,
      long high,
      DType dtype,
      Layout layout,
      Device device,
      Boolean pinMemory,
      MemoryFormat memoryFormat) {
    Tensor result = aten.emptyLike(self, dtype, layout, device, pinMemory, memoryFormat);
    return aten.random_(result, low, (Long) high, null);
  }
}
