package jackfield.aten.index;

import jackfield.aten.kernel.Broadcast;
import jackfield.aten.kernel.OutputPlan;
import jackfield.aten.kernel.OutputSpec;
import jackfield.aten.kernel.ParameterBlock;
import jackfield.aten.kernel.Strides;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The decisions of a rule about a kernel that reads or writes the elements of a tensor at indexes
 * given by other tensors. An index applies to one dimension; a mask applies to as many as it has;
 * null keeps a dimension whole.
 *
 * <p>The body calls {@link #elements} once, before it writes. It turns masks into positions and
 * checks all indexes. Negative indexes count from the end.
 */
public final class IndexPlan extends OutputPlan {
  private IndexPlan(
      String operator, Tensor indexed, Tensor[] indices, Tensor values, OutputSpec spec) {
    super(operator, inputs(indexed, indices, values), spec);
  }

  private static Tensor[] inputs(Tensor indexed, Tensor[] indices, Tensor values) {
    Tensor[] inputs = new Tensor[indices.length + 2];
    inputs[0] = indexed;
    System.arraycopy(indices, 0, inputs, 1, indices.length);
    inputs[indices.length + 1] = values;
    return inputs;
  }

  /**
   * Plans reading. The result has the broadcast sizes of the indexes in place of the indexed
   * dimensions if these are adjacent, else in front. Its dimensions have the order in memory of
   * those of the operands. Its sizes depend on elements if there is a mask.
   *
   * @param indices int64 or int32 indexes, bool or uint8 masks, or null
   * @throws TypeMismatch if an index has another type
   * @throws ShapeMismatch if a mask does not have the sizes of its dimensions, if indexes do not
   *     broadcast, or if there are more of them than dimensions
   */
  public static IndexPlan reading(String operator, Tensor self, Tensor[] indices) {
    boolean masked = check(operator, self, indices);
    OutputSpec spec =
        masked
            ? OutputSpec.sizedByBody(self.dtype())
            : spec(self, new IndexedDimensions(operator, self, padded(self, indices)));
    return new IndexPlan(operator, self, indices, null, spec);
  }

  private static OutputSpec spec(Tensor self, IndexedDimensions dimensions) {
    long[] sizes = dimensions.sizes();
    long[] strides = Strides.dense(sizes, dimensions.strides(self));
    return new OutputSpec(self.dtype(), sizes).withStrides(strides);
  }

  /**
   * Plans reading where a mask is true; both are broadcast to common sizes.
   *
   * @param mask bool
   * @throws TypeMismatch if the mask has another type
   * @throws ShapeMismatch if the sizes do not broadcast
   */
  public static IndexPlan selecting(String operator, Tensor self, Tensor mask) {
    if (mask.dtype() != DType.BOOL) {
      throw new TypeMismatch(operator, "expected mask to be bool, found " + mask.dtype());
    }
    long[] common = Broadcast.sizes(operator, self.sizes(), mask.sizes());
    long[] sizes = common.length == 0 ? new long[] {1} : common;
    return reading(operator, expanded(self, sizes), new Tensor[] {expanded(mask, sizes)});
  }

  /**
   * Plans writing.
   *
   * @param indices as in {@link #reading}
   * @param values of the type of {@code self}; broadcast to the sizes that reading would return
   * @throws TypeMismatch if an index or {@code values} has another type
   * @throws ShapeMismatch as {@link #reading} does, or if {@code values} does not broadcast
   */
  public static IndexPlan writing(String operator, Tensor self, Tensor[] indices, Tensor values) {
    if (values.dtype() != self.dtype()) {
      throw new TypeMismatch(
          operator, "expected values to be %s, found %s".formatted(self.dtype(), values.dtype()));
    }
    if (!check(operator, self, indices)) {
      checkValues(operator, values, new IndexedDimensions(operator, self, padded(self, indices)));
    }
    OutputSpec spec = new OutputSpec(self.dtype(), self.sizes()).withStrides(Strides.dense(self));
    return new IndexPlan(operator, self, indices, values, spec.rowMajorIfResized());
  }

  private static Tensor expanded(Tensor tensor, long[] sizes) {
    return tensor.alias(sizes, Broadcast.strides(tensor, sizes), tensor.offset());
  }

  // ---- checks that need no elements

  /** Returns whether there is a mask. */
  private static boolean check(String operator, Tensor self, Tensor[] indices) {
    if (indices.length > self.rank()) {
      throw new ShapeMismatch(operator, "there are more indexes than dimensions", self.sizes());
    }
    boolean masked = false;
    int dim = 0;
    for (Tensor index : indices) {
      boolean isMask = index != null && isMask(operator, index);
      masked |= isMask;
      int covered = isMask ? index.rank() : 1;
      if (dim + covered > self.rank()) {
        throw new ShapeMismatch(operator, "there are more indexes than dimensions", self.sizes());
      }
      if (isMask && !matches(index, self, dim)) {
        throw new ShapeMismatch(
            operator,
            "the mask for dimension %d does not have its sizes".formatted(dim),
            self.sizes(),
            index.sizes());
      }
      dim += covered;
    }
    return masked;
  }

  private static boolean isMask(String operator, Tensor index) {
    return switch (index.dtype()) {
      case BOOL, UINT8 -> true;
      case INT64, INT32 -> false;
      default ->
          throw new TypeMismatch(
              operator,
              "expected indexes to be int64, int32, bool or uint8, found " + index.dtype());
    };
  }

  private static boolean matches(Tensor mask, Tensor self, int first) {
    long[] covered = Arrays.copyOfRange(self.sizes(), first, first + mask.rank());
    return Arrays.equals(mask.sizes(), covered);
  }

  private static void checkValues(String operator, Tensor values, IndexedDimensions dimensions) {
    if (!Broadcast.expands(values.sizes(), dimensions.sizes())) {
      throw new ShapeMismatch(
          operator,
          "values do not broadcast to the indexed elements",
          dimensions.sizes(),
          values.sizes());
    }
  }

  private static Tensor[] padded(Tensor self, Tensor[] indices) {
    return Arrays.copyOf(indices, self.rank());
  }

  /** Writing an element at several indexes is the caller's business: the last value stays. */
  @Override
  protected boolean mayRepeat() {
    return values() != null;
  }

  /** Returns what is read, or the model of what is written. */
  private Tensor indexed() {
    return input(0);
  }

  /** Returns null if the plan reads. */
  private Tensor values() {
    return input(inputCount() - 1);
  }

  // ---- for the body

  /**
   * Returns the elements to copy; for a plan that reads, operand 0 is the result and operand 1 is
   * the indexed tensor; for a plan that writes, operand 0 is the indexed output, which contains
   * {@code self}, and operand 1 is the values.
   *
   * @throws InvalidArgument if an index is out of range; nothing was written then
   * @throws ShapeMismatch if positions from masks do not broadcast with the other indexes
   */
  public IndexIterator elements() {
    Tensor[] found =
        Arrays.copyOf(positions(mask -> NonzeroPositions.of(mask, outputs())), indexed().rank());
    IndexedDimensions dimensions = new IndexedDimensions(operator(), indexed(), found);
    if (values() != null) {
      return elementsToWrite(dimensions);
    }
    IndexIterator elements = new IndexIterator(dimensions, indexed());
    Tensor result = output(0) == null ? create(0, dimensions.sizes()) : output(0);
    elements.place(result, indexed(), false);
    return elements;
  }

  /** What a backend does whose elements the host cannot read. */
  public interface Reader {
    /** Returns the number of true elements of a mask. */
    long count(Tensor mask);

    /** Writes the positions of the true elements of a mask, one in a row, into an int64 tensor. */
    void write(Tensor mask, Tensor positions);

    /** Throws if an index is not in the range from {@code -size} to {@code size - 1}. */
    void check(Tensor index, long size);
  }

  /**
   * Returns the elements to copy as {@link #elements} does, as plain numbers; {@link
   * IndexIterator#parameters} says which. The body checks each index again when it uses it.
   *
   * @param reader reads masks and indexes; it is called before anything is written
   */
  public ParameterBlock parameters(Reader reader) {
    Tensor[] found = Arrays.copyOf(positions(mask -> positions(mask, reader)), indexed().rank());
    IndexedDimensions dimensions = new IndexedDimensions(operator(), indexed(), found);
    boolean isRead = Shapes.elementCount(dimensions.sizes()) > 0;
    for (int dim = 0; dim < found.length; dim++) {
      if (isRead && found[dim] != null) {
        reader.check(found[dim], indexed().size(dim));
      }
    }
    if (values() == null) {
      Tensor result = output(0) == null ? create(0, dimensions.sizes()) : output(0);
      return IndexIterator.parameters(dimensions, result, indexed(), false);
    }
    checkValues(operator(), values(), dimensions);
    if (output(0) != input(0)) {
      outputs().copy(output(0), input(0));
    }
    return IndexIterator.parameters(dimensions, values(), output(0), true);
  }

  private Tensor positions(Tensor mask, Reader reader) {
    long[] sizes = {reader.count(mask), mask.rank()};
    Tensor all = outputs().allocate(mask.storage().domain(), DType.INT64, sizes, null);
    reader.write(mask, all);
    return all;
  }

  private IndexIterator elementsToWrite(IndexedDimensions dimensions) {
    checkValues(operator(), values(), dimensions);
    IndexIterator elements = new IndexIterator(dimensions, output(0));
    if (output(0) != input(0)) {
      outputs().copy(output(0), input(0));
    }
    elements.place(values(), output(0), true);
    return elements;
  }

  /** Returns the indexes, with the positions of true elements in place of each mask. */
  private Tensor[] positions(UnaryOperator<Tensor> ofMask) {
    List<Tensor> found = new ArrayList<>();
    for (int number = 1; number < inputCount() - 1; number++) {
      Tensor index = input(number);
      if (index != null && isMask(operator(), index)) {
        Tensor all = ofMask.apply(index);
        for (int dim = 0; dim < index.rank(); dim++) {
          found.add(
              all.alias(new long[] {all.size(0)}, new long[] {index.rank()}, all.offset() + dim));
        }
      } else {
        found.add(index);
      }
    }
    return found.toArray(Tensor[]::new);
  }
}
