package jackfield.backend.cpu.moves;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Places with equal indexes follow one another in the order of copies. */
final class RepeatedSlicesTest {
  private static final int SLOTS = 1 << 11;

  private final Random random = new Random(1);

  /** Returns the places of {@code indexes} in the order of copies, or an empty list without one. */
  private static List<Long> order(long... indexes) {
    Tensor tensor = HostData.tensor(indexes, indexes.length);
    long size = Arrays.stream(indexes).max().orElse(0) + 1;
    SliceIndexes chosen =
        new SliceIndexes(DType.INT64, tensor.address(), Long.BYTES, indexes.length, size);
    try (Arena arena = Arena.ofConfined()) {
      long bytes = RepeatedSlices.scratchBytes(indexes.length);
      RepeatedSlices repeated = new RepeatedSlices(chosen, arena.allocate(bytes, 64).address());
      List<Long> places = new ArrayList<>();
      if (repeated.find()) {
        for (int i = 0; i < indexes.length; i++) {
          places.add(repeated.place(i));
        }
      }
      return places;
    }
  }

  @Test
  void repeatsFollowTheFirstChoice() {
    assertThat(order(7, 3, 7, 5, 3, 7)).containsExactly(0L, 2L, 5L, 1L, 4L, 3L);
    assertThat(order(2, 2, 2)).containsExactly(0L, 1L, 2L);
  }

  /** Another thread may change an index after it was checked. */
  @Test
  void indexesAreCheckedAgain() {
    assertThatThrownBy(() -> order(0, -1, 0))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("has -1, expected 0 to 0");
  }

  @Test
  void fewRepeatsHaveNoOrder() {
    assertThat(order(1, 2, 3, 4, 5, 6, 7, 8, 1)).isEmpty();
  }

  /** Indexes with one slot replace each other: a repeat may be missed, but no place is. */
  @Test
  void eachPlaceIsCopiedOnceIfIndexesShareASlot() {
    assertThat(order(4, 4, 4 + SLOTS, 4, 4 + SLOTS, 4 + SLOTS))
        .containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    assertThat(order(4, 4, 4, 4 + SLOTS, 4 + SLOTS)).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void placesAreOrderedByTheFirstChoiceOfTheirIndexes() {
    for (int round = 0; round < 100; round++) {
      int below = 1 + random.nextInt(600);
      long[] indexes = random.longs(800, 0, below).toArray();
      assertThat(order(indexes)).containsExactlyElementsOf(grouped(indexes));
    }
  }

  /** Returns the places in the order of the first choice of their indexes. */
  private static List<Long> grouped(long[] indexes) {
    List<Long> known = Arrays.stream(indexes).distinct().boxed().toList();
    return IntStream.range(0, indexes.length)
        .boxed()
        .sorted(Comparator.comparingInt(place -> known.indexOf(indexes[place])))
        .map(Integer::longValue)
        .toList();
  }
}
