package jackfield.tools.fuzz.operator.argument;

import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.List;

/**
 * The recipe for the storage of some arguments: element {@code i} is {@code pattern[i % length] + i
 * * slope}, and the imaginary part of a complex element is the pattern's next value.
 *
 * @param dtype the element type
 * @param count the number of elements
 * @param pattern the values, at least one
 * @param slope the difference between elements one pattern apart
 * @param isClosed whether it is closed before the call
 * @param isAtPageEnd whether it ends where a page without access begins, if the system can do that
 */
public record Memory(
    DType dtype,
    int count,
    List<Double> pattern,
    double slope,
    boolean isClosed,
    boolean isAtPageEnd) {
  /** Checks the fields. */
  public Memory {
    pattern = List.copyOf(pattern);
  }

  /** Creates the recipe for a storage of the usual allocator. */
  public Memory(DType dtype, int count, List<Double> pattern, double slope, boolean isClosed) {
    this(dtype, count, pattern, slope, isClosed, false);
  }

  /** Returns the recipe for the same content in a storage of the usual allocator. */
  public Memory inUsualMemory() {
    return new Memory(dtype, count, pattern, slope, isClosed);
  }

  /** Returns a new one-dimensional tensor over a new storage in host memory. */
  public Tensor onHost() {
    long sizeBytes = (long) count * dtype.sizeBytes();
    Storage storage =
        isAtPageEnd ? PageEnd.allocate(sizeBytes) : MemoryDomain.host().allocate(sizeBytes);
    Tensor whole = HostData.over(storage, dtype, count);
    if (count > 0) {
      HostData.forEachAddress(whole.alias(new long[0], new long[0], 0), this::fill);
    }
    return whole;
  }

  /** Returns a Meta tensor of one dimension with the same number of elements. */
  public Tensor onMeta() {
    return Tensor.of(
        KeySets.ofTensor(DispatchKey.META.bits()),
        dtype,
        MemoryDomain.meta().allocate((long) count * dtype.sizeBytes()),
        new long[] {count},
        new long[] {1},
        0);
  }

  private void fill(long address) {
    for (int i = 0; i < count; i++) {
      long at = address + (long) i * dtype.sizeBytes();
      Elements.putComplex(dtype, at, value(i), value(i + 1));
    }
  }

  public double value(int place) {
    return pattern.get(place % pattern.size()) + (slope == 0 ? 0 : place * slope);
  }
}
