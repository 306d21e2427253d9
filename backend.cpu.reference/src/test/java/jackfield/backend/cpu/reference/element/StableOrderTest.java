package jackfield.backend.cpu.reference.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StableOrderTest {
  @Test
  void equalElementsKeepTheirOrder() {
    int[] numbers = {3, 1, 3, 0, 1};
    assertThat(StableOrder.of("sort", numbers.length, (a, b) -> numbers[a] - numbers[b]))
        .containsExactly(3, 1, 4, 0, 2);
  }

  @Test
  void elementsThatChangeMeanwhileAreRefused() {
    Random random = new Random(1);
    assertThatThrownBy(() -> StableOrder.of("sort", 1000, (_, _) -> random.nextInt(3) - 1))
        .isInstanceOf(InvalidArgument.class)
        .hasMessageContaining("sort: self changed while it was sorted");
  }
}
