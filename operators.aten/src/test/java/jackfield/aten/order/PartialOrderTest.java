package jackfield.aten.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PartialOrderTest {
  private static final class Place extends Quickselect {
    private final int[] values;

    Place(int[] values) {
      super(values.length);
      this.values = values;
    }

    @Override
    protected boolean isAfter(int a, int b) {
      return values[a] > values[b];
    }
  }

  private static PartialOrder packed(int[] values) {
    return PartialOrder.packed(
        IntStream.range(0, values.length).mapToLong(i -> (long) values[i] << 32 | i).toArray());
  }

  @Test
  void eachNumberOfElementsIsInOrder() {
    Random random = new Random(7);
    for (int count = 1; count < 400; count += 1 + count / 4) {
      int[] values = random.ints(count, 0, 50).toArray();
      int[] sorted = IntStream.of(values).sorted().toArray();
      for (int k = 0; k <= count; k += 1 + k / 3) {
        PartialOrder order = k % 2 == 0 ? packed(values) : PartialOrder.of(count, i -> values[i]);
        order.run(k);
        assertThat(IntStream.range(0, k).map(i -> values[order.at(i)]).toArray())
            .isEqualTo(Arrays.copyOf(sorted, k));
        assertThat(IntStream.range(0, count).map(order::at).sorted().toArray())
            .isEqualTo(IntStream.range(0, count).toArray());
      }
    }
  }

  @Test
  void eachPlaceHasItsElement() {
    Random random = new Random(7);
    for (int count = 1; count < 400; count += 1 + count / 4) {
      int[] values = random.ints(count, 0, 50).toArray();
      int[] sorted = IntStream.of(values).sorted().toArray();
      for (int place = 0; place < count; place += 1 + place / 3) {
        assertThat(values[new Place(values).at(place)]).isEqualTo(sorted[place]);
      }
    }
  }
}
