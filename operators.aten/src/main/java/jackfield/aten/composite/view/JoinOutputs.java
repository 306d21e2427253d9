package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.aten.kernel.Dimensions;
import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The {@code out} forms of joins, which call {@code cat.out}.
 *
 * <p><em>Types</em>: the joined type must be castable to that of {@code out}.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class JoinOutputs {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public JoinOutputs(Aten aten) {
    this.aten = aten;
  }

  /** Joins along a dimension. */
  public Tensor concat(Tensor[] tensors, long dim, Tensor out) {
    return aten.catOut(tensors, dim, out);
  }

  /** Joins along a new dimension. */
  public Tensor stack(Tensor[] tensors, long dim, Tensor out) {
    requireSome("stack", tensors);
    int along = Dimensions.wrap("stack", dim, tensors[0].rank() + 1);
    for (Tensor tensor : tensors) {
      if (!Arrays.equals(tensor.sizes(), tensors[0].sizes())) {
        throw new ShapeMismatch(
            "stack", "expected tensors of one size", tensors[0].sizes(), tensor.sizes());
      }
    }
    return aten.catOut(each(tensors, tensor -> aten.unsqueeze(tensor, along)), along, out);
  }

  /** Joins along the second dimension, vectors along the first. */
  public Tensor horizontally(Tensor[] tensors, Tensor out) {
    requireSome("hstack", tensors);
    Tensor[] parts = each(tensors, aten::atleast1d);
    return aten.catOut(parts, parts[0].rank() == 1 ? 0 : 1, out);
  }

  /** Joins along the first dimension, vectors as rows. */
  public Tensor vertically(Tensor[] tensors, Tensor out) {
    requireSome("vstack", tensors);
    return aten.catOut(each(tensors, aten::atleast2d), 0, out);
  }

  /** Joins along the third dimension. */
  public Tensor deep(Tensor[] tensors, Tensor out) {
    requireSome("dstack", tensors);
    return aten.catOut(each(tensors, aten::atleast3d), 2, out);
  }

  /** Joins along the second dimension, vectors as columns. */
  public Tensor columns(Tensor[] tensors, Tensor out) {
    requireSome("column_stack", tensors);
    return aten.catOut(each(tensors, this::column), 1, out);
  }

  private Tensor column(Tensor tensor) {
    return tensor.rank() > 1 ? tensor : aten.reshape(tensor, tensor.elementCount(), 1);
  }

  private static void requireSome(String operator, Tensor[] tensors) {
    if (tensors.length == 0) {
      throw new InvalidArgument(operator, "tensors", "is empty");
    }
  }

  private static Tensor[] each(Tensor[] tensors, UnaryOperator<Tensor> change) {
    return Arrays.stream(tensors).map(change).toArray(Tensor[]::new);
  }
}
