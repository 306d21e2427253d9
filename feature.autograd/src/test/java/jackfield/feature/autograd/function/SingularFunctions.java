package jackfield.feature.autograd.function;

import static jackfield.feature.autograd.function.FormulaCases.one;
import static jackfield.feature.autograd.function.FormulaCases.sizes;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Functions of the singular values and vectors of matrices for {@link FormulasTest}. */
final class SingularFunctions {
  private final Aten aten;

  SingularFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        one("linalg_svdvals", x -> aten.linalgSvdvals(x[0])),
        singular("right vectors, wide", x -> rightRoot(x[0], false), 2, 3),
        singular("right vectors, full", x -> rightRoot(x[0], true), 2, 3),
        singular("right vectors, tall", x -> rightRoot(x[0], false), 3, 2),
        singular("left vectors, tall", x -> leftRoot(x[0], false), 3, 2),
        singular("left vectors, full", x -> leftRoot(x[0], true), 3, 2),
        singular("left vectors, wide", x -> leftRoot(x[0], false), 2, 3),
        singular("all vectors, tall", x -> orthogonal(x[0]), 3, 2),
        singular("all vectors, wide", x -> orthogonal(x[0]), 2, 3),
        singular("all vectors of a batch", x -> orthogonal(x[0]), 2, 2, 2));
  }

  private static Arguments singular(String name, FormulasTest.Function function, long... sizes) {
    return arguments(name, function, new long[][] {sizes});
  }

  /** Returns the root of the product of the transpose of a matrix and the matrix. */
  private Tensor rightRoot(Tensor matrix, boolean fullMatrices) {
    var factors = aten.linalgSvd(matrix, fullMatrices);
    Tensor vh = aten.narrow(factors.Vh(), -2, 0, factors.S().size(0));
    return aten.matmul(aten.mT(vh), aten.mul(aten.unsqueeze(factors.S(), -1), vh));
  }

  /** Returns the root of the product of a matrix and its transpose. */
  private Tensor leftRoot(Tensor matrix, boolean fullMatrices) {
    var factors = aten.linalgSvd(matrix, fullMatrices);
    Tensor u = aten.narrow(factors.U(), -1, 0, factors.S().size(0));
    return aten.matmul(aten.mul(u, factors.S()), aten.mT(u));
  }

  /** Returns the nearest matrix with orthonormal rows or columns. */
  private Tensor orthogonal(Tensor matrix) {
    var factors = aten.linalgSvd(matrix, false);
    return aten.matmul(factors.U(), factors.Vh());
  }
}
