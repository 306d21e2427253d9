package jackfield.feature.autograd.gradient;

import jackfield.aten.Add_Tensor;
import jackfield.aten.AsStrided;
import jackfield.aten.Copy_;
import jackfield.aten.Div_Tensor;
import jackfield.aten.NewOnes;
import jackfield.aten.NewZeros;
import jackfield.aten.SelectInt;
import jackfield.aten.SumDimIntList;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Geometry;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The gradient of a view with given sizes and strides. The gradient is added to a storage with the
 * geometry of the view, and the result is the storage with the geometry of the viewed tensor.
 *
 * <p>If several elements of the view share one address, their gradients are added. If several
 * elements of the viewed tensor share one address, each gets an equal part.
 */
public final class StridedGradients {
  private final NewZeros newZeros;
  private final NewOnes newOnes;
  private final AsStrided asStrided;
  private final Copy_ copy;
  private final Add_Tensor add;
  private final Div_Tensor div;
  private final SelectInt select;
  private final SumDimIntList sum;

  public StridedGradients(KernelRegistrar kernels) {
    this.newZeros = kernels.operator(NewZeros.TYPE);
    this.newOnes = kernels.operator(NewOnes.TYPE);
    this.asStrided = kernels.operator(AsStrided.TYPE);
    this.copy = kernels.operator(Copy_.TYPE);
    this.add = kernels.operator(Add_Tensor.TYPE);
    this.div = kernels.operator(Div_Tensor.TYPE);
    this.select = kernels.operator(SelectInt.TYPE);
    this.sum = kernels.operator(SumDimIntList.TYPE);
  }

  /**
   * Returns the gradient of the viewed tensor.
   *
   * @param viewOffset the offset of the view; null for the offset of the viewed tensor
   */
  public Tensor asStrided(
      Tensor grad,
      long[] sizes,
      long[] strides,
      long offset,
      long[] viewSizes,
      long[] viewStrides,
      Long viewOffset) {
    long start = viewOffset == null ? offset : viewOffset;
    return gradient(
        grad, new Geometry(sizes, strides, offset), new Geometry(viewSizes, viewStrides, start));
  }

  /**
   * Returns the gradient of a tensor with geometry {@code viewed} from the gradient of its view
   * with geometry {@code view}.
   */
  public Tensor gradient(Tensor grad, Geometry viewed, Geometry view) {
    long shared = Math.min(viewed.offset(), view.offset());
    Geometry from = new Geometry(view.sizes(), view.strides(), view.offset() - shared);
    Geometry to = new Geometry(viewed.sizes(), viewed.strides(), viewed.offset() - shared);
    long extent = Math.max(from.offset() + from.extent(), to.offset() + to.extent());
    Tensor storage = zeros(grad, extent);
    scatter(storage, grad, from);
    if (!overlapping(to).isEmpty()) {
      Tensor count = zeros(grad, extent);
      scatter(count, newOnes.call(grad, to.sizes(), null, null, null, null), to);
      storage = div.call(storage, count);
    }
    return asStrided.call(storage, to.sizes(), to.strides(), to.offset());
  }

  private Tensor zeros(Tensor like, long count) {
    return newZeros.call(like, new long[] {count}, null, null, null, null);
  }

  /** Adds {@code values} to {@code storage} at the addresses of {@code geometry}. */
  private void scatter(Tensor storage, Tensor values, Geometry geometry) {
    List<Integer> repeating = overlapping(geometry);
    if (repeating.isEmpty()) {
      Tensor part =
          asStrided.call(storage, geometry.sizes(), geometry.strides(), geometry.offset());
      copy.call(part, values, false);
    } else {
      add(storage, values, geometry, repeating.getLast());
    }
  }

  /** Adds, one at a time, slices that differ in dimension {@code dim} only. */
  private void add(Tensor storage, Tensor values, Geometry geometry, int dim) {
    long stride = geometry.strides()[dim];
    if (stride == 0) {
      Tensor total = sum.call(values, new long[] {dim}, false, (DType) null);
      addPart(storage, total, without(geometry, dim, 0));
      return;
    }
    for (long i = 0; i < geometry.sizes()[dim]; i++) {
      addPart(storage, select.call(values, dim, i), without(geometry, dim, i * stride));
    }
  }

  private void addPart(Tensor storage, Tensor values, Geometry geometry) {
    List<Integer> repeating = overlapping(geometry);
    if (repeating.isEmpty()) {
      Tensor part =
          asStrided.call(storage, geometry.sizes(), geometry.strides(), geometry.offset());
      add.call(part, values, Scalar.ONE);
    } else {
      add(storage, values, geometry, repeating.getLast());
    }
  }

  private static Geometry without(Geometry geometry, int dim, long moved) {
    return new Geometry(
        without(geometry.sizes(), dim),
        without(geometry.strides(), dim),
        geometry.offset() + moved);
  }

  private static long[] without(long[] values, int dim) {
    long[] rest = new long[values.length - 1];
    System.arraycopy(values, 0, rest, 0, dim);
    System.arraycopy(values, dim + 1, rest, dim, rest.length - dim);
    return rest;
  }

  /**
   * Returns the dimensions, in order, without which no two elements share an address; the
   * dimensions with the smallest strides are kept.
   */
  private static List<Integer> overlapping(Geometry geometry) {
    List<Integer> order = new ArrayList<>();
    for (int dim = 0; dim < geometry.sizes().length; dim++) {
      if (geometry.sizes()[dim] > 1) {
        order.add(dim);
      }
    }
    order.sort((one, other) -> Long.compare(geometry.strides()[one], geometry.strides()[other]));
    List<Integer> overlapping = new ArrayList<>();
    long extent = 1;
    for (int dim : order) {
      if (geometry.strides()[dim] < extent) {
        overlapping.add(dim);
      } else {
        extent += (geometry.sizes()[dim] - 1) * geometry.strides()[dim];
      }
    }
    overlapping.sort(null);
    return overlapping;
  }
}
