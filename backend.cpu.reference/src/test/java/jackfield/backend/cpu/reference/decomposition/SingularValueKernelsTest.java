package jackfield.backend.cpu.reference.decomposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten._LinalgSvd;
import jackfield.aten.library.AtenLibrary;
import jackfield.backend.cpu.reference.ReferenceBackend;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Provenance;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SingularValueKernelsTest {
  private final Aten aten = aten();
  private final Random random = new Random(11);

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

  /** Expects that the factors are orthonormal and that their product is the matrices. */
  private void check(Tensor a, boolean fullMatrices, double allowed) {
    _LinalgSvd.Result factors = aten._linalgSvd(a, fullMatrices);
    long values = factors.S().size(factors.S().rank() - 1);
    Tensor u = aten.narrow(factors.U(), -1, 0, values);
    Tensor vh = aten.narrow(factors.Vh(), -2, 0, values);
    Tensor scaled = aten.mul(u, aten.unsqueeze(factors.S(), -2));
    assertNear(aten.matmul(scaled, vh), a, allowed);
    assertOrthonormal(aten.matmul(aten.mH(factors.U()), factors.U()), allowed);
    assertOrthonormal(aten.matmul(factors.Vh(), aten.mH(factors.Vh())), allowed);
    double[] descending = doubles(factors.S());
    for (int i = 1; i < descending.length && a.rank() == 2; i++) {
      assertThat(descending[i]).isBetween(0.0, descending[i - 1]);
    }
  }

  private void assertOrthonormal(Tensor product, double allowed) {
    long size = product.size(product.rank() - 1);
    assertNear(product, aten.expandAs(aten.eye(size, product.dtype()), product), allowed);
  }

  private void assertNear(Tensor found, Tensor expected, double allowed) {
    assertThat(doubles(found)).containsExactly(doubles(expected), within(allowed));
  }

  private static double[] doubles(Tensor tensor) {
    double[] values = new double[2 * (int) tensor.elementCount()];
    int[] next = {0};
    HostData.forEachAddress(
        tensor,
        address -> {
          values[next[0]++] = Elements.doubleAt(tensor.dtype(), address);
          values[next[0]++] = Elements.imaginaryAt(tensor.dtype(), address);
        });
    return tensor.dtype().isComplex() ? values : everySecond(values);
  }

  private static double[] everySecond(double[] values) {
    double[] real = new double[values.length / 2];
    for (int i = 0; i < real.length; i++) {
      real[i] = values[2 * i];
    }
    return real;
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
  void factorsAreOrthonormalAndTheirProductIsTheMatrix(DType type) {
    boolean isWide = type == DType.FLOAT64 || type == DType.COMPLEX128;
    double allowed = isWide ? 1e-13 : 2e-6;
    for (boolean fullMatrices : new boolean[] {false, true}) {
      check(random(type, 4, 4), fullMatrices, allowed);
      check(random(type, 7, 3), fullMatrices, allowed);
      check(random(type, 2, 3, 5), fullMatrices, allowed);
      check(aten.transpose(random(type, 3, 5), 0, 1), fullMatrices, allowed);
      check(aten.expand(random(type, 1, 5), new long[] {4, 5}, false), fullMatrices, allowed);
      check(HostData.empty(type, 3, 0), fullMatrices, allowed);
      check(HostData.empty(type, 2, 0, 3), fullMatrices, allowed);
    }
  }

  @ParameterizedTest
  @CsvSource({"1e307, 1e294", "1, 1e-14", "1e-307, 1e-320", "0, 0"})
  void noSquareOverflowsAndTheRankMayBeLess(double scale, double allowed) {
    Tensor one = HostData.tensor(new double[] {scale, -scale, scale, -scale}, 4, 1);
    Tensor a = aten.clone(aten.expand(one, new long[] {4, 3}, false));
    _LinalgSvd.Result factors = aten._linalgSvd(a, true);

    double[] values = HostData.doubles(factors.S());
    assertThat(values[0]).isCloseTo(scale * Math.sqrt(12), within(10 * allowed));
    assertThat(values[1]).isCloseTo(0, within(allowed));
    assertOrthonormal(aten.matmul(aten.mH(factors.U()), factors.U()), 1e-14);
    assertOrthonormal(aten.matmul(factors.Vh(), aten.mH(factors.Vh())), 1e-14);
  }

  @Test
  void anEmptyMatrixHasIdentitiesAsFullMatrices() {
    _LinalgSvd.Result factors = aten._linalgSvd(HostData.empty(DType.FLOAT64, 2, 0), true);

    assertThat(HostData.doubles(factors.U())).containsExactly(1, 0, 0, 1);
    assertThat(factors.S().sizes()).containsExactly(0);
    assertThat(factors.Vh().sizes()).containsExactly(0, 0);
  }

  @Test
  void vectorsAreColumnMajorAndAbsentIfNobodyAsks() {
    Tensor a = random(DType.COMPLEX64, 2, 5, 3);

    assertThat(aten.linalgSvd(a).U().strides()).containsExactly(25, 1, 5);
    assertThat(aten.linalgSvd(a, false).Vh().strides()).containsExactly(9, 1, 3);
    assertThat(aten.linalgSvd(a).S().dtype()).isEqualTo(DType.FLOAT32);
    assertThat(aten._linalgSvd(a, true, false).U().sizes()).containsExactly(0);
  }

  @Test
  void metaTensorsHaveTheSameGeometry() {
    Tensor meta = aten.empty(new long[] {2, 5, 3}, DType.FLOAT64, null, Device.META, null, null);

    var factors = aten.linalgSvd(meta);

    assertThat(factors.U().sizes()).containsExactly(2, 5, 5);
    assertThat(factors.U().strides()).containsExactly(25, 1, 5);
    assertThat(factors.S().sizes()).containsExactly(2, 3);
    assertThat(factors.Vh().sizes()).containsExactly(2, 3, 3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void aMatrixThatIsNotFiniteChangesNothing(double value) {
    Tensor a = random(DType.FLOAT64, 2, 3, 3);
    aten.fill_(aten.select(aten.select(aten.select(a, 0, 1), 0, 2), 0, 0), value);
    Tensor out = HostData.tensor(new double[] {1, 2, 3, 4, 5, 6}, 2, 3);

    assertThatThrownBy(() -> aten.linalgSvdvalsOut(a, out))
        .hasMessageContaining("matrix 1, row 2, column 0")
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .returns("A", InvalidArgument::argument);
    assertThat(HostData.doubles(out)).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void aDriverIsRefusedUnlessThereAreNoElements() {
    assertThatThrownBy(() -> aten.linalgSvdvals(random(DType.FLOAT64, 2, 2), "gesvd"))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidArgument.class))
        .returns("driver", InvalidArgument::argument);
    assertThat(aten.linalgSvdvals(HostData.empty(DType.FLOAT64, 2, 0), "gesvd").sizes())
        .containsExactly(0);
  }

  @Test
  void vectorsAndOtherTypesAreRefused() {
    assertThatThrownBy(() -> aten.linalgSvd(random(DType.FLOAT64, 3)))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> aten.linalgSvd(HostData.empty(DType.INT64, 2, 2)))
        .isInstanceOf(TypeMismatch.class);
    assertThatThrownBy(() -> aten.linalgSvd(HostData.empty(DType.BFLOAT16, 2, 2)))
        .isInstanceOf(TypeMismatch.class);
  }
}
