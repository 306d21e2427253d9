package jackfield.backend.cpu.reference.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.LinalgCholeskyEx;
import jackfield.aten.LinalgLu;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SolveKernelsTest {
  private final Aten aten = aten();
  private final Random random = new Random(5);

  private static Aten aten() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new ReferenceBackend(), Provenance.of("backend.cpu.reference"), -100);
    return Aten.of(dispatcher);
  }

  private Tensor random(DType type, long... sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    HostData.forEachAddress(
        tensor,
        address ->
            Elements.putComplex(type, address, random.nextGaussian(), random.nextGaussian()));
    return tensor;
  }

  private void assertNear(Tensor found, Tensor expected) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    double largest =
        HostData.item(aten.amax(aten.abs(aten.sub(found, expected)), new long[0])).toDouble();
    boolean isWide = expected.dtype() == DType.FLOAT64 || expected.dtype() == DType.COMPLEX128;
    assertThat(largest).isLessThan(isWide ? 1e-11 : 1e-3);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void solutionsFulfilTheirEquations(DType type) {
    Tensor a = random(type, 3, 1, 5, 5);
    Tensor b = random(type, 2, 5, 4);
    Tensor right = random(type, 2, 4, 5);
    Tensor vector = random(type, 5);

    assertNear(aten.matmul(a, aten.linalgSolve(a, b)), aten.expand(b, 3, 2, 5, 4));
    assertNear(aten.matmul(aten.linalgSolve(a, right, false), a), aten.expand(right, 3, 2, 4, 5));
    Tensor solution = aten.unsqueeze(aten.linalgSolve(a, vector), -1);
    assertNear(aten.squeeze(aten.matmul(a, solution), -1), aten.expand(vector, 3, 1, 5));
    assertNear(aten.matmul(a, aten.linalgInv(a)), aten.expandAs(aten.eye(5, type), a));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void factorsMultiplyToTheMatrix(DType type) {
    for (long[] sizes : new long[][] {{4, 4}, {2, 3, 5}, {2, 5, 3}}) {
      Tensor a = random(type, sizes);
      LinalgLu.Result factors = aten.linalgLu(a);
      assertNear(aten.matmul(factors.P(), aten.matmul(factors.L(), factors.U())), a);
    }
    Tensor square = random(type, 2, 4, 4);
    Tensor positive = aten.matmul(square, aten.mH(square));
    Tensor lower = aten.linalgCholesky(positive);
    assertNear(aten.matmul(lower, aten.mH(lower)), positive);
    Tensor upper = aten.linalgCholesky(positive, true);
    assertNear(aten.matmul(aten.mH(upper), upper), positive);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "COMPLEX128"})
  void knownFactorsSolveAllFourKindsOfSystem(DType type) {
    Tensor a = random(type, 4, 4);
    var factors = aten.linalgLuFactor(a);
    Tensor b = random(type, 4, 4);

    assertNear(aten.matmul(a, solved(factors.LU(), factors.pivots(), b, true, false)), b);
    assertNear(aten.matmul(aten.mH(a), solved(factors.LU(), factors.pivots(), b, true, true)), b);
    assertNear(aten.matmul(solved(factors.LU(), factors.pivots(), b, false, false), a), b);
    assertNear(aten.matmul(solved(factors.LU(), factors.pivots(), b, false, true), aten.mH(a)), b);
  }

  private Tensor solved(Tensor lu, Tensor pivots, Tensor b, boolean left, boolean adjoint) {
    return aten.linalgLuSolve(lu, pivots, b, left, adjoint);
  }

  @Test
  void theDeterminantOfAnExchangeIsMinusOne() {
    Tensor exchange = HostData.tensor(new double[] {0, 1, 1, 0}, 2, 2);

    assertThat(HostData.item(aten.linalgDet(exchange)).toDouble()).isEqualTo(-1);
    assertThat(HostData.item(aten.linalgSlogdet(exchange).sign()).toDouble()).isEqualTo(-1);
    assertThat(HostData.item(aten.linalgSlogdet(exchange).logabsdet()).toDouble()).isZero();
    assertThat(HostData.item(aten.logdet(exchange)).toDouble()).isNaN();
    assertThat(HostData.item(aten.linalgDet(HostData.empty(DType.FLOAT64, 0, 0))).toDouble())
        .isEqualTo(1);
  }

  @Test
  void theFailingPivotHasItsUpdatedElement() {
    Tensor matrix = HostData.tensor(new double[] {4, 2, 2, 2, -7, 5, 2, 5, 3}, 3, 3);
    LinalgCholeskyEx.Result lower = aten.linalgCholeskyEx(matrix);
    assertThat(HostData.doubles(lower.L())).containsExactly(2, 0, 0, 1, -8, 0, 1, 5, 3);
    assertThat(HostData.item(lower.info()).toLong()).isEqualTo(2);
    LinalgCholeskyEx.Result upper = aten.linalgCholeskyEx(matrix, true);
    assertThat(HostData.doubles(upper.L())).containsExactly(2, 1, 1, 0, -8, 5, 0, 0, 3);
  }

  @Test
  void theFactorsOfADeterminantAreThoseOfTheTransposeIfItIsRealAndRowMajor() {
    Tensor a = HostData.tensor(new double[] {1, 2, 3, 4}, 2, 2);
    assertThat(HostData.doubles(aten._linalgDet(a).LU())).containsExactly(2, 4, 0.5, 1);
    assertThat(HostData.doubles(aten._linalgDet(aten.t(a)).LU())).containsExactly(2, 4, 0.5, 1);
    Tensor complex = aten.to(a, DType.COMPLEX128);
    assertThat(HostData.doubles(aten.real(aten._linalgSlogdet(complex).LU())))
        .containsExactly(3, 4, 1.0 / 3, 2 - 4.0 / 3);
  }

  @Test
  void theLogarithmOfASingularDeterminantIsInfinite() {
    Tensor singular = HostData.tensor(new double[] {1, 2, 2, 4}, 2, 2);
    assertThat(HostData.item(aten.slogdet(singular).sign()).toDouble()).isZero();
    assertThat(HostData.item(aten.slogdet(singular).logabsdet()).toDouble())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(HostData.item(aten.logdet(singular)).toDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void aSingularMatrixIsRefusedAndNothingIsWritten() {
    Tensor regular = aten.eye(2, DType.FLOAT64);
    Tensor batch = aten.stack(new Tensor[] {regular, aten.zerosLike(regular)}, 0);
    Tensor out = aten.fill_(HostData.empty(DType.FLOAT64, 2, 2, 2), 7);

    assertThatThrownBy(() -> aten.linalgInvOut(batch, out)).isInstanceOf(InvalidArgument.class);
    assertThat(HostData.doubles(out)).containsOnly(7);
    assertThatThrownBy(() -> aten.linalgCholesky(batch)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.linalgLuFactor(batch)).isInstanceOf(InvalidArgument.class);
    assertThat(HostData.doubles(aten.linalgInvEx(batch).info())).containsExactly(0, 1);
    assertThat(HostData.doubles(aten.linalgCholeskyEx(batch).info())).containsExactly(0, 1);
    assertThat(HostData.doubles(aten.linalgDet(batch))).containsExactly(1, 0);
  }

  @Test
  void pivotsOutsideTheMatrixAreRefused() {
    Tensor lu = aten.eye(2, DType.FLOAT64);
    Tensor pivots = aten.to(HostData.tensor(new long[] {1, 3}, 2), DType.INT32);

    assertThatThrownBy(() -> aten.linalgLuSolve(lu, pivots, lu))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.luUnpack(lu, pivots)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.linalgLuSolve(lu, aten.to(pivots, DType.INT64), lu))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.linalgSolve(lu, HostData.empty(DType.FLOAT64, 3, 1)))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void powersAreProductsAndInversesOfProducts() {
    Tensor a = random(DType.FLOAT64, 2, 3, 3);
    Tensor square = aten.matmul(a, a);

    assertNear(aten.linalgMatrixPower(a, 5), aten.matmul(aten.matmul(square, square), a));
    assertNear(
        aten.matmul(aten.linalgMatrixPower(a, -2), square),
        aten.expandAs(aten.eye(3, DType.FLOAT64), a));
    assertNear(aten.linalgMatrixPower(a, 0), aten.expandAs(aten.eye(3, DType.FLOAT64), a));
  }
}
