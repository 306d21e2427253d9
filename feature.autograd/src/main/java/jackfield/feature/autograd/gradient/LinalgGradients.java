package jackfield.feature.autograd.gradient;

import jackfield.aten.Aten;
import jackfield.feature.autograd.gradient.linalg.DeterminantGradients;
import jackfield.feature.autograd.gradient.linalg.EigenGradients;
import jackfield.feature.autograd.gradient.linalg.LuGradients;
import jackfield.feature.autograd.gradient.linalg.OrthogonalGradients;
import jackfield.feature.autograd.gradient.linalg.PseudoinverseGradients;
import jackfield.feature.autograd.gradient.linalg.SingularVectorGradients;
import jackfield.feature.autograd.gradient.linalg.SolveGradients;
import jackfield.feature.autograd.gradient.linalg.TriangularGradients;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/** Functions for the formulas of linear algebra that takes matrices one by one. */
public final class LinalgGradients {
  private final SolveGradients solve;
  private final DeterminantGradients determinant;
  private final TriangularGradients triangular;
  private final LuGradients lu;
  private final SingularVectorGradients singular;
  private final EigenGradients eigen;
  private final OrthogonalGradients orthogonal;
  private final PseudoinverseGradients pseudoinverse;
  private final Conjugates conjugates;

  public LinalgGradients(KernelRegistrar kernels) {
    Aten aten = Aten.of(kernels);
    this.solve = new SolveGradients(aten);
    this.determinant = new DeterminantGradients(aten);
    this.triangular = new TriangularGradients(aten);
    this.lu = new LuGradients(aten);
    this.singular = new SingularVectorGradients(kernels);
    this.eigen = new EigenGradients(aten);
    this.orthogonal = new OrthogonalGradients(aten);
    this.pseudoinverse = new PseudoinverseGradients(aten);
    this.conjugates = new Conjugates(kernels);
  }

  public Tensor svd(Tensor gradU, Tensor gradS, Tensor gradVh, Tensor u, Tensor s, Tensor vh) {
    return singular.svd(gradU, gradS, gradVh, u, s, vh);
  }

  public Tensor inverse(Tensor grad, Tensor inverse) {
    return solve.inverse(grad, inverse);
  }

  public Tensor solveSides(Tensor grad, Tensor a, Tensor b, boolean left) {
    return solve.sides(grad, a, b, left);
  }

  public Tensor solveMatrices(Tensor grad, Tensor result, Tensor a, Tensor b, boolean left) {
    return solve.matrices(grad, result, a, b, left);
  }

  public Tensor determinant(Tensor grad, Tensor result, Tensor a, Tensor factors, Tensor pivots) {
    return determinant.determinant(grad, result, a, factors, pivots);
  }

  public Tensor logarithm(
      Tensor gradSign, Tensor gradLogarithm, Tensor sign, Tensor a, Tensor factors, Tensor pivots) {
    return determinant.logarithm(gradSign, gradLogarithm, sign, a, factors, pivots);
  }

  public Tensor cholesky(Tensor grad, boolean upper, Tensor factor) {
    return triangular.cholesky(grad, upper, factor);
  }

  public Tensor choleskySolve(Tensor grad, Tensor factor, Tensor result, boolean upper) {
    return triangular.choleskySolve(grad, factor, result, upper);
  }

  public Tensor choleskyInverse(Tensor grad, Tensor factor, Tensor inverse, boolean upper) {
    return triangular.choleskyInverse(grad, factor, inverse, upper);
  }

  public Tensor triangularSides(Tensor grad, Tensor a, boolean upper, boolean left, boolean unit) {
    return triangular.sides(grad, a, upper, left, unit);
  }

  public Tensor triangularMatrices(
      Tensor grad, Tensor a, Tensor result, boolean upper, boolean left, boolean unit) {
    return triangular.matrices(grad, a, result, upper, left, unit);
  }

  public Tensor copiedSides(
      Tensor grad, Tensor b, Tensor a, boolean upper, boolean transpose, boolean unit) {
    return triangular.solveSides(grad, b, a, upper, transpose, unit);
  }

  public Tensor copiedMatrices(
      Tensor grad,
      Tensor gradCopy,
      Tensor a,
      Tensor solution,
      boolean upper,
      boolean transpose,
      boolean unit) {
    return triangular.solveMatrices(grad, gradCopy, a, solution, upper, transpose, unit);
  }

  public Tensor lu(Tensor gradL, Tensor gradU, Tensor p, Tensor l, Tensor u) {
    return lu.factors(gradL, gradU, p, l, u);
  }

  public Tensor luFactor(Tensor grad, Tensor factors, Tensor pivots) {
    return lu.packed(grad, factors, pivots);
  }

  public Tensor luUnpack(Tensor gradL, Tensor gradU, Tensor factors) {
    return lu.unpack(gradL, gradU, factors);
  }

  public Tensor luSolve(
      Tensor grad, Tensor factors, Tensor pivots, Tensor result, boolean left, boolean adjoint) {
    return lu.solve(grad, factors, pivots, result, left, adjoint);
  }

  public Tensor eigh(Tensor gradValues, Tensor gradVectors, Tensor values, Tensor vectors) {
    return eigen.hermitian(gradValues, gradVectors, values, vectors);
  }

  public Tensor eig(
      Tensor gradValues, Tensor gradVectors, Tensor values, Tensor vectors, DType type) {
    return conjugates.realIf(type, eigen.general(gradValues, gradVectors, values, vectors));
  }

  public Tensor exponential(Tensor grad, Tensor matrices) {
    return eigen.exponential(grad, matrices);
  }

  public Tensor qr(Tensor gradQ, Tensor gradR, Tensor q, Tensor r, String mode) {
    return orthogonal.qr(gradQ, gradR, q, r, mode);
  }

  public Tensor reflectors(Tensor grad, Tensor input, Tensor tau) {
    return orthogonal.product(grad, input, tau)[0];
  }

  public Tensor reflectorFactors(Tensor grad, Tensor input, Tensor tau) {
    return orthogonal.product(grad, input, tau)[1];
  }

  public Tensor multipliedReflectors(
      Tensor grad, Tensor input, Tensor tau, Tensor other, boolean left, boolean transpose) {
    return orthogonal.multiply(grad, input, tau, other, left, transpose)[0];
  }

  public Tensor multipliedFactors(
      Tensor grad, Tensor input, Tensor tau, Tensor other, boolean left, boolean transpose) {
    return orthogonal.multiply(grad, input, tau, other, left, transpose)[1];
  }

  public Tensor pseudoinverse(Tensor grad, Tensor inverse, Tensor a) {
    return pseudoinverse.pseudoinverse(grad, inverse, a);
  }

  public Tensor leastSquaresMatrices(
      Tensor grad, Tensor gradResiduals, Tensor a, Tensor b, Tensor solution) {
    return pseudoinverse.matrices(grad, gradResiduals, a, b, solution);
  }

  public Tensor leastSquaresSides(
      Tensor grad, Tensor gradResiduals, Tensor a, Tensor b, Tensor solution) {
    return pseudoinverse.sides(grad, gradResiduals, a, b, solution);
  }
}
