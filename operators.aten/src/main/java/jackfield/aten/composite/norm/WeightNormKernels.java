package jackfield.aten.composite.norm;

import jackfield.aten.Aten;
import jackfield.aten._WeightNormInterface;
import jackfield.aten._WeightNormInterfaceOut;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.rule.TypeRules;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Weights that are given by their direction and their norm: {@code v g / |v|}.
 *
 * <p><em>Shapes</em>: norms have the size of {@code v} in one dimension and 1 in the others.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class WeightNormKernels {
  private final Aten aten;
  private final GivenResults given;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public WeightNormKernels(Aten aten) {
    this.aten = aten;
    this.given = new GivenResults(aten);
  }

  /** Returns the norms along all dimensions but one; the norm of all for dimension -1. */
  public Tensor normExcept(Tensor v, long pow, long dim) {
    Scalar order = Scalar.of((double) pow);
    if (dim == -1) {
      return aten.norm(v, order);
    }
    requireDimension("norm_except_dim", v, dim);
    long[] others = LongStream.range(0, v.rank()).filter(d -> d != dim).toArray();
    Tensor norms = others.length == 0 ? aten.abs(v) : aten.norm(v, order, others, true);
    return aten.contiguous(norms);
  }

  /** Returns weights of direction {@code v} and norm {@code g}. */
  public Tensor weightNorm(Tensor v, Tensor g, long dim) {
    boolean isHalf = v.dtype() == DType.FLOAT16 || g.dtype() == DType.FLOAT16; // promotes types
    if (v.rank() > 0 && !isHalf && (dim == 0 || dim == v.rank() - 1)) {
      return aten._weightNormInterface(v, g, dim).first();
    }
    Tensor rows = aten.contiguous(v);
    return aten.mul(rows, aten.div(g, aten.normExceptDim(rows, 2, dim)));
  }

  /** Returns weights of direction {@code v} and norm {@code g}, and the norms of {@code v}. */
  public _WeightNormInterface.Result weightNormInterface(Tensor v, Tensor g, long dim) {
    String operator = "_weight_norm_interface";
    requireDimension(operator, v, dim);
    TypeRules.refuse(operator, TypeRules.NOT_REAL, v.dtype());
    TypeRules.requireSame(operator, v, g);
    if (dim != 0 && dim != v.rank() - 1) {
      throw new InvalidArgument(
          operator, "dim", "is %d, expected the first or the last dimension".formatted(dim));
    }
    long[] sizes = new long[v.rank()];
    Arrays.fill(sizes, 1);
    sizes[(int) dim] = v.size((int) dim);
    if (!Arrays.equals(sizes, g.sizes())) {
      throw new ShapeMismatch(operator, "expected a norm for each index", sizes, g.sizes());
    }
    boolean isNarrow = v.dtype() == DType.BFLOAT16;
    Tensor wide = isNarrow ? aten.to(v, DType.FLOAT32) : v;
    Tensor norms = aten.normExceptDim(wide, 2, dim);
    Tensor weights = aten.mul(wide, aten.div(g, norms));
    Tensor rows = aten.contiguous(aten.to(weights, v.dtype()));
    return new _WeightNormInterface.Result(rows, norms);
  }

  /** Writes the weights and the norms into given tensors. */
  public _WeightNormInterfaceOut.Result weightNormInterfaceOut(
      Tensor v, Tensor g, long dim, Tensor out0, Tensor out1) {
    _WeightNormInterface.Result both = aten._weightNormInterface(v, g, dim);
    Tensor[] results = {both.first(), both.second()};
    given.intoAll("_weight_norm_interface", results, out0, out1);
    return new _WeightNormInterfaceOut.Result(out0, out1);
  }

  private static void requireDimension(String operator, Tensor v, long dim) {
    if (dim < 0 || dim >= v.rank()) {
      throw new InvalidArgument(
          operator, "dim", "is %d, expected 0 to %d".formatted(dim, v.rank() - 1));
    }
  }
}
