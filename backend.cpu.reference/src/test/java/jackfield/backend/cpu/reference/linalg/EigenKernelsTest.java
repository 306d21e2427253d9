package jackfield.backend.cpu.reference.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.aten.Geqrf;
import jackfield.aten.LinalgEig;
import jackfield.aten.LinalgEigh;
import jackfield.aten.LinalgQr;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EigenKernelsTest {
  private final Aten aten = aten();
  private final Random random = new Random(17);

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
    Tensor difference = aten.abs(aten.sub(found, expected));
    double largest = HostData.item(aten.amax(difference, new long[0])).toDouble();
    boolean isWide = found.dtype() == DType.FLOAT64 || found.dtype() == DType.COMPLEX128;
    assertThat(largest).isLessThan(isWide ? 1e-11 : 1e-4);
  }

  private Tensor identity(Tensor like) {
    return aten.expandAs(aten.eye(like.size(like.rank() - 1), like.dtype()), like);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void eigenvectorsOfHermitianMatricesAreOrthonormal(DType type) {
    Tensor half = random(type, 2, 6, 6);
    Tensor a = aten.add(half, aten.mH(half));
    for (String triangle : new String[] {"L", "U"}) {
      LinalgEigh.Result eigen = aten.linalgEigh(a, triangle);
      Tensor vectors = eigen.eigenvectors();
      Tensor product = aten.matmul(aten.mH(vectors), vectors);
      assertNear(product, identity(product));
      Tensor scaled = aten.mul(vectors, aten.unsqueeze(eigen.eigenvalues(), -2));
      assertNear(aten.matmul(scaled, aten.mH(vectors)), a);
      assertNear(aten.linalgEigvalsh(a, triangle), eigen.eigenvalues());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void eigenvectorsAreOnlyScaledByTheirMatrix(DType type) {
    Tensor a = random(type, 2, 7, 7);
    LinalgEig.Result eigen = aten.linalgEig(a);
    Tensor vectors = eigen.eigenvectors();

    Tensor scaled = aten.mul(vectors, aten.unsqueeze(eigen.eigenvalues(), -2));
    assertNear(aten.matmul(aten.to(a, vectors.dtype()), vectors), scaled);
    Tensor lengths = aten.linalgVectorNorm(vectors, 2, new long[] {-2});
    assertNear(lengths, aten.onesLike(lengths));
  }

  @Test
  void defectiveAndZeroMatricesHaveEigenvalues() {
    Tensor nilpotent = HostData.tensor(new double[] {0, 1, 0, 0, 0, 1, 0, 0, 0}, 3, 3);
    Tensor rotation = HostData.tensor(new double[] {0, 1, 0, 0, 0, 1, 1, 0, 0}, 3, 3);

    assertNear(aten.abs(aten.linalgEigvals(nilpotent)), aten.zeros(new long[] {3}, DType.FLOAT64));
    assertNear(aten.abs(aten.linalgEigvals(rotation)), aten.ones(new long[] {3}, DType.FLOAT64));
    assertThat(aten.linalgEigvals(HostData.empty(DType.FLOAT64, 0, 0)).sizes()).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void eigenvaluesOfNumbersThatAreNotFiniteAreRefused(double element) {
    Tensor a = HostData.tensor(new double[] {1, element, element, 1}, 2, 2);

    assertThatThrownBy(() -> aten.linalgEig(a)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.linalgEigh(a)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.linalgEigh(a, "X")).isInstanceOf(InvalidArgument.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void columnsOfQAreOrthonormalAndQTimesRIsTheMatrix(DType type) {
    for (long[] sizes : new long[][] {{4, 4}, {2, 5, 3}, {3, 5}}) {
      Tensor a = random(type, sizes);
      for (String mode : new String[] {"reduced", "complete"}) {
        LinalgQr.Result factors = aten.linalgQr(a, mode);
        assertNear(aten.matmul(factors.Q(), factors.R()), a);
        Tensor product = aten.matmul(aten.mH(factors.Q()), factors.Q());
        assertNear(product, identity(product));
        assertNear(aten.triu(factors.R()), factors.R());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "COMPLEX128"})
  void reflectorsMultiplyAsTheirProductDoes(DType type) {
    Geqrf.Result packed = aten.geqrf(random(type, 5, 3));
    Tensor q = aten.linalgQr(aten.linalgHouseholderProduct(packed.a(), packed.tau())).Q();
    Tensor reflectors = packed.a();
    Tensor identity = aten.eye(5, type);
    Tensor full = aten.ormqr(reflectors, packed.tau(), identity);
    Tensor other = random(type, 5, 2);

    Tensor first = aten.linalgHouseholderProduct(reflectors, packed.tau());
    assertNear(aten.narrow(full, 1, 0, 3), first);
    assertNear(aten.abs(aten.matmul(aten.mH(q), first)), aten.abs(aten.eye(3, type)));
    assertNear(aten.ormqr(reflectors, packed.tau(), other), aten.matmul(full, other));
    assertNear(
        aten.ormqr(reflectors, packed.tau(), other, true, true), aten.matmul(aten.mH(full), other));
    assertNear(
        aten.ormqr(reflectors, packed.tau(), aten.mH(other), false, true),
        aten.matmul(aten.mH(other), aten.mH(full)));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "COMPLEX128"})
  void symmetricFactorsSolveSystems(DType type) {
    Tensor half = aten.sub(random(type, 3, 6, 6), aten.eye(6, type));
    for (boolean isHermitian : new boolean[] {false, true}) {
      Tensor a = aten.add(half, isHermitian ? aten.mH(half) : aten.mT(half));
      a = aten.sub(a, aten.diagEmbed(aten.diagonal(a, 0, -2, -1))); // blocks of two rows
      var factors = aten.linalgLdlFactor(a, isHermitian);
      Tensor b = random(type, 6, 2);
      Tensor x = aten.linalgLdlSolve(factors.LD(), factors.pivots(), b, isHermitian);
      assertNear(aten.matmul(a, x), aten.expand(b, 3, 6, 2));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "COMPLEX128"})
  void exponentialsOfOppositeMatricesAreInverses(DType type) {
    Tensor a = aten.mul(random(type, 2, 4, 4), 3.0);
    Tensor product = aten.matmul(aten.linalgMatrixExp(a), aten.linalgMatrixExp(aten.neg(a)));

    assertThat(
            HostData.item(aten.amax(aten.abs(aten.sub(product, identity(product))), new long[0]))
                .toDouble())
        .isLessThan(1e-6);
    assertNear(aten.linalgMatrixExp(aten.zerosLike(a)), identity(a));
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT64", "COMPLEX128"})
  void pseudoinversesFulfilTheirEquationsWithoutFullRank(DType type) {
    Tensor a = aten.matmul(random(type, 2, 5, 2), random(type, 2, 2, 4));
    Tensor inverse = aten.linalgPinv(a, 1e-9, (Double) null, false);

    assertNear(aten.matmul(a, aten.matmul(inverse, a)), a);
    assertNear(aten.matmul(inverse, aten.matmul(a, inverse)), inverse);
    Tensor projection = aten.matmul(a, inverse);
    assertNear(aten.mH(projection), projection);
    assertThat(HostData.doubles(aten.linalgMatrixRank(a, 1e-9, (Double) null, false)))
        .containsOnly(2);
  }

  @Test
  void leastSquaresAreOrthogonalToTheColumns() {
    Tensor a = random(DType.FLOAT64, 2, 6, 3);
    Tensor b = random(DType.FLOAT64, 2, 6, 2);
    var found = aten.linalgLstsq(a, b, null, "gelsd");

    Tensor error = aten.sub(aten.matmul(a, found.solution()), b);
    Tensor along = aten.matmul(aten.mT(a), error);
    assertNear(along, aten.zerosLike(along));
    assertNear(aten.sum(aten.mul(error, error), new long[] {-2}), found.residuals());
    assertThat(HostData.doubles(found.rank())).containsOnly(3);
    assertNear(found.singularValues(), aten.linalgSvdvals(a));
  }
}
