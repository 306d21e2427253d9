package jackfield.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class KernelPlacesTest {
  @Test
  void thePlaceOfAnySetLeadsToItsSlot() {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      long keys = random.nextLong() & DispatchKeySet.FULL.bits();
      keys &= random.nextLong(); // a quarter of the bits
      keys >>>= random.nextInt(Long.SIZE); // low functionalities too
      assertThat(KernelPlaces.slot(DispatchTable.index(keys)))
          .as("keys %x, seed %d", keys, seed)
          .isEqualTo(DispatchKeySet.tableIndex(keys));
    }
  }

  @Test
  void theEmptySetAndBackendsAloneLeadToTheFirstSlot() {
    assertThat(KernelPlaces.slot(DispatchTable.index(0))).isZero();
    for (long backends = 1; backends <= DispatchKeySet.BACKEND_BITS; backends++) {
      assertThat(KernelPlaces.slot(DispatchTable.index(backends))).isZero();
    }
  }

  @Test
  void everySlotHasAPlaceAndFewPlacesAreSpare() {
    long used =
        IntStream.range(0, KernelPlaces.count())
            .filter(place -> KernelPlaces.slot(place) != 0)
            .count();
    assertThat(used).isEqualTo(DispatchKey.tableSize() - 1);
    assertThat(KernelPlaces.count() - used).isLessThan(4L);
  }
}
