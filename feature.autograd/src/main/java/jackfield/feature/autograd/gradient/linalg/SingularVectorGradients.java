package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.AddTensor;
import jackfield.aten.Amax;
import jackfield.aten.Diagonal;
import jackfield.aten.DivTensor;
import jackfield.aten.Eye;
import jackfield.aten.Imag;
import jackfield.aten.MH;
import jackfield.aten.Matmul;
import jackfield.aten.MulTensor;
import jackfield.aten.Narrow;
import jackfield.aten.SubTensor;
import jackfield.aten.Unsqueeze;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The gradient of singular values and vectors.
 *
 * <p><em>Source</em>: PyTorch 2.6; for the singular values Townsend: Differentiating the singular
 * value decomposition, 2016.
 */
public final class SingularVectorGradients {
  private static final long[] ALL = {};
  private static final double ALLOWED = 1e-2; // of the check for complex vectors, as PyTorch's

  private final AddTensor add;
  private final SubTensor sub;
  private final MulTensor mul;
  private final DivTensor div;
  private final Matmul matmul;
  private final MH adjoint;
  private final Unsqueeze unsqueeze;
  private final Narrow narrow;
  private final Diagonal diagonal;
  private final Eye eye;
  private final Imag imag;
  private final Amax amax;

  public SingularVectorGradients(KernelRegistrar kernels) {
    this.add = kernels.operator(AddTensor.TYPE);
    this.sub = kernels.operator(SubTensor.TYPE);
    this.mul = kernels.operator(MulTensor.TYPE);
    this.div = kernels.operator(DivTensor.TYPE);
    this.matmul = kernels.operator(Matmul.TYPE);
    this.adjoint = kernels.operator(MH.TYPE);
    this.unsqueeze = kernels.operator(Unsqueeze.TYPE);
    this.narrow = kernels.operator(Narrow.TYPE);
    this.diagonal = kernels.operator(Diagonal.TYPE);
    this.eye = kernels.operator(Eye.TYPE);
    this.imag = kernels.operator(Imag.TYPE);
    this.amax = kernels.operator(Amax.TYPE);
  }

