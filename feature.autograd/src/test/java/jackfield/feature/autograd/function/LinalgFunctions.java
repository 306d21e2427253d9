package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Functions of matrices for {@link FormulasTest}. */
final class LinalgFunctions {
  private final Aten aten;

  LinalgFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        square("linalg_det", x -> aten.linalgDet(regular(x[0]))),
        square("linalg_slogdet", x -> aten.linalgSlogdet(regular(x[0])).logabsdet()),
        square("linalg_inv", x -> aten.linalgInv(regular(x[0]))),
        square("linalg_matrix_power", x -> aten.linalgMatrixPower(regular(x[0]), -2)),
        square("linalg_cholesky", x -> aten.linalgCholesky(positive(x[0]))),
        square("linalg_cholesky, upper", x -> aten.linalgCholesky(positive(x[0]), true)),
        square("linalg_lu, L", x -> aten.linalgLu(regular(x[0])).L()),
        square("linalg_lu, U", x -> aten.linalgLu(regular(x[0])).U()),
        square("linalg_lu_factor", x -> aten.linalgLuFactor(regular(x[0])).LU()),
        square("cholesky_inverse", x -> aten.choleskyInverse(lower(x[0]))),
        square("linalg_eigvalsh", x -> aten.linalgEigvalsh(graded(x[0]))),
        square("linalg_eigh", x -> aten.abs(aten.linalgEigh(graded(x[0])).eigenvectors())),
        square("linalg_eig", x -> aten.real(aten.linalgEigvals(graded(x[0])))),
        square("linalg_matrix_exp", x -> aten.linalgMatrixExp(x[0])),
        square("linalg_qr, Q", x -> aten.linalgQr(regular(x[0])).Q()),
        square("linalg_qr, R", x -> aten.linalgQr(regular(x[0])).R()),
        square("linalg_pinv", x -> aten.pinverse(regular(x[0]))),
        one("linalg_qr, wide", x -> aten.linalgQr(x[0]).R(), 2, 3),
        one("linalg_qr, tall", x -> aten.linalgQr(x[0]).Q(), 3, 2),
        one("linalg_pinv, wide", x -> aten.pinverse(x[0]), 2, 3),
        one("linalg_pinv, tall", x -> aten.pinverse(x[0]), 3, 2),
        arguments(
            "bilinear",
            (FormulasTest.Function) x -> aten.bilinear(x[0], x[1], x[2], x[3]),
            new long[][] {{2, 3}, {2, 2}, {2, 3, 2}, {2}}),
        arguments(
            "linalg_householder_product",
            (FormulasTest.Function) x -> aten.linalgHouseholderProduct(x[0], x[1]),
            new long[][] {{4, 3}, {2}}),
        arguments(
            "ormqr",
            (FormulasTest.Function) x -> aten.ormqr(x[0], x[1], x[2], true, true),
            new long[][] {{4, 3}, {2}, {4, 2}}),
        arguments(
            "ormqr, right",
            (FormulasTest.Function) x -> aten.ormqr(x[0], x[1], x[2], false, true),
            new long[][] {{4, 3}, {2}, {2, 4}}),
        arguments(
            "linalg_lstsq",
            (FormulasTest.Function) x -> aten.linalgLstsq(x[0], x[1]).solution(),
            new long[][] {{4, 2}, {4, 2}}),
        arguments(
            "residuals of linalg_lstsq",
            (FormulasTest.Function) x -> residuals(x[0], x[1]),
            new long[][] {{4, 2}, {4, 2}}),
        two("linalg_solve", x -> aten.linalgSolve(regular(x[0]), x[1]), 2),
        two("linalg_solve, right", x -> right(x[0], x[1]), 2),
        two("linalg_solve_triangular", x -> triangular(x[0], x[1]), 2),
        two("cholesky_solve", x -> aten.choleskySolve(x[1], lower(x[0])), 2),
        two("lu_solve", x -> luSolve(x[0], x[1]), 2));
  }

  private static Arguments square(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{2, 3, 3}});
  }

  private static Arguments one(String name, FormulasTest.Function function, long... sizes) {
    return arguments(name, function, new long[][] {sizes});
  }

  private static Arguments two(String name, FormulasTest.Function function, long columns) {
    return arguments(name, function, new long[][] {{3, 3}, {3, columns}});
  }

  /** Returns matrices whose pivots are on the diagonal. */
  private Tensor regular(Tensor matrices) {
    return aten.add(matrices, aten.mul(aten.eye(3, DType.FLOAT64), 6.0));
  }

  private Tensor positive(Tensor matrices) {
    Tensor product = aten.matmul(matrices, aten.mT(matrices));
    return aten.add(product, aten.mul(aten.eye(3, DType.FLOAT64), 2.0));
  }

  private Tensor lower(Tensor matrices) {
    return aten.tril(regular(matrices));
  }

  private Tensor right(Tensor a, Tensor b) {
    return aten.linalgSolve(regular(a), aten.mT(b), false);
  }

  private Tensor triangular(Tensor a, Tensor b) {
    return aten.linalgSolveTriangular(regular(a), b, true, true, false);
  }

  private Tensor luSolve(Tensor a, Tensor b) {
    var factors = aten.linalgLuFactor(regular(a));
    return aten.linalgLuSolve(factors.LU(), factors.pivots(), b, true, true);
  }

  private Tensor residuals(Tensor a, Tensor b) {
    return aten.linalgLstsq(a, b, null, "gels").residuals();
  }

  /** Returns symmetric matrices whose eigenvalues are apart. */
  private Tensor graded(Tensor matrices) {
    Tensor sum = aten.mul(aten.add(matrices, aten.mT(matrices)), 0.5);
    return aten.add(sum, aten.diagEmbed(HostData.tensor(new double[] {0, 5, 10}, 3)));
  }
}
