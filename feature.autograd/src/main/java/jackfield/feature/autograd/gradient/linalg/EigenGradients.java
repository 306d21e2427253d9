package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.tensor.AutogradMisuse;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * The gradients of eigenvalues and eigenvectors, which are taken to be distinct.
 *
 * <p><em>Source</em>: PyTorch 2.6; Boeddeker et al.: On the computation of complex-valued gradients
 * with application to statistically optimum beamforming, 2017.
 */
public final class EigenGradients {
  private static final double ALLOWED = 1e-2; // of the check for complex vectors, as PyTorch's

  private final Aten aten;

  public EigenGradients(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the gradient of Hermitian matrices.
   *
   * @param gradValues null for none, as {@code gradVectors}
   * @throws AutogradMisuse if there are no vectors, or the gradients depend on their phases
   */
  public Tensor hermitian(Tensor gradValues, Tensor gradVectors, Tensor values, Tensor vectors) {
    if (vectors.rank() < 2) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "_linalg_eigh has no gradient without vectors; call it with compute_v=True");
    }
    Tensor adjoint = aten.mH(vectors);
    if (gradVectors == null) {
      return aten.matmul(aten.mul(vectors, aten.unsqueeze(gradValues, -2)), adjoint);
    }
    Tensor product = aten.matmul(adjoint, gradVectors);
    checkPhases(product);
    Tensor skew = aten.mul(aten.sub(product, aten.mH(product)), 0.5);
    Tensor inner = onDiagonal(quotient(skew, values), gradValues);
    return aten.matmul(vectors, aten.matmul(inner, adjoint));
  }

  /**
   * Returns the gradient of square matrices.
   *
   * @param gradValues null for none, as {@code gradVectors}
   * @throws AutogradMisuse if the gradients depend on the phases of vectors
   */
  public Tensor general(Tensor gradValues, Tensor gradVectors, Tensor values, Tensor vectors) {
    Tensor adjoint = aten.mH(vectors);
    if (gradVectors == null) {
      return aten.linalgSolve(adjoint, aten.mul(aten.unsqueeze(gradValues, -1), adjoint));
    }
    Tensor product = aten.matmul(adjoint, gradVectors);
    checkPhases(product);
    Tensor lengths = aten.unsqueeze(aten.real(diagonal(product)), -2);
    Tensor along = aten.matmul(adjoint, aten.mul(vectors, lengths));
    Tensor quotient = quotient(aten.sub(product, along), aten.conj(values));
    return aten.linalgSolve(adjoint, aten.matmul(onDiagonal(quotient, gradValues), adjoint));
  }

  private Tensor diagonal(Tensor matrices) {
    return aten.diagonal(matrices, 0, -2, -1);
  }

  /** Divides by the differences of values; the diagonal is divided by 1. */
  private Tensor quotient(Tensor matrices, Tensor values) {
    Tensor differences = aten.sub(aten.unsqueeze(values, -2), aten.unsqueeze(values, -1));
    Tensor identity =
        aten.eye(values.size(values.rank() - 1), values.dtype(), null, values.device());
    return aten.div(matrices, aten.add(differences, identity));
  }

  private Tensor onDiagonal(Tensor matrices, Tensor numbers) {
    Tensor zero = aten.sub(matrices, aten.diagEmbed(diagonal(matrices)));
    return numbers == null ? zero : aten.add(zero, aten.diagEmbed(numbers));
  }

  /** Vectors may be multiplied by numbers of magnitude 1; a loss that these change is refused. */
  private void checkPhases(Tensor product) {
    if (!product.dtype().isComplex() || !product.device().isHost() || product.elementCount() == 0) {
      return;
    }
    Tensor part = aten.abs(aten.imag(diagonal(aten.detach(product))));
    if (HostData.item(aten.amax(part, new long[0])).toDouble() > ALLOWED) {
      throw new AutogradMisuse(
          AutogradMisuse.Kind.NOT_DIFFERENTIABLE,
          "the gradients depend on the phases of complex eigenvectors, which are arbitrary; use a"
              + " loss that does not, such as one of V V^H");
    }
  }

  /** Returns the gradient of matrices whose exponentials have the gradient {@code grad}. */
  public Tensor exponential(Tensor grad, Tensor matrices) {
    if (matrices.elementCount() == 0) {
      return aten.zerosLike(grad);
    }
    Tensor adjoint = aten.mH(matrices);
    Tensor above = aten.cat(new Tensor[] {adjoint, grad}, -1);
    Tensor below = aten.cat(new Tensor[] {aten.mul(grad, Scalar.ZERO), adjoint}, -1);
    Tensor both = aten.linalgMatrixExp(aten.cat(new Tensor[] {above, below}, -2));
    long size = matrices.size(matrices.rank() - 1);
    return aten.narrow(aten.narrow(both, -2, 0, size), -1, size, size);
  }
}
