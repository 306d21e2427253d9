package jackfield.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.aten.Aten;
import jackfield.aten.library.AtenLibrary;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Copies between views with gaps that share elements. Whether such views overlap is expensive to
 * decide, so they are not refused; the result is as if the source had been copied before.
 */
final class CopyKernelTest {
  private static final int COUNT = 200_000; // several parts of a parallel loop
  private static final int SIDE = 100;

  private final Aten aten = aten();

  private static Aten aten() {
    LocalDispatcher dispatcher = new LocalDispatcher();
    Whiteboard whiteboard = new Whiteboard(dispatcher);
    whiteboard.plug(new AtenLibrary(), Provenance.of("operators.aten"), 0);
    whiteboard.plug(new CpuBackend(), Provenance.of("backend.cpu"), 0);
    return Aten.of(dispatcher);
  }

  private static float[] counting(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
    }
    return values;
  }

  @Test
  void everySecondElementIsShiftedInBothDirections() {
    for (int shift : new int[] {2, -2}) {
      Tensor memory = HostData.tensor(counting(2 * COUNT + 2), 2 * COUNT + 2);
      Tensor target = everySecond(memory, shift < 0 ? 2 : 0);
      Tensor source = everySecond(memory, shift < 0 ? 0 : 2);
      float[] expected = HostData.floats(source);

      aten.copy_(target, source);

      assertThat(HostData.floats(target)).isEqualTo(expected);
    }
  }

  @Test
  void aPartOfAMatrixIsTransposedOntoItself() {
    Tensor memory = HostData.tensor(counting(2 * SIDE * SIDE), SIDE, 2 * SIDE);
    Tensor target = memory.alias(new long[] {SIDE, SIDE}, new long[] {2 * SIDE, 1}, 0);
    Tensor source = memory.alias(new long[] {SIDE, SIDE}, new long[] {1, 2 * SIDE}, 0);
    float[] expected = HostData.floats(source);

    aten.copy_(target, source);

    assertThat(HostData.floats(target)).isEqualTo(expected);
  }

  /** Sizes around the strips of rows and the blocks of columns. */
  @Test
  void matricesOfAnySizesAreTransposed() {
    for (DType type : new DType[] {DType.FLOAT32, DType.INT64}) {
      for (int rows : new int[] {8, 15, 16, 17, 33, 100}) {
        for (int columns : new int[] {8, 63, 64, 65, 131}) {
          for (int matrices : new int[] {1, 3}) {
            transpose(type, matrices, rows, columns);
          }
        }
      }
    }
  }

  private void transpose(DType type, int matrices, int rows, int columns) {
    Tensor source = HostData.empty(type, matrices, rows, columns);
    double[] next = {0};
    HostData.forEachAddress(source, at -> Elements.putDouble(type, at, next[0]++));
    Tensor found = aten.contiguous(aten.transpose(source, 1, 2));

    for (long i = 0, at = found.address(); i < found.elementCount(); i++, at += type.sizeBytes()) {
      long row = i % rows;
      long column = i / rows % columns;
      double expected = i - i % ((long) rows * columns) + row * columns + column;
      assertThat(Elements.doubleAt(type, at))
          .as("element %d of %s, %d x %d", i, type, rows, columns)
          .isEqualTo(expected);
    }
  }

  @Test
  void anExpandedTensorIsItsOwnCopy() {
    Tensor row = HostData.tensor(counting(3), 3);
    Tensor expanded = row.alias(new long[] {2, 3}, new long[] {0, 1}, 0);

    assertThat(aten.copy_(expanded, expanded)).isSameAs(expanded);
    assertThat(HostData.floats(row)).isEqualTo(Arrays.copyOf(counting(3), 3));
  }

  private static Tensor everySecond(Tensor memory, long offset) {
    return memory.alias(new long[] {COUNT}, new long[] {2}, offset);
  }
}
