package jackfield.aten.random;

import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;

/**
 * The random numbers of one call. {@link #reserve} moves the generator once, after all checks. Then
 * element {@code i} of the result in row-major order uses the words {@code w · i} to {@code w · i +
 * w - 1} of the call's {@link Philox}, where {@code w} is the number of words of an element. The
 * parts of a complex element count as two elements.
 *
 * <p><em>Threads</em>: several threads may run over ranges of one loop, within its call.
 */
public final class RandomLoop {
  private final ElementwiseIterator it;
  private final Generator.State start;

  private RandomLoop(ElementwiseIterator it, Generator.State start) {
    this.it = it;
    this.start = start;
  }

  /** Processes elements that lie in one row. */
  @FunctionalInterface
  public interface NumberedRow {
    /**
     * Processes elements.
     *
     * @param words the words of the call, of the calling thread
     * @param first the number of the first element
     * @param at the address of the first element, for each operand; valid during the call
     * @param stepBytes the distance between elements, for each operand
     * @param count the number of elements
     */
    void run(Philox words, long first, long[] at, long[] stepBytes, long count);
  }

  /**
   * Reserves the numbers of a call. A call without elements reserves none.
   *
   * @param it the operands, in row-major order
   * @throws InvalidArgument if there is no generator
   */
  public static RandomLoop reserve(ElementwiseIterator it, Generator generator) {
    if (generator == null) {
      throw new InvalidArgument(
          "random", "generator", "must not be null at the key of a backend; call the operator");
    }
    return new RandomLoop(it, it.count() == 0 ? generator.state() : generator.reserve());
  }

  private static int parts(ElementwiseIterator it) {
    return it.type(0).isComplex() ? 2 : 1;
  }

  /** Returns the seed and the offset of the call. */
  public Generator.State start() {
    return start;
  }

  /** Runs over the elements from {@code from} to {@code to}, which is excluded. */
  public void forEachRow(long from, long to, NumberedRow row) {
    Philox words = Philox.of(start);
    long[] next = {from};
    it.forEachRow(
        from,
        to,
        (at, stepBytes, count) -> {
          row.run(words, next[0], at, stepBytes, count);
          next[0] += count;
        });
  }

  /** Writes the elements from {@code from} to {@code to}, which is excluded, of operand 0. */
  public void fill(long from, long to, Distribution distribution) {
    DType type = it.type(0).realType();
    int parts = parts(it);
    forEachRow(
        from,
        to,
        (words, first, at, stepBytes, count) -> {
          for (long i = 0; i < count; i++) {
            for (int part = 0; part < parts; part++) {
              long address = at[0] + i * stepBytes[0] + part * (long) type.sizeBytes();
              distribution.put(words, (first + i) * parts + part, type, address);
            }
          }
        });
  }
}
