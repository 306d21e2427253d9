package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TensorsTest {
  @Test
  void arraysOfPrimitivesKeepTheirType() {
    assertThat(Tensors.of(new float[] {1})).extracting(Tensor::dtype).isEqualTo(DType.FLOAT32);
    assertThat(Tensors.of(new double[] {1}).dtype()).isEqualTo(DType.FLOAT64);
    assertThat(Tensors.of(new long[] {1}).dtype()).isEqualTo(DType.INT64);
    assertThat(Tensors.of(new int[] {1}).dtype()).isEqualTo(DType.INT32);
    assertThat(Tensors.of(new short[] {1}).dtype()).isEqualTo(DType.INT16);
    assertThat(Tensors.of(new byte[] {1}).dtype()).isEqualTo(DType.INT8);
    assertThat(Tensors.of(new boolean[] {true}).dtype()).isEqualTo(DType.BOOL);
  }

  @Test
  void nestedArraysBecomeDimensions() {
    assertThat(Tensors.of(new float[][] {{1, 2}, {3, 4}, {5, 6}}))
        .hasToString("tensor([[1., 2.],\n        [3., 4.],\n        [5., 6.]])");
    assertThat(Tensors.of(new int[2][3][4]).sizes()).containsExactly(2, 3, 4);
    assertThat(Tensors.of(new double[2][0]).sizes()).containsExactly(2, 0);
    assertThat(Tensors.of(new double[2][0]).dtype()).isEqualTo(DType.FLOAT64);
  }

  @Test
  void listsHaveTheTypeThatTheirValuesPromoteTo() {
    assertThat(Tensors.of(List.of(1, 2L, (byte) 3))).hasToString("tensor([1, 2, 3])");
    assertThat(Tensors.of(List.of(1, 2.5))).hasToString("tensor([1.0000, 2.5000])");
    assertThat(Tensors.of(List.of(true, false))).hasToString("tensor([ True, False])");
    assertThat(Tensors.of(List.of(1, new Complex(0, 1)))).hasToString("tensor([1.+0.j, 0.+1.j])");
    assertThat(Tensors.of(List.of(List.of(1), List.of(2))))
        .hasToString("tensor([[1],\n        [2]])");
    assertThat(Tensors.of(List.of(new long[] {1}, new long[] {2})).sizes()).containsExactly(2, 1);
    assertThat(Tensors.of(new Integer[] {1, 2})).hasToString("tensor([1, 2])");
    assertThat(Tensors.of(List.of())).hasToString("tensor([])");
    assertThat(Tensors.of(Scalar.of(2.0))).hasToString("tensor(2.)");
  }

  @Test
  void aGivenTypeConvertsTheValues() {
    for (DType type : DType.values()) {
      Tensor tensor = Tensors.of(new int[] {0, 1, 5}, type);
      assertThat(tensor.dtype()).isEqualTo(type);
      long last = type == DType.BOOL ? 1 : 5;
      assertThat(HostData.longs(tensor)).as(type.toString()).containsExactly(0, 1, last);
    }
    assertThat(Tensors.of(List.of(1.9, -1.9), DType.INT8))
        .hasToString("tensor([ 1, -1], dtype=torch.int8)");
  }

  @Test
  void givenSizesHoldTheValuesInOrder() {
    assertThat(Tensors.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3).sizes()).containsExactly(2, 3);
    assertThat(Tensors.of(new float[] {1}, new long[0])).hasToString("tensor(1.)");
    assertThat(Tensors.of(List.of(1, 2), DType.FLOAT64, 2, 1).sizes()).containsExactly(2, 1);
  }

  @Test
  void sizesThatTakeMoreOrFewerValuesAreRefused() {
    long[][] wrong = {{2, 2}, {2}, {}, {-1, -3}, {0}, {1L << 40, 1L << 40}};
    for (long[] sizes : wrong) {
      ShapeMismatch error =
          catchThrowableOfType(ShapeMismatch.class, () -> Tensors.of(new float[] {1, 2, 3}, sizes));
      assertThat(error.operator()).as(Arrays.toString(sizes)).isEqualTo("tensor");
    }
  }

  @Test
  void raggedValuesAreRefused() {
    Object[] ragged = {
      new float[][] {{1, 2}, {3}},
      new float[][] {{}, {3}},
      new int[][][] {{{1}}, {{1}, {2}}},
      List.of(1, List.of(2)),
      List.of(List.of(1), 2),
      List.of(new int[] {1}, List.of(List.of(1))),
      List.of(List.of(List.of(1)), new int[] {1}),
    };
    for (Object values : ragged) {
      assertThat(catchThrowableOfType(ShapeMismatch.class, () -> Tensors.of(values)))
          .hasMessageContaining("ragged");
    }
  }

  @Test
  void valuesThatAreNoNumbersAreRefused() {
    Object[] wrong = {
      null, "1", new char[] {'a'}, List.of("a"), new float[][] {null}, new Object(), new char[0],
    };
    for (Object values : wrong) {
      assertThat(catchThrowableOfType(TypeMismatch.class, () -> Tensors.of(values)).operator())
          .isEqualTo("tensor");
    }
  }

  @Test
  void aListThatContainsItselfIsRefused() {
    List<Object> self = new ArrayList<>();
    self.add(self);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> Tensors.of(self)))
        .hasMessageContaining("64 deep");
  }

  @Test
  void theByteOrderOfABufferIsRespected() {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      ByteBuffer buffer = ByteBuffer.allocate(12).order(order).putInt(9).putInt(1).putInt(-2);
      buffer.position(4);
      Tensor tensor = Tensors.ofBytes(buffer, DType.INT32, 2);
      assertThat(HostData.ints(tensor)).containsExactly(1, -2);
      assertThat(buffer.position()).isEqualTo(4);
    }
    ByteBuffer complex = ByteBuffer.allocateDirect(16).putDouble(1).putDouble(2).flip();
    assertThat(HostData.complexes(Tensors.ofBytes(complex, DType.COMPLEX128, 1)))
        .containsExactly(new Complex(1, 2));
  }

  @Test
  void aSegmentIsCopiedAndMustHaveTheSize() {
    float[] values = {1, 2, 3, 4};
    MemorySegment segment = MemorySegment.ofArray(values);
    Tensor tensor = Tensors.ofBytes(segment, DType.FLOAT32, 2, 2);
    values[0] = 9;
    assertThat(HostData.floats(tensor)).containsExactly(1, 2, 3, 4);
    assertThat(
            catchThrowableOfType(
                ShapeMismatch.class, () -> Tensors.ofBytes(segment, DType.FLOAT32, 3)))
        .isNotNull();
    assertThat(
            catchThrowableOfType(
                ShapeMismatch.class,
                () -> Tensors.ofBytes(segment.asSlice(0, 15), DType.FLOAT32, 3)))
        .isNotNull();
  }

  @Test
  void elementsAreReadAsAnyPrimitive() {
    Tensor x = Tensors.of(new float[] {0, 1.5f, -2.5f, 300});
    assertThat(HostData.ints(x)).containsExactly(0, 1, -2, 300);
    assertThat(HostData.shorts(x)).containsExactly(0, 1, -2, 300);
    assertThat(HostData.bytes(x)).containsExactly(0, 1, -2, 44);
    assertThat(HostData.booleans(x)).containsExactly(false, true, true, true);
    assertThat(HostData.complexes(x)[2]).isEqualTo(new Complex(-2.5, 0));
  }

  @Test
  void bytesAreCopiedInOrderWhateverTheStrides() {
    Tensor x = Tensors.of(new short[][] {{1, 2}, {3, 4}});
    short[] found = new short[4];
    HostData.copy(x, MemorySegment.ofArray(found));
    assertThat(found).containsExactly(1, 2, 3, 4);
    HostData.copy(x.alias(new long[] {2, 2}, new long[] {1, 2}, 0), MemorySegment.ofArray(found));
    assertThat(found).containsExactly(1, 3, 2, 4);
    MemorySegment small = MemorySegment.ofArray(new short[3]);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> HostData.copy(x, small)).operator())
        .isEqualTo("copy");
  }
}
