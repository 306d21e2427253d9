package jackfield.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

final class GradientContextTest {
  private final GradientContext context = GradientContext.ofCall(2, input -> input == 1);

  @Test
  void aPlaceWithoutASavedTensorIsRefused() {
    context.save((Tensor) null);
    assertThat(context.saved(0)).isNull();
    for (int place : new int[] {-1, 1, 5}) {
      InvalidArgument error =
          catchThrowableOfType(InvalidArgument.class, () -> context.saved(place));
      assertThat(error.argument()).isEqualTo("place");
      assertThat(error).hasMessageContaining("which is 1, found " + place);
    }
  }

  @Test
  void aNumberThatNoTensorAmongTheInputsHasIsRefused() {
    assertThat(context.isNeeded(0)).isFalse();
    assertThat(context.isNeeded(1)).isTrue();
    for (int tensor : new int[] {-1, 2, 99}) {
      InvalidArgument error =
          catchThrowableOfType(InvalidArgument.class, () -> context.isNeeded(tensor));
      assertThat(error.argument()).isEqualTo("tensor");
      assertThat(error).hasMessageContaining("which is 2, found " + tensor);
    }
  }

  @Test
  void nullForTheTensorsToSaveIsRefused() {
    InvalidArgument error =
        catchThrowableOfType(InvalidArgument.class, () -> context.save((Tensor[]) null));
    assertThat(error.argument()).isEqualTo("kept");
  }
}
