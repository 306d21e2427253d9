package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ViewShapesTest {
  @Test
  void minusOneBecomesWhatTheOthersLeave() {
    assertThat(ViewShapes.infer("view", longs(2, -1, 3), 12)).containsExactly(2, 2, 3);
    assertThat(ViewShapes.infer("view", longs(-1), 0)).containsExactly(0);
    assertThat(ViewShapes.infer("view", longs(), 1)).isEmpty();
  }

  @Test
  void minusOneBesideZeroIsAmbiguous() {
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(0, -1), 0))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void shapesOfAnotherNumberOfElementsAreRefused() {
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(5, -1), 12))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(5), 12))
        .isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(0, -1), 12))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void twoOpenSizesAndSizesBelowMinusOneAreRefused() {
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(-1, -1), 12))
        .isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> ViewShapes.infer("view", longs(-2, 6), 12))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void evenlySpacedElementsKeepTheirSpacing() {
    assertThat(ViewShapes.strides(longs(3, 4), longs(8, 2), longs(2, 2, 3)))
        .containsExactly(12, 6, 2);
  }

  @Test
  void chunksAreSplitButNotJoined() {
    assertThat(ViewShapes.strides(longs(2, 3, 4), longs(24, 4, 1), longs(2, 12)))
        .containsExactly(24, 1);
    assertThat(ViewShapes.strides(longs(2, 3, 4), longs(24, 4, 1), longs(6, 4))).isNull();
  }

  @Test
  void transposedElementsNeedACopyUnlessOnesAreAdded() {
    assertThat(ViewShapes.strides(longs(3, 4), longs(1, 3), longs(12))).isNull();
    assertThat(ViewShapes.strides(longs(3, 4), longs(1, 3), longs(1, 3, 4)))
        .containsExactly(3, 1, 3);
    assertThat(ViewShapes.strides(longs(3, 4), longs(1, 3), longs(3, 4, 1)))
        .containsExactly(1, 3, 3);
  }

  @Test
  void repeatedElementsStayRepeated() {
    assertThat(ViewShapes.strides(longs(12), longs(0), longs(3, 4))).containsExactly(0, 0);
  }

  @Test
  void emptyTensorsTakeAnyEmptyShape() {
    assertThat(ViewShapes.strides(longs(0, 3), longs(3, 1), longs(3, 0))).containsExactly(1, 1);
    assertThat(ViewShapes.strides(longs(0, 3), longs(7, 2), longs(0, 3))).containsExactly(7, 2);
  }

  @Test
  void aNumberTakesAnyShapeOfOneElement() {
    assertThat(ViewShapes.strides(longs(), longs(), longs(1, 1))).containsExactly(1, 1);
    assertThat(ViewShapes.strides(longs(1, 1), longs(5, 9), longs())).isEmpty();
  }

  @Test
  void viewsShowEveryElementAtItsPlace() {
    long seed = 20_26;
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      long[] sizes = random.longs(3, 1, 4).toArray();
      long[] strides = random.longs(3, 0, 9).toArray();
      long[] newSizes = regrouped(sizes, random);
      long[] newStrides = ViewShapes.strides(sizes, strides, newSizes);
      if (newStrides != null) {
        assertThat(places(newSizes, newStrides))
            .as("seed %d, round %d", seed, round)
            .isEqualTo(places(sizes, strides));
      }
    }
  }

  private static long[] regrouped(long[] sizes, Random random) {
    long count = Shapes.elementCount(sizes);
    long[] divisors =
        LongStream.rangeClosed(1, count).filter(candidate -> count % candidate == 0).toArray();
    long first = divisors[random.nextInt(divisors.length)];
    return longs(first, count / first);
  }

  private static long[] places(long[] sizes, long[] strides) {
    long[] places = new long[(int) Shapes.elementCount(sizes)];
    for (int element = 0; element < places.length; element++) {
      long rest = element;
      for (int dim = sizes.length - 1; dim >= 0; dim--) {
        places[element] += rest % sizes[dim] * strides[dim];
        rest /= sizes[dim];
      }
    }
    return places;
  }
}
