package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares products of matrices and slices with their scalar twins, for many layouts. */
@Tag("slow")
class MatrixAgreementTest {
  private final TwinComparison twins = new TwinComparison();

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOL")
  void products(DType type) {
    for (int round = 0; round < 12; round++) {
      long[] size = twins.sizes(4);
      Tensor left = twins.tensor(type, size[0], size[1]);
      Tensor right = twins.tensor(type, size[1], size[2]);
      Tensor lefts = twins.tensor(type, size[3], size[0], size[1]);
      Tensor rights = twins.tensor(type, size[3], size[1], size[2]);
      Tensor added =
          twins.random.nextBoolean() ? twins.tensor(type, size[2]) : twins.tensor(type, size[0], 1);
      twins.agree("mm", aten -> aten.mm(left, right));
      twins.agree("bmm", aten -> aten.bmm(lefts, rights));
      twins.agree("addmm", aten -> aten.addmm(added, left, right, Scalar.of(2L), Scalar.of(3L)));
      twins.agree("addmm", aten -> aten.addmm(added, left, right));
      Tensor start = twins.contiguous(type, size[0], size[2]);
      twins.agree(
          "addmm_", aten -> aten.addmm_(aten.clone(start), left, right, Scalar.of(2L), Scalar.ONE));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  void fewRowsTimesTransposedColumns(DType type) {
    long[][] sizes = {{7, 300, 130}, {64, 784, 256}, {33, 513, 97}, {16, 64, 70}, {9, 130, 4500}};
    for (long[] size : sizes) {
      Tensor left = twins.contiguous(type, size[0], size[1]);
      Tensor weight = twins.contiguous(type, size[2], size[1]);
      Tensor added = twins.contiguous(type, size[2]);
      isNear(aten -> aten.mm(left, aten.t(weight)));
      isNear(aten -> aten.addmm(added, left, aten.t(weight)));
    }
  }

  /** Compares sums of many numbers, whose rounding depends on their order. */
  private void isNear(Function<Aten, Tensor> call) {
    assertThat(HostData.doubles(call.apply(twins.fast)))
        .containsExactly(HostData.doubles(call.apply(twins.twin)), within(1e-2));
  }

  @Test
  void addmmWithAnInfiniteAlphaMultipliesTheSumByIt() {
    Tensor left = HostData.tensor(new float[] {-0.5f, 2}, 1, 2);
    Tensor right = HostData.tensor(new float[] {1, 1}, 2, 1);
    Tensor added = HostData.tensor(new float[] {1}, 1, 1);
    Scalar infinite = Scalar.of(Double.POSITIVE_INFINITY);
    twins.agree("addmm", aten -> aten.addmm(added, left, right, Scalar.ONE, infinite));
    assertThat(HostData.floats(twins.fast.addmm(added, left, right, Scalar.ONE, infinite)))
        .containsExactly(Float.POSITIVE_INFINITY);
  }

  @Test
  void addmmDoesNotReadWhatBetaLeavesOut() {
    Tensor nan = HostData.tensor(new float[] {Float.NaN}, 1);
    Tensor left = twins.contiguous(DType.FLOAT32, 3, 4);
    Tensor right = twins.contiguous(DType.FLOAT32, 4, 5);
    twins.agree("addmm", aten -> aten.addmm(nan, left, right, Scalar.ZERO, Scalar.ONE));
    assertThat(HostData.floats(twins.fast.addmm(nan, left, right, Scalar.ZERO, Scalar.ONE)))
        .doesNotContain(Float.NaN);
  }

  @ParameterizedTest
  @EnumSource(DType.class)
  void slicesAreChosenAndJoined(DType type) {
    for (int round = 0; round < 15; round++) {
      Tensor self = twins.tensor(type, 5, 3, 4);
      Tensor matrix = twins.tensor(type, 5, 6);
      Tensor index = HostData.tensor(new long[] {4, 0, 0, 3}, 4);
      twins.agree("index_select", aten -> aten.indexSelect(self, 0, index));
      twins.agree("index_select", aten -> aten.indexSelect(matrix, 0, index));
      twins.agree("index_select", aten -> aten.indexSelect(matrix, -1, index));
      Tensor[] parts = {
        self, twins.tensor(type, 5, 2, 4), twins.contiguous(DType.FLOAT32, 5, 1, 4)
      };
      twins.agree("cat", aten -> aten.cat(parts, 1));
    }
  }

  @Test
  void anIndexOutOfRangeIsRefusedBeforeAnythingIsWritten() {
    Tensor self = twins.contiguous(DType.FLOAT32, 3, 2);
    Tensor index = HostData.tensor(new long[] {0, 3}, 2);
    Tensor out = HostData.tensor(new float[] {7, 7, 7, 7}, 2, 2);
    assertThatThrownBy(() -> twins.fast.indexSelectOut(self, 0, index, out))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("has 3, expected 0 to 2");
    assertThat(HostData.floats(out)).containsOnly(7);
  }
}
