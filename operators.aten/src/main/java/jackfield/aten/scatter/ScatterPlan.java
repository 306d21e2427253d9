package jackfield.aten.scatter;

import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.SliceIterator;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The decisions of a rule about values that are written at positions along one dimension, into a
 * copy of {@code self} or into {@code self}. For each position of the index there is one value at
 * the same place of the source. A tensor without dimensions counts as a vector of one element.
 */
public final class ScatterPlan extends OutputPlan {
  private static final int INDEX = 1;
  private static final int SOURCE = 2;

  private final int dim;
  private final Reduction reduction;
  private final boolean includesSelf;
  private final Scalar number;

  private ScatterPlan(
      String operator,
      int dim,
      Reduction reduction,
      boolean includesSelf,
      Scalar number,
      Tensor[] inputs,
      OutputSpec spec) {
    super(operator, inputs, spec);
    this.dim = dim;
    this.reduction = reduction;
    this.includesSelf = includesSelf;
    this.number = number;
  }

  /**
   * Plans values from a tensor that replace elements.
   *
   * @param dim the dimension, counted from 0
   * @param index the positions along {@code dim}, of the rank of {@code self}
   * @param source null for one number at all positions
   * @throws jackfield.tensor.TypeMismatch if the tensors are on several devices
   */
  public static ScatterPlan of(
      String operator, int dim, Tensor self, Tensor index, Tensor source, OutputSpec spec) {
    Tensor[] inputs = {self, index, source};
    return new ScatterPlan(operator, dim, Reduction.ASSIGN, true, Scalar.ONE, inputs, spec);
  }

  /** Returns this plan with the number that is written, or by which the source is multiplied. */
  public ScatterPlan with(Scalar chosen) {
    return changed(reduction, includesSelf, chosen);
  }

  /**
   * Returns this plan for values that are combined.
   *
   * @param isIncluded whether the elements of {@code self} are combined with the values, or
   *     replaced by what they combine to
   */
  public ScatterPlan with(Reduction chosen, boolean isIncluded) {
    return changed(chosen, isIncluded, number);
  }

  private ScatterPlan changed(Reduction chosen, boolean isIncluded, Scalar value) {
    Tensor[] inputs = {input(0), input(INDEX), input(SOURCE)};
    return new ScatterPlan(operator(), dim, chosen, isIncluded, value, inputs, spec(0));
  }

  /** Returns the dimension along which the positions are, counted from 0. */
  public int dim() {
    return dim;
  }

  /** Returns how values and elements are combined. */
  public Reduction reduction() {
    return reduction;
  }

  /** Returns whether the elements of {@code self} are combined with the values. */
  public boolean includesSelf() {
    return includesSelf;
  }

  /** Returns the number that is written, or by which the source is multiplied. */
  public Scalar number() {
    return number;
  }

  /** Returns whether the values are in a tensor; otherwise they are the number. */
  public boolean hasSource() {
    return input(SOURCE) != null;
  }

  /** Returns how many positions there are along the dimension. */
  public long size() {
    return vector(input(0)).size(dim);
  }

  /**
   * Returns the lines of the output, the index and the source, which is absent for a number. The
   * output and the source are cut to the sizes of the index in the other dimensions.
   */
  public SliceIterator lines() {
    Tensor index = vector(input(INDEX));
    return SliceIterator.lines(
        dim, cut(output(0), index), index, hasSource() ? cut(input(SOURCE), index) : null);
  }

  /** Returns the lines of the index alone. */
  public SliceIterator indexLines() {
    return SliceIterator.lines(dim, vector(input(INDEX)));
  }

  /** The body copies {@code self} before it writes, so that {@code out} may be that tensor. */
  @Override
  protected boolean mayBeSelf() {
    return true;
  }

  private Tensor cut(Tensor tensor, Tensor index) {
    Tensor whole = vector(tensor);
    long[] sizes = index.sizes().clone();
    sizes[dim] = whole.size(dim);
    return whole.alias(sizes, whole.strides(), whole.offset());
  }

  private static Tensor vector(Tensor tensor) {
    long[] one = {1};
    return tensor.rank() == 0 ? tensor.alias(one, one, tensor.offset()) : tensor;
  }
}
