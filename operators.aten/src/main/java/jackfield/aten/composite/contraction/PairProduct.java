package jackfield.aten.composite.contraction;

import jackfield.aten.Aten;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The product of two tensors with the same dimensions, summed along some, as a batched product. */
final class PairProduct {
  private final Aten aten;

  PairProduct(Aten aten) {
    this.aten = aten;
  }

  /** Multiplies, and sums along the dimensions {@code summed}, which get size 1. */
  Tensor product(Tensor left, Tensor right, List<Integer> summed) {
    return summed.isEmpty() ? aten.mul(left, right) : new Split(left, right, summed).product();
  }

  /** The dimensions by the operands that have them. */
  private final class Split {
    private final Tensor left;
    private final Tensor right;
    private final List<Integer> summed;
    private final List<Integer> ofBoth = new ArrayList<>();
    private final List<Integer> ofLeft = new ArrayList<>();
    private final List<Integer> ofRight = new ArrayList<>();

    Split(Tensor left, Tensor right, List<Integer> summed) {
      this.left = left;
      this.right = right;
      this.summed = summed;
      for (int dim = 0; dim < left.rank(); dim++) {
        if (!summed.contains(dim)) {
          group(dim).add(dim);
        }
      }
    }

    private List<Integer> group(int dim) {
      if (left.size(dim) == 1) {
        return ofRight;
      }
      return right.size(dim) == 1 ? ofLeft : ofBoth;
    }

    Tensor product() {
      long batch = size(left, ofBoth);
      long rows = size(left, ofLeft);
      long inner = size(left, summed);
      long columns = size(right, ofRight);
      Tensor first =
          aten.reshape(
              aten.permute(left, order(ofBoth, ofLeft, summed, ofRight)), batch, rows, inner);
      Tensor second =
          aten.reshape(
              aten.permute(right, order(ofBoth, summed, ofRight, ofLeft)), batch, inner, columns);
      Tensor product = aten.view(aten.bmm(first, second), sizes());
      return aten.permute(product, back(order(ofBoth, ofLeft, summed, ofRight)));
    }

    private long[] sizes() {
      long[] sizes = new long[left.rank()];
      int next = 0;
      for (long dim : order(ofBoth, ofLeft, summed, ofRight)) {
        int at = (int) dim;
        sizes[next++] =
            summed.contains(at) ? 1 : ofRight.contains(at) ? right.size(at) : left.size(at);
      }
      return sizes;
    }
  }

  private static long size(Tensor tensor, List<Integer> dims) {
    long size = 1;
    for (int dim : dims) {
      size = Shapes.product(size, tensor.size(dim));
    }
    return size;
  }

  @SafeVarargs
  private static long[] order(List<Integer>... groups) {
    List<Integer> order = new ArrayList<>();
    for (List<Integer> group : groups) {
      order.addAll(group);
    }
    return order.stream().mapToLong(Integer::longValue).toArray();
  }

  private static long[] back(long[] order) {
    long[] back = new long[order.length];
    for (int i = 0; i < order.length; i++) {
      back[(int) order[i]] = i;
    }
    return back;
  }
}
