package jackfield.aten.composite.view;

import jackfield.aten.Aten;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Copies in which a view is replaced; differentiated through copying and the view.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class ViewScatters {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public ViewScatters(Aten aten) {
    this.aten = aten;
  }

  /** Replaces one index of a dimension. */
  public Tensor select(Tensor self, Tensor src, long dim, long index) {
    Tensor copy = StridedScatter.copied(aten, self);
    return written("select_scatter", copy, aten.select(copy, dim, index), src);
  }

  /** Replaces indexes of a dimension in steps. */
  public Tensor slice(Tensor self, Tensor src, long dim, Long start, Long end, long step) {
    Tensor copy = StridedScatter.copied(aten, self);
    return written("slice_scatter", copy, aten.slice(copy, dim, start, end, step), src);
  }

  /** Replaces the diagonal of two dimensions. */
  public Tensor diagonal(Tensor self, Tensor src, long offset, long dim1, long dim2) {
    Tensor copy = StridedScatter.copied(aten, self);
    return written("diagonal_scatter", copy, aten.diagonal(copy, offset, dim1, dim2), src);
  }

  private Tensor written(String operator, Tensor copy, Tensor view, Tensor src) {
    if (!Arrays.equals(view.sizes(), src.sizes())) {
      throw new ShapeMismatch(
          operator, "expected src to have the sizes of the view", view.sizes(), src.sizes());
    }
    aten.copy_(view, src);
    return copy;
  }
}
