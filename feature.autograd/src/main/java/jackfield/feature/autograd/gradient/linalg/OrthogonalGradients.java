package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.Tensor;

/**
 * The gradients of orthonormal columns and triangular matrices, and of Householder reflectors.
 *
 * <p><em>Source</em>: PyTorch 2.6; Walter, Lehmann, Lamour: On evaluating higher-order derivatives
 * of the QR decomposition of tall matrices with full column rank, 2012.
 */
public final class OrthogonalGradients {
  private final Aten aten;

  public OrthogonalGradients(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the gradient of matrices {@code A = Q R}.
   *
   * @param gradQ null for none, as {@code gradR}
   * @throws AutogradMisuse if the mode is r, or it is complete and there are more rows than columns
   */
  public Tensor qr(Tensor gradQ, Tensor gradR, Tensor q, Tensor r, String mode) {
    if (mode.equals("r")) {
      throw refusal("linalg_qr has no gradient with mode=\"r\", which computes no Q");
    }
    long rows = q.size(q.rank() - 2);
    long columns = r.size(r.rank() - 1);
    if (mode.equals("complete") && rows > columns) {
      throw refusal("linalg_qr has no gradient with mode=\"complete\" and more rows than columns");
    }
    if (rows >= columns) {
      return square(gradQ, gradR, q, r);
    }
    if (gradR == null) {
      Tensor first = square(gradQ, null, q, aten.narrow(r, -1, 0, rows));
      return aten.constantPadNd(first, 0, columns - rows);
    }
    Tensor rest = aten.narrow(r, -1, rows, columns - rows);
    Tensor ofRest = aten.narrow(gradR, -1, rows, columns - rows);
    Tensor throughRest = aten.matmul(aten.matmul(q, rest), aten.mH(ofRest));
    Tensor ofQ = gradQ == null ? throughRest : aten.add(gradQ, throughRest);
    Tensor ofSquare = aten.narrow(gradR, -1, 0, rows);
    Tensor first = square(ofQ, ofSquare, q, aten.narrow(r, -1, 0, rows));
    return aten.cat(new Tensor[] {first, aten.matmul(q, ofRest)}, -1);
  }

  private static AutogradMisuse refusal(String text) {
    return new AutogradMisuse(AutogradMisuse.Kind.NOT_DIFFERENTIABLE, text);
  }

  /** The gradient for a square matrix R. */
  private Tensor square(Tensor gradQ, Tensor gradR, Tensor q, Tensor r) {
    Tensor ofR = gradR == null ? null : aten.matmul(gradR, aten.mH(r));
    Tensor ofQ = gradQ == null ? null : aten.matmul(aten.mH(q), gradQ);
    Tensor both = ofR == null ? aten.neg(ofQ) : ofQ == null ? ofR : aten.sub(ofR, ofQ);
    Tensor upper = aten.triu(both);
    Tensor real = aten.real(aten.diagonal(upper, 0, -2, -1));
    Tensor symmetric = aten.sub(aten.add(upper, aten.mH(upper)), aten.diagEmbed(real));
    Tensor product = aten.matmul(q, symmetric);
    Tensor sum = gradQ == null ? product : aten.add(product, gradQ);
    return aten.linalgSolveTriangular(aten.mH(r), sum, false, false);
  }

  /** Returns the gradients of reflectors and factors whose product has {@code columns} columns. */
  public Tensor[] product(Tensor grad, Tensor input, Tensor tau) {
    long rows = input.size(input.rank() - 2);
    long columns = input.size(input.rank() - 1);
    Tensor identity = aten.eye(rows, columns, input.dtype(), null, input.device());
    return reflectors(grad, aten.expandAs(identity, grad), input, tau);
  }

  /** Returns the gradients of reflectors and factors whose product multiplies {@code other}. */
  public Tensor[] multiply(
      Tensor grad, Tensor input, Tensor tau, Tensor other, boolean left, boolean transpose) {
    Tensor ofResult = left ? grad : aten.mH(grad);
    Tensor factor = left ? other : aten.mH(other);
    boolean isSwapped = left == transpose;
    return isSwapped
        ? reflectors(factor, ofResult, input, tau)
        : reflectors(ofResult, factor, input, tau);
  }

  /**
   * Returns the gradients of the reflectors {@code H = I - τ v vᴴ} and of τ, where {@code H₀ H₁ …
   * right} has the gradient {@code left}. Those of reflector i follow from {@code Hᵢ₊₁ … right} and
   * {@code (H₀ … Hᵢ₋₁)ᴴ left}.
   */
  private Tensor[] reflectors(Tensor left, Tensor right, Tensor input, Tensor tau) {
    int count = (int) tau.size(tau.rank() - 1);
    Tensor vectors = vectors(input);
    Tensor[] products = new Tensor[count];
    Tensor product = right;
    for (int i = count - 1; i >= 0; i--) {
      products[i] = product;
      product = reflected(product, column(vectors, i), factor(tau, i));
    }
    Tensor[] ofTau = new Tensor[count];
    Tensor[] columns = new Tensor[count];
    Tensor before = left;
    for (int i = 0; i < count; i++) {
      Tensor v = column(vectors, i);
      Tensor conjugate = aten.conj(factor(tau, i));
      Tensor byProduct = aten.matmul(before, aten.matmul(aten.mH(products[i]), v));
      Tensor byLeft = aten.matmul(products[i], aten.matmul(aten.mH(before), v));
      ofTau[i] = aten.squeeze(aten.neg(aten.matmul(aten.mH(v), byProduct)), -1);
      columns[i] =
          aten.neg(aten.add(aten.mul(byProduct, conjugate), aten.mul(byLeft, factor(tau, i))));
      before = reflected(before, v, conjugate);
    }
    return count == 0
        ? new Tensor[] {aten.zerosLike(input), aten.zerosLike(tau)}
        : new Tensor[] {below(aten.cat(columns, -1), input), aten.cat(ofTau, -1)};
  }

  /** Returns the vectors as columns, with their ones. */
  private Tensor vectors(Tensor input) {
    long rows = input.size(input.rank() - 2);
    long columns = input.size(input.rank() - 1);
    Tensor ones = aten.eye(rows, columns, input.dtype(), null, input.device());
    return aten.add(aten.tril(input, -1), ones);
  }

  private Tensor column(Tensor vectors, int i) {
    return aten.narrow(vectors, -1, i, 1);
  }

  private Tensor factor(Tensor tau, int i) {
    return aten.unsqueeze(aten.narrow(tau, -1, i, 1), -1);
  }

  private Tensor reflected(Tensor matrix, Tensor v, Tensor factor) {
    Tensor along = aten.matmul(v, aten.matmul(aten.mH(v), matrix));
    return aten.sub(matrix, aten.mul(along, factor));
  }

  /** Returns the gradient of the packed vectors from those of all their elements. */
  private Tensor below(Tensor columns, Tensor input) {
    long missing = input.size(input.rank() - 1) - columns.size(columns.rank() - 1);
    return aten.constantPadNd(aten.tril(columns, -1), 0, missing);
  }
}
