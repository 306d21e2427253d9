package jackfield.aten.kernel;

import static jackfield.aten.kernel.TestTensors.longs;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LoopNestTest {
  private static final long[] BYTES = {4, 4};

  @Test
  void neighbouringDimensionsBecomeOne() {
    LoopNest loops = nest(longs(2, 3, 4), longs(12, 4, 1), longs(12, 4, 1));

    assertThat(loops.rank()).isEqualTo(1);
    assertThat(loops.size(0)).isEqualTo(24);
    assertThat(loops.isDense(BYTES)).isTrue();
  }

  @Test
  void dimensionsThatOneOperandRepeatsStayApart() {
    LoopNest loops = nest(longs(2, 3, 4), longs(12, 4, 1), longs(0, 4, 1));

    assertThat(loops.rank()).isEqualTo(2);
    assertThat(loops.size(0)).isEqualTo(12);
    assertThat(loops.strideBytes(0, 1)).isEqualTo(48);
    assertThat(loops.strideBytes(1, 1)).isZero();
  }

  @Test
  void dimensionsOfOneElementVanish() {
    assertThat(nest(longs(1, 5, 1), longs(99, 1, 77), longs(0, 1, 0)).isDense(BYTES)).isTrue();
    assertThat(nest(longs(1, 1), longs(0, 0), longs(3, 4)).count()).isEqualTo(1);
    assertThat(nest(longs(), longs(), longs()).count()).isEqualTo(1);
  }

  @Test
  void anEmptyDimensionLeavesNothingToRun() {
    LoopNest loops = nest(longs(3, 0, 2), longs(0, 2, 1), longs(0, 2, 1));

    assertThat(loops.count()).isZero();
    assertThat(visited(loops, 0, 0)).isEmpty();
  }

  @Test
  void rowsCoverEveryElementOnceWhateverTheLayout() {
    long seed = Long.getLong("test.seed", 1);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 200; round++) {
      long[] sizes = random.longs(random.nextInt(4) + 1, 0, 4).toArray();
      long[] first = random.longs(sizes.length, 0, 30).toArray();
      long[] second = random.longs(sizes.length, 0, 30).toArray();
      LoopNest loops = nest(sizes, first, second);

      assertThat(visited(loops, 0, loops.count()))
          .as("seed " + seed)
          .containsExactlyInAnyOrderElementsOf(expected(sizes, first, second));
    }
  }

  @Test
  void rangesPutTogetherAreTheWhole() {
    LoopNest loops = nest(longs(3, 4, 5), longs(100, 1, 10), longs(1, 30, 0));
    List<List<Long>> pieces = new ArrayList<>(visited(loops, 0, 7));
    pieces.addAll(visited(loops, 7, 8));
    pieces.addAll(visited(loops, 8, 60));

    assertThat(pieces).isEqualTo(visited(loops, 0, 60));
  }

  private static LoopNest nest(long[] sizes, long[] first, long[] second) {
    long[][] strides = {first, second};
    return LoopNest.of(Strides.innermostFirst(sizes, strides), sizes, strides, BYTES);
  }

  private static List<List<Long>> visited(LoopNest loops, long from, long to) {
    List<List<Long>> visited = new ArrayList<>();
    loops.forEachRow(
        longs(1000, 2000),
        from,
        to,
        (addresses, strides, count) -> {
          for (long i = 0; i < count; i++) {
            visited.add(List.of(addresses[0] + i * strides[0], addresses[1] + i * strides[1]));
          }
        });
    return visited;
  }

  private static List<List<Long>> expected(long[] sizes, long[] first, long[] second) {
    List<List<Long>> all = List.of(List.of(1000L, 2000L));
    for (int dim = 0; dim < sizes.length; dim++) {
      List<List<Long>> next = new ArrayList<>();
      for (List<Long> at : all) {
        for (long i = 0; i < sizes[dim]; i++) {
          next.add(List.of(at.get(0) + i * first[dim] * 4, at.get(1) + i * second[dim] * 4));
        }
      }
      all = next;
    }
    return all;
  }
}
