package jackfield.feature.autograd.gradient.linalg;

import jackfield.aten.Aten;
import jackfield.aten.LinalgSvd;
import jackfield.feature.autograd.gradient.mode.Recording;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * The gradients of determinants and of their signs and logarithms.
 *
 * <p>The gradient of a determinant is its multiple of the inverse, transposed and conjugated. The
 * factors that the determinant was computed from give the inverse. The last pivot of a nearly
 * singular matrix is a rounding error, and divides out of its determinant only if it is the same
 * one; a second factorization may round otherwise. If the gradient is recorded, it must be a
 * function of the matrix. Then that of nearly singular matrices follows from their singular values.
 *
 * <p><em>Source</em>: PyTorch 2.7.
 */
public final class DeterminantGradients {
  private static final double NEARLY_SINGULAR = 100; // as a multiple of the type's precision
  private static final double PRECISION_OF_FLOATS = 0x1p-23;
  private static final double PRECISION_OF_DOUBLES = 0x1p-52;

  private final Aten aten;

  public DeterminantGradients(Aten aten) {
    this.aten = aten;
  }

  // ---- determinants

  /**
   * Returns the gradient of matrices whose determinants are {@code result}; 0 of singular ones,
   * unless it is recorded. Without elements there is none: null.
   *
   * @param factors triangular factors of the matrices, or of their transposes
   */
  public Tensor determinant(Tensor grad, Tensor result, Tensor a, Tensor factors, Tensor pivots) {
    if (a.elementCount() == 0) {
      return null;
    }
    if (!Recording.isOn()) {
      return solved(a, regular(factors), pivots, aten.mul(grad, aten.conj(result)));
    }
    if (a.device().equals(Device.META)) {
      return ofRegular(grad, result, a);
    }
    long[] sizes = a.sizes();
    long[] matrices = {-1, sizes[sizes.length - 2], sizes[sizes.length - 1]};
    Tensor gradient =
        ofEither(aten.reshape(grad, -1), aten.reshape(result, -1), aten.reshape(a, matrices));
    return aten.reshape(gradient, sizes);
  }

  private Tensor ofEither(Tensor grad, Tensor result, Tensor a) {
    Scalar least = Scalar.of(NEARLY_SINGULAR * precision(a.dtype()));
    Tensor isSingular = aten.lt(aten.abs(aten.detach(result)), least);
    Tensor isRegular = aten.logicalNot(isSingular);
    Tensor adjugates = ofSingular(at(grad, isSingular), at(a, isSingular));
    Tensor inverses = ofRegular(at(grad, isRegular), at(result, isRegular), at(a, isRegular));
    Tensor first = aten.indexPut(aten.zerosLike(a), chosen(isSingular), adjugates);
    return aten.indexPut(first, chosen(isRegular), inverses);
  }

  private static Tensor[] chosen(Tensor mask) {
    return new Tensor[] {mask};
  }

  private Tensor at(Tensor tensor, Tensor mask) {
    return aten.index(tensor, chosen(mask));
  }

  private static double precision(DType type) {
    return type.realType() == DType.FLOAT32 ? PRECISION_OF_FLOATS : PRECISION_OF_DOUBLES;
  }

  /** Returns factors whose zeros on the diagonal are replaced by the type's precision. */
  private Tensor regular(Tensor factors) {
    Tensor diagonal = aten.diagonal(factors, 0, -2, -1);
    Scalar least = Scalar.of(precision(factors.dtype()));
    Tensor added = aten.mul(aten.eq(diagonal, Scalar.ZERO), least);
    return aten.add(factors, aten.diagEmbed(added));
  }

  private Tensor ofRegular(Tensor grad, Tensor result, Tensor a) {
    return aten.linalgSolve(aten.mH(a), scaled(a, aten.mul(grad, aten.conj(result))));
  }

  /** Returns the gradient as multiples of the adjugates, from products of singular values. */
  private Tensor ofSingular(Tensor grad, Tensor a) {
    LinalgSvd.Result found = aten.linalgSvd(a);
    Tensor phase = aten.mul(aten.linalgDet(found.U()), aten.linalgDet(found.Vh()));
    Tensor factors = aten.unsqueeze(aten.mul(aten.conj(phase), grad), -1);
    Tensor products = aten.mul(factors, productsOfOthers(found.S()));
    return aten.matmul(aten.mul(found.U(), aten.unsqueeze(products, -2)), found.Vh());
  }

  /** Returns for each number of a line the product of the others. */
  private Tensor productsOfOthers(Tensor numbers) {
    long last = numbers.size(numbers.rank() - 1);
    Tensor one = aten.onesLike(aten.narrow(numbers, -1, 0, 1));
    long[] line = {-1};
    Tensor before = aten.cat(new Tensor[] {one, aten.narrow(numbers, -1, 0, last - 1)}, -1);
    Tensor flipped = aten.flip(aten.narrow(numbers, -1, 1, last - 1), line);
    Tensor after = aten.cumprod(aten.cat(new Tensor[] {one, flipped}, -1), -1);
    return aten.mul(aten.cumprod(before, -1), aten.flip(after, line));
  }

  // ---- signs and logarithms

  /**
   * Returns the gradient of matrices whose determinants have these signs and logarithms of
   * magnitudes. That of a singular matrix is infinite or NaN, and is refused if it is recorded.
   *
   * @param gradSign null for none, as {@code gradLogarithm}; ignored for real matrices
   * @param factors triangular factors of the matrices, or of their transposes
   */
  public Tensor logarithm(
      Tensor gradSign, Tensor gradLogarithm, Tensor sign, Tensor a, Tensor factors, Tensor pivots) {
    Tensor multiples = gradLogarithm;
    if (a.dtype().isComplex()) {
      Tensor real = gradLogarithm == null ? aten.zerosLike(aten.real(sign)) : gradLogarithm;
      Tensor phase =
          gradSign == null ? aten.zerosLike(real) : aten.imag(aten.mul(gradSign, aten.conj(sign)));
      multiples = aten.complex(real, phase);
    }
    if (multiples == null) {
      return null; // the sign of a real determinant is constant
    }
    return Recording.isOn()
        ? aten.linalgSolve(aten.mH(a), scaled(a, multiples))
        : solved(a, factors, pivots, multiples);
  }

  // ---- both

  /** Returns the inverses of the adjoints of matrices, multiplied by numbers. */
  private Tensor solved(Tensor a, Tensor factors, Tensor pivots, Tensor numbers) {
    // The operator got the matrix with the negation of a view carried out.
    boolean areOfTransposes = !a.dtype().isComplex() && aten.resolveNeg(a).isContiguous();
    return aten.linalgLuSolve(factors, pivots, scaled(a, numbers), true, !areOfTransposes);
  }

  /** Returns multiples of the identity; an infinite number leaves zeros off the diagonal. */
  private Tensor scaled(Tensor a, Tensor numbers) {
    long[] sizes = a.sizes();
    long[] diagonals = Arrays.copyOf(sizes, sizes.length - 1);
    return aten.diagEmbed(aten.expand(aten.unsqueeze(numbers, -1), diagonals));
  }
}
