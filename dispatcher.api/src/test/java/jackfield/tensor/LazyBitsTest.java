package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.key.DispatchKey;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LazyBitsTest {
  private final Tensor complex =
      Tensors.of(List.of(new Complex(1, 2), new Complex(3, -4), new Complex(5, 0)));
  private final Tensor real = Tensors.of(new float[] {1, -2, 0});

  private static Tensor with(Tensor x, DispatchKey... keys) {
    long bits = x.keyBits();
    for (DispatchKey key : keys) {
      bits |= key.bits();
    }
    return Tensor.of(bits, x.dtype(), x.storage(), x.sizes(), x.strides(), x.offset());
  }

  @Test
  void aLazyConjugateIsReadWithItsValues() {
    assertThat(HostData.complexes(with(complex, DispatchKey.CONJUGATE)))
        .containsExactly(new Complex(1, -2), new Complex(3, 4), new Complex(5, -0.0));
    assertThat(HostData.complexes(with(complex, DispatchKey.CONJUGATE, DispatchKey.NEGATIVE)))
        .containsExactly(new Complex(-1, 2), new Complex(-3, -4), new Complex(-5, 0));
  }

  @Test
  void aLazyNegativeIsReadWithItsValues() {
    Tensor negative = with(real, DispatchKey.NEGATIVE);
    assertThat(HostData.floats(negative)).containsExactly(-1, 2, -0.0f);
    assertThat(HostData.longs(with(Tensors.of(new int[] {7, -8}), DispatchKey.NEGATIVE)))
        .containsExactly(-7, 8);
    Tensor second = negative.alias(new long[0], new long[0], 1);
    assertThat(HostData.item(second).toDouble()).isEqualTo(2);
  }

  @Test
  void theCopiedBytesAreThoseOfTheValues() {
    MemorySegment bytes = MemorySegment.ofArray(new float[3]);
    HostData.copy(with(real, DispatchKey.NEGATIVE), bytes);
    assertThat(bytes.toArray(ValueLayout.JAVA_FLOAT)).containsExactly(-1, 2, -0.0f);
  }

  @Test
  void readingLeavesTheMemoryAlone() {
    assertThat(HostData.floats(with(real, DispatchKey.NEGATIVE))).hasSize(3);
    assertThat(HostData.floats(real)).containsExactly(1, -2, 0);
  }

  @Test
  void swappingTheBytesChangesTheMemoryOfALazyTensorToo() {
    Tensor negative = with(real, DispatchKey.NEGATIVE);
    Tensors.swapBytes(negative);
    assertThat(HostData.floats(real)[0])
        .isEqualTo(Float.intBitsToFloat(Integer.reverseBytes(Float.floatToRawIntBits(1))));
  }
}