  /**
   * Returns the gradient of the matrices of a singular value decomposition {@code A = U diag(S)
   * Vh}. Singular values are taken to be distinct and, for matrices that are not square or are
   * complex, not to be 0. Gradients of the vectors that full matrices add are ignored.
   *
   * @param gradU the gradient of {@code U}; null for none, as for the next two
   * @throws AutogradMisuse if the decomposition has computed no vectors, or the incoming gradients
   *     depend on the phases of complex vectors, which are arbitrary; the latter is checked for
   *     tensors in host memory
   */
  public Tensor svd(Tensor gradU, Tensor gradS, Tensor gradVh, Tensor u, Tensor s, Tensor vh) {
    if (u.rank() < 2) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "_linalg_svd has no gradient without vectors; call it with compute_uv=True");
    }
    long values = s.size(s.rank() - 1);
    Tensor ofU = first(gradU, -1, values);
    Tensor ofVh = first(gradVh, -2, values);
    Factors factors = new Factors(first(u, -1, values), s, first(vh, -2, values));
    return ofU == null && ofVh == null
        ? factors.between(rows(gradS, factors.vh))
        : factors.gradient(ofU, gradS, ofVh);
  }

  private Tensor first(Tensor tensor, long dim, long count) {
    boolean fits = tensor == null || tensor.size(tensor.rank() + (int) dim) == count;
    return fits ? tensor : narrow.call(tensor, dim, 0, count);
  }

  /** Multiplies each row by a number. */
  private Tensor rows(Tensor numbers, Tensor matrix) {
    return mul.call(unsqueeze.call(numbers, -1), matrix);
  }

  /** Multiplies each column by a number. */
  private Tensor columns(Tensor matrix, Tensor numbers) {
    return mul.call(matrix, unsqueeze.call(numbers, -2));
  }

  private Tensor plus(Tensor a, Tensor b) {
    return a == null ? b : b == null ? a : add.call(a, b, Scalar.ONE);
  }

  private Tensor minus(Tensor a, Tensor b) {
    return sub.call(a, b, Scalar.ONE);
  }

  /** The factors without what full matrices add. */
  private final class Factors {
    private final Tensor u;
    private final Tensor s;
    private final Tensor vh;
    private final long rows;
    private final long columns;
    private final Tensor identity;

    Factors(Tensor u, Tensor s, Tensor vh) {
      this.u = u;
      this.s = s;
      this.vh = vh;
      this.rows = u.size(u.rank() - 2);
      this.columns = vh.size(vh.rank() - 1);
      this.identity = eye.call(s.size(s.rank() - 1), s.dtype(), null, s.device(), null);
    }

    /** Returns {@code U middle}, for a middle that is multiplied by Vh already. */
    Tensor between(Tensor middle) {
      return matmul.call(u, middle);
    }

    Tensor gradient(Tensor gradU, Tensor gradS, Tensor gradVh) {
      Tensor ofU = gradU == null ? null : skew(matmul.call(adjoint.call(u), gradU));
      Tensor ofV = gradVh == null ? null : skew(matmul.call(vh, adjoint.call(gradVh)));
      if (u.dtype().isComplex()) {
        checkPhases(ofU, ofV);
      }
      Tensor middle = middle(ofU, gradS, ofV);
      if (rows > columns && gradU != null) {
        Tensor scaled = div.call(gradU, unsqueeze.call(s, -2));
        Tensor outside = minus(scaled, matmul.call(u, matmul.call(adjoint.call(u), scaled)));
        return matmul.call(plus(matmul.call(u, middle), outside), vh);
      }
      if (rows < columns && gradVh != null) {
        Tensor scaled = div.call(gradVh, unsqueeze.call(s, -1));
        Tensor outside = minus(scaled, matmul.call(matmul.call(scaled, adjoint.call(vh)), vh));
        return between(plus(matmul.call(middle, vh), outside));
      }
      return rows >= columns
          ? between(matmul.call(middle, vh))
          : matmul.call(matmul.call(u, middle), vh);
    }

    private Tensor skew(Tensor matrix) {
      return minus(matrix, adjoint.call(matrix));
    }

    /** Returns {@code (ofU S + S ofV) / E + diag(gradS)}, for the differences E of squares. */
    private Tensor middle(Tensor ofU, Tensor gradS, Tensor ofV) {
      Tensor square = mul.call(s, s);
      Tensor differences = minus(unsqueeze.call(square, -2), unsqueeze.call(square, -1));
      // The diagonal divides zeros, so it may be anything but 0.
      Tensor divisors = plus(differences, identity);
      Tensor left = ofU == null ? null : columns(div.call(ofU, divisors), s);
      Tensor right = ofV == null ? null : rows(s, div.call(ofV, divisors));
      Tensor middle = plus(left, right);
      if (gradS != null) {
        middle = plus(middle, rows(gradS, identity));
      }
      if (ofU != null && ofV != null && u.dtype().isComplex()) {
        Tensor phases = div.call(diagonal.call(ofU, 0, -2, -1), plus(s, s));
        middle = plus(middle, rows(phases, identity));
      }
      return middle;
    }

    /**
     * Each pair of vectors may be multiplied by a number of magnitude 1. A loss that such a number
     * changes is not defined.
     */
    private void checkPhases(Tensor ofU, Tensor ofV) {
      if (!s.device().isHost() || s.elementCount() == 0) {
        return;
      }
      Tensor sum = imag.call(diagonal.call(plus(ofU, ofV), 0, -2, -1));
      double largest = HostData.item(amax.call(mul.call(sum, sum), ALL, false)).toDouble();
      double allowed = ALLOWED * (ofU != null && ofV != null ? 1 + largestImaginary(ofV) : 1);
      if (largest > allowed * allowed) {
        throw new AutogradMisuse(
            AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
            "the gradients of U and Vh depend on the phases of complex singular vectors, which are"
                + " arbitrary; use a loss that does not, such as one of U U^H");
      }
    }

    private double largestImaginary(Tensor matrix) {
      Tensor part = imag.call(diagonal.call(matrix, 0, -2, -1));
      return Math.sqrt(HostData.item(amax.call(mul.call(part, part), ALL, false)).toDouble());
    }
  }
}
