package jackfield.aten.composite.norm;

import jackfield.aten.Aten;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;

/**
 * Distances of vectors: the norms of their differences.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class DistanceKernels {
  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public DistanceKernels(Aten aten) {
    this.aten = aten;
  }

  /** Returns the norm of the difference of two tensors. */
  public Tensor dist(Tensor self, Tensor other, Scalar p) {
    return aten.linalgVectorNorm(aten.sub(self, other), p, null, false, (DType) null);
  }

  /**
   * Returns the distance of each row of {@code x1} from each row of {@code x2}.
   *
   * @param computeMode 0 to 2 or null: how PyTorch uses products of matrices; not used
   */
  public Tensor cdist(Tensor x1, Tensor x2, double p, Long computeMode) {
    if (computeMode != null && (computeMode < 0 || computeMode > 2)) {
      throw new InvalidArgument(
          "cdist", "compute_mode", "is %d, expected 0 to 2".formatted(computeMode));
    }
    checkOrder("cdist", p);
    requireRows("cdist", x1);
    requireRows("cdist", x2);
    TypeRules.requireSame("cdist", x1, x2);
    if (x1.size(x1.rank() - 1) != x2.size(x2.rank() - 1)) {
      throw new ShapeMismatch("cdist", "the rows differ in length", x1.sizes(), x2.sizes());
    }
    return norms(aten.sub(aten.unsqueeze(x1, -2), aten.unsqueeze(x2, -3)), p);
  }

  /** Returns the distances of the pairs of rows, each pair once. */
  public Tensor pdist(Tensor self, double p) {
    requireRows("pdist", self);
    if (self.rank() != 2) {
      throw new ShapeMismatch("pdist", "expected a matrix", self.sizes());
    }
    checkOrder("pdist", p);
    Tensor places = aten.triuIndices(self.size(0), self.size(0), 1L, null, null, self.device());
    Tensor first = aten.indexSelect(self, 0, aten.select(places, 0, 0));
    Tensor second = aten.indexSelect(self, 0, aten.select(places, 0, 1));
    return norms(aten.sub(first, second), p);
  }

  private static void checkOrder(String operator, double p) {
    if (!(p >= 0)) {
      throw new InvalidArgument(operator, "p", p + " is negative or not a number");
    }
  }

  private static void requireRows(String operator, Tensor tensor) {
    if (tensor.rank() < 2) {
      throw new ShapeMismatch(operator, "expected at least two dimensions", tensor.sizes());
    }
    if (tensor.dtype() != DType.FLOAT32 && tensor.dtype() != DType.FLOAT64) {
      throw new TypeMismatch(operator, "expected float32 or float64, found " + tensor.dtype());
    }
  }

  private Tensor norms(Tensor differences, double p) {
    long[] last = {-1};
    if (differences.size(differences.rank() - 1) == 0) {
      return aten.sum(differences, last); // there is no largest of no elements
    }
    if (p == 0) {
      return aten.sum(aten.abs(aten.sign(differences)), last); // counts, with a gradient of 0
    }
    return aten.linalgVectorNorm(differences, Scalar.of(p), last, false, (DType) null);
  }
}
