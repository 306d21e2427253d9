package jackfield.aten.composite;

import jackfield.aten.Aten;
import jackfield.aten.Sort;
import jackfield.aten.SortStable;
import jackfield.aten.SortValues;
import jackfield.aten.SortValuesStable;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Forms of sorting; all keep the order of equal elements.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class SortingKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public SortingKernels(Aten aten) {
    this.aten = aten;
  }

  /** Orders the elements along {@code dim}. */
  public Sort.Result sort(Tensor self, long dim, boolean descending) {
    SortStable.Result sorted = aten.sort(self, false, dim, descending);
    return new Sort.Result(sorted.values(), sorted.indices());
  }

  /** Orders the elements along {@code dim} into {@code values} and {@code indices}. */
  public SortValues.Result sortValues(
      Tensor self, long dim, boolean descending, Tensor values, Tensor indices) {
    SortValuesStable.Result sorted = aten.sortOut(self, false, dim, descending, values, indices);
    return new SortValues.Result(sorted.values(), sorted.indices());
  }

  /** Returns the positions of the ordered elements along {@code dim}. */
  public Tensor argsort(Tensor self, long dim, boolean descending) {
    return aten.sort(self, false, dim, descending).indices();
  }

  /** Returns the positions of the ordered elements along {@code dim}. */
  public Tensor argsortStable(Tensor self, boolean stable, long dim, boolean descending) {
    return aten.sort(self, stable, dim, descending).indices();
  }

  /** Orders the elements along the first dimension. */
  public Tensor msort(Tensor self) {
    return aten.sort(self, 0, false).values();
  }

  /** Orders the elements along the first dimension into {@code out}. */
  public Tensor msortOut(Tensor self, Tensor out) {
    Tensor indices = aten.newEmpty(self, new long[0], DType.INT64);
    return aten.sortOut(self, 0, false, out, indices).values();
  }
}
