package jackfield.nn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import org.junit.jupiter.api.Test;

final class DropoutTest {
  @Test
  void aNegativeNumberOfDimensionsIsRefused() {
    InvalidArgument error =
        catchThrowableOfType(
            InvalidArgument.class, () -> new Dropout(LocalPlatform.SHARED.nn().context(), 0.5, -1));
    assertThat(error.argument()).isEqualTo("dimensions");
  }
}
