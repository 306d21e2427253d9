package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.kernel.MemoryOverlap.SharedElements;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.MemoryDomain;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemoryOverlapTest {
  private static final long SEED = Long.getLong("jackfield.test.seed", 20261239);
  private static final int ELEMENTS = 64;

  private final Tensor memory = HostData.empty(DType.FLOAT64, ELEMENTS);

  @Test
  void columnsOfOneMatrixShareNothing() {
    assertThat(areShared(column(0), column(1))).isFalse();
    assertThat(areShared(column(1), column(1))).isTrue();
  }

  @Test
  void aRowAndAColumnShareOneElement() {
    assertThat(areShared(column(3), memory.alias(longs(8), longs(1), 8))).isTrue();
    assertThat(areShared(column(3), memory.alias(longs(2), longs(1), 9))).isFalse();
  }

  @Test
  void theBytesOfAnotherTypeCount() {
    Tensor floats = as(DType.FLOAT32, longs(4), longs(4), 3);
    assertThat(areShared(floats, memory.alias(longs(4), longs(2), 0))).isFalse();
    assertThat(areShared(floats, memory.alias(longs(4), longs(2), 1))).isTrue();
  }

  @Test
  @Timeout(10)
  void aLongSearchEndsUndecided() {
    long most = 1L << 30;
    Tensor one =
        Tensor.of(
            KeySets.ofTensor(DispatchKey.META.bits()),
            DType.FLOAT64,
            MemoryDomain.meta().allocate(200 * most * Double.BYTES),
            longs(most, most, 2),
            longs(100, 60, 1),
            0);
    assertThat(areShared(one, one.alias(longs(), longs(), 20 * most + 5))).isFalse();
  }

  @Test
  void randomLayoutsAreDecidedAsByTheirBytes() {
    Random random = new Random(SEED);
    int shared = 0;
    for (int round = 0; round < 20_000; round++) {
      Tensor one = layout(random);
      Tensor other = layout(random);
      boolean isShared = bytes(one).intersects(bytes(other));
      assertThat(areShared(one, other)).as("seed %d: %s, %s", SEED, one, other).isEqualTo(isShared);
      shared += isShared ? 1 : 0;
    }
    assertThat(shared).isBetween(2_000, 18_000);
  }

  private boolean areShared(Tensor one, Tensor other) {
    boolean isShared = SharedElements.areOf(one, other);
    assertThat(SharedElements.areOf(other, one)).isEqualTo(isShared);
    return isShared;
  }

  private Tensor column(long number) {
    return memory.alias(longs(8), longs(8), number);
  }

  private Tensor as(DType type, long[] sizes, long[] strides, long offset) {
    return Tensor.of(memory.keyBits(), type, memory.storage(), sizes, strides, offset);
  }

  private Tensor layout(Random random) {
    DType type = random.nextBoolean() ? DType.FLOAT64 : DType.INT16;
    long[] sizes = new long[random.nextInt(4)];
    long[] strides = new long[sizes.length];
    for (int dim = 0; dim < sizes.length; dim++) {
      sizes[dim] = 1L + random.nextInt(3);
      strides[dim] = random.nextInt(8);
    }
    return as(type, sizes, strides, random.nextInt(16));
  }

  private static BitSet bytes(Tensor tensor) {
    BitSet bytes = new BitSet();
    long start = tensor.storage().address();
    HostData.forEachAddress(
        tensor,
        at -> bytes.set((int) (at - start), (int) (at - start) + tensor.dtype().sizeBytes()));
    return bytes;
  }
}
