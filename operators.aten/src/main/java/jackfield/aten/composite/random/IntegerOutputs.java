package jackfield.aten.composite.random;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.tensor.Generator;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;

/**
 * Random integers in {@code out} arguments, whose type and device they have.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class IntegerOutputs {
  private static final String OPERATOR = "randint";

  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public IntegerOutputs(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Writes integers from 0 to {@code high}, which is excluded. */
  public Tensor below(long high, long[] size, Tensor out) {
    return betweenFrom(0, high, size, null, out);
  }

  /** Writes integers from 0 to {@code high}, which is excluded, drawn from a generator. */
  public Tensor belowFrom(long high, long[] size, Generator generator, Tensor out) {
    return betweenFrom(0, high, size, generator, out);
  }

  /** Writes integers from {@code low} to {@code high}, which is excluded. */
  public Tensor between(long low, long high, long[] size, Tensor out) {
    return betweenFrom(low, high, size, null, out);
  }

  /** Writes integers from {@code low} to {@code high}, which is excluded, of a generator. */
  public Tensor betweenFrom(long low, long high, long[] size, Generator generator, Tensor out) {
    Tensor drawn = aten.random_(aten.newEmpty(out, size), low, (Long) high, generator);
    return given.into(OPERATOR, drawn, out);
  }

  /** Writes integers from 0 to {@code high}, which is excluded, in the sizes of a model. */
  public Tensor belowLike(Tensor self, long high, MemoryFormat memoryFormat, Tensor out) {
    return betweenLike(self, 0, high, memoryFormat, out);
  }

  /** Writes integers from {@code low} to {@code high}, excluded, in the sizes of a model. */
  public Tensor betweenLike(
      Tensor self, long low, long high, MemoryFormat memoryFormat, Tensor out) {
    Tensor model = aten.emptyLike(self, out.dtype(), null, out.device(), null, memoryFormat);
    return given.into("randint_like", aten.random_(model, low, (Long) high, null), out);
  }
}
