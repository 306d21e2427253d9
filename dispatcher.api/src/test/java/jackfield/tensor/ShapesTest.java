package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class ShapesTest {
  private static final long HUGE = 1L << 62;

  private static long[] longs(long... values) {
    return values;
  }

  private static void refused(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void elementsAreCountedExactly() {
    assertThat(Shapes.elementCount(longs())).isEqualTo(1);
    assertThat(Shapes.elementCount(longs(1L << 31, 1L << 31))).isEqualTo(HUGE);
    refused(() -> Shapes.elementCount(longs(1L << 32, 1L << 32)));
  }

  @Test
  void anEmptyDimensionAllowsAnySizesAfterIt() {
    assertThat(Shapes.elementCount(longs(0, HUGE, HUGE))).isZero();
    refused(() -> Shapes.elementCount(longs(HUGE, HUGE, 0)));
  }

  @Test
  void bytesAreCountedExactly() {
    assertThat(Shapes.byteCount(longs(3, 4), DType.FLOAT64)).isEqualTo(96);
    refused(() -> Shapes.byteCount(longs(HUGE), DType.FLOAT32));
  }

  @Test
  void stridesOfRowMajorTensorsFitOrAreRefused() {
    assertThat(Shapes.contiguousStrides(longs(2, 0, 3))).containsExactly(3, 3, 1);
    assertThat(Shapes.contiguousStrides(longs(HUGE, 1))).containsExactly(1, 1);
    assertThat(Shapes.contiguousStrides(longs(HUGE, 0))).containsExactly(1, 1);
    refused(() -> Shapes.contiguousStrides(longs(0, 1L << 32, 1L << 32)));
  }

  @Test
  void theReachOfAGeometryIsExact() {
    assertThat(Shapes.reach(longs(2, 3), longs(10, 1), 5)).isEqualTo(18);
    assertThat(Shapes.reach(longs(0, 3), longs(HUGE, HUGE), 5)).isZero();
    assertThat(Shapes.reachBytes(longs(2), longs(3), 1, DType.INT16)).isEqualTo(10);
    refused(() -> Shapes.reach(longs(2, 2), longs(HUGE + 1, HUGE), 0));
    refused(() -> Shapes.reach(longs(2), longs(Long.MAX_VALUE), 1));
    refused(() -> Shapes.reach(longs(2), longs(-1), 1));
    refused(() -> Shapes.reachBytes(longs(2), longs(HUGE), 0, DType.INT16));
  }

  @Test
  void positionsAndProductsAreExact() {
    assertThat(Shapes.position(5, 3, 4)).isEqualTo(17);
    assertThat(Shapes.product(3, 4)).isEqualTo(12);
    refused(() -> Shapes.position(1, 1, Long.MAX_VALUE));
    refused(() -> Shapes.product(HUGE, 2));
  }

  @Test
  void theLoopForDenseTensorsAgreesWithTheGeneralOne() {
    long[] numbers = {-1, 0, 1, 2, 3, 1L << 31, 1L << 32, HUGE, Long.MIN_VALUE, Long.MAX_VALUE};
    Random random = new Random(1);
    Storage storage = MemoryDomain.host().allocate(64);
    for (int round = 0; round < 100_000; round++) {
      long[] sizes = random.ints(random.nextInt(4), 0, 10).mapToLong(i -> numbers[i]).toArray();
      long[] strides = new long[sizes.length];
      long stride = 1;
      for (int dim = sizes.length - 1; dim >= 0; dim--) {
        strides[dim] = random.nextInt(8) == 0 ? numbers[random.nextInt(10)] : stride;
        stride *= sizes[dim];
      }
      long offset = random.nextBoolean() ? 0 : numbers[random.nextInt(10)];
      long count = Shapes.denseCount(sizes, strides);
      if (Shapes.isInside(storage, DType.INT64, count, offset)) {
        assertThat(Shapes.elementCount(sizes)).isEqualTo(count);
        assertThat(Shapes.isContiguous(sizes, strides)).isTrue();
        Shapes.checkInside(storage, DType.INT64, count, true, sizes, strides, offset);
      } else {
        assertThat(count > 0 && offset >= 0 && offset <= 8 && count <= 8 - offset).isFalse();
      }
    }
  }
}
