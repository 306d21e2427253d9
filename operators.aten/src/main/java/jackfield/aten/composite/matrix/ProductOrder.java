package jackfield.aten.composite.matrix;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;

/** The order in which a chain of matrices is multiplied with the fewest multiplications. */
final class ProductOrder {
  private final Tensor[] matrices;
  private final int[][] cuts;

  /** Finds the order for matrices whose inner sizes agree, by the cheapest cut of each part. */
  ProductOrder(Tensor[] matrices) {
    this.matrices = matrices;
    int count = matrices.length;
    this.cuts = new int[count][count];
    double[][] costs = new double[count][count];
    for (int length = 2; length <= count; length++) {
      for (int first = 0; first + length <= count; first++) {
        findCut(costs, first, first + length - 1);
      }
    }
  }

  private void findCut(double[][] costs, int first, int last) {
    costs[first][last] = Double.POSITIVE_INFINITY;
    double ends = (double) matrices[first].size(0) * matrices[last].size(1);
    for (int cut = first; cut < last; cut++) {
      double cost = costs[first][cut] + costs[cut + 1][last] + ends * matrices[cut].size(1);
      if (cost < costs[first][last]) {
        costs[first][last] = cost;
        cuts[first][last] = cut;
      }
    }
  }

  /** Multiplies the matrices. */
  Tensor multiply(Aten aten) {
    return product(aten, 0, matrices.length - 1);
  }

  private Tensor product(Aten aten, int first, int last) {
    if (first == last) {
      return matrices[first];
    }
    int cut = cuts[first][last];
    return aten.mm(product(aten, first, cut), product(aten, cut + 1, last));
  }
}
