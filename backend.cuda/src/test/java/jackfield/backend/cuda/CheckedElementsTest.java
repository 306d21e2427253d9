package jackfield.backend.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The device checks elements before a call writes anything; a wrong one is a typed error. */
@Tag("slow") // compiles all kernels with g++
final class CheckedElementsTest {
  private static PluggedCuda cuda; // set before the tests, as is the next field
  private static Aten aten;

  @BeforeAll
  static void plug() {
    cuda = new PluggedCuda();
    aten = cuda.aten();
  }

  @AfterAll
  static void close() {
    if (cuda != null) {
      cuda.close();
    }
  }

  private Tensor floats(float... values) {
    return cuda.floats(values);
  }

  private Tensor integers(long... values) {
    return cuda.integers(values);
  }

  private static void assertRefused(ThrowingCallable call, String argument) {
    InvalidArgument refused = catchThrowableOfType(InvalidArgument.class, call);
    assertThat(refused.argument()).isEqualTo(argument);
  }

  @Test
  void probabilitiesAreFromZeroToOne() {
    Tensor good = floats(0, 0.5f, 1);
    assertRefused(() -> aten.binaryCrossEntropy(floats(0, 1.5f, 1), good), "self");
    assertRefused(() -> aten.binaryCrossEntropy(good, floats(0, Float.NaN, 1)), "target");
  }

  @Test
  void targetsAreClasses() {
    Tensor scores = aten.view(floats(1, 2, 3, 4), new long[] {2, 2});
    assertRefused(() -> aten.multiMarginLoss(scores, integers(0, 2)), "target");
    Tensor logs = aten.view(floats(-1, -1, -1, -1), new long[] {2, 1, 2});
    Tensor targets = aten.view(integers(2), new long[] {1, 1});
    assertRefused(() -> aten.ctcLoss(logs, targets, new long[] {2}, new long[] {1}), "target");
  }

  @Test
  void bagsFollowEachOther() {
    Tensor table = aten.view(floats(1, 2, 3, 4), new long[] {2, 2});
    Tensor rows = integers(0, 1, 1);
    assertRefused(() -> aten.embeddingBag(table, rows, integers(0, 2, 1)), "offsets");
    assertRefused(() -> aten.embeddingBag(table, rows, integers(1, 2)), "offsets");
    assertRefused(() -> aten.embeddingBag(table, integers(0, 2), integers(0)), "indices");
  }

  @Test
  void binsHaveFiniteEnds() {
    assertRefused(() -> aten.bincount(integers(1, -1)), "self");
    assertRefused(() -> aten.histc(floats(1, Float.POSITIVE_INFINITY)), "range");
  }

  @Test
  void lengthsAndEqualityAreReadFromTheDevice() {
    Tensor logs = aten.view(floats(-1, -1, -1, -1), new long[] {2, 1, 2});
    Tensor targets = aten.view(integers(1), new long[] {1, 1});
    Tensor known = aten.ctcLoss(logs, targets, new long[] {2}, new long[] {1});
    assertThat(aten.equal(known, aten.ctcLoss(logs, targets, integers(2), integers(1)))).isTrue();
    assertThat(aten.equal(targets, integers(1))).isFalse();
  }

  @Test
  void segmentsAreInsideTheDimension() {
    Tensor data = floats(1, 2, 3);
    assertRefused(() -> segments(data, integers(1, -1, 3)), "lengths");
    assertRefused(() -> segments(data, integers(2, 2)), "lengths");
    assertRefused(() -> segments(data, integers(1, 1)), "lengths");
    assertThat(cuda.read(segments(data, integers(1, 0, 2)))).containsExactly(1, 0, 5);
  }

  @Test
  void sumsOfNoElementsAtTheEndOfABlockAre0() {
    Tensor x = cuda.floats(new float[128]); // 512 bytes, the size of a block
    assertThat(cuda.read(aten.sum(aten.narrow(x, 0, 128, 0)))).containsExactly(0);
  }

  @Test
  void indexesOfNoElementsAreNotChecked() {
    Tensor none = aten.view(floats(), new long[] {1, 0});
    Tensor[] indices = {integers(), aten.view(integers(1), new long[0])};
    assertThat(aten.index(none, indices).sizes()).containsExactly(0);
    assertThat(aten.indexPut(none, indices, aten.view(floats(1), new long[0])).sizes())
        .containsExactly(1, 0);
  }

  /** Kernels cannot read host memory: a GPU would be lost. */
  @Test
  void numbersInHostMemoryAreMovedToTheDevice() {
    Tensor one = HostData.tensor(new long[] {1}, 1).alias(new long[0], new long[0], 0);
    Tensor x = floats(5, 6, 7);
    assertThat(cuda.read(aten.take(x, one))).containsExactly(6);
    assertThat(cuda.read(aten.gather(x, 0, one))).containsExactly(6);
    assertThat(cuda.read(aten.index(x, new Tensor[] {one}))).containsExactly(6);
    assertThat(cuda.read(aten.indexSelect(x, 0, one))).containsExactly(6);
    Tensor number = HostData.tensor(new float[] {9}, 1).alias(new long[0], new long[0], 0);
    assertThat(cuda.read(aten.indexPut(x, new Tensor[] {one}, number))).containsExactly(5, 9, 7);
    assertThat(cuda.read(aten.put(x, one, number))).containsExactly(5, 9, 7);
    assertThat(cuda.read(aten.scatter(x, 0, one, number))).containsExactly(5, 9, 7);
  }

  /** The matrix alone is copied to the host, not the tensor of which it is a part. */
  @Test
  void partsOfLargeTensorsAreDecomposed() {
    Tensor all = aten.add(aten.view(aten.arange(400, DType.FLOAT32), new long[] {100, 2, 2}), 1);
    Tensor part = aten.select(cuda.move(all), 0, 7);
    double[] expected = HostData.doubles(aten.linalgInv(aten.select(all, 0, 7)));
    assertThat(cuda.read(aten.linalgInv(part))).containsExactly(expected, within(1e-3));
    assertThat(cuda.read(aten.linalgInv(aten.t(part))))
        .containsExactly(
            new double[] {expected[0], expected[2], expected[1], expected[3]}, within(1e-3));
  }

  @Test
  void tensorsInHostMemoryAreRefused() {
    Tensor number = HostData.tensor(new float[] {9}, 1).alias(new long[0], new long[0], 0);
    Tensor out = aten.view(floats(1), new long[0]);
    assertThatThrownBy(() -> aten.msortOut(number, out)) // its indexes are where the number is
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContaining("in host memory");
    Tensor near = HostData.tensor(new long[] {1}, 1);
    assertThatThrownBy(() -> aten.take(floats(1, 2), near))
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContaining("expected all tensors on one device");
    Tensor target = HostData.tensor(new long[] {1}, 1).alias(new long[0], new long[0], 0);
    assertThatThrownBy(() -> aten.multiMarginLoss(floats(1, 2), target))
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContaining("expected all tensors on one device");
  }

  private Tensor segments(Tensor data, Tensor lengths) {
    return aten.segmentReduce(data, "sum", lengths, null, null, 0, false, null);
  }
}
