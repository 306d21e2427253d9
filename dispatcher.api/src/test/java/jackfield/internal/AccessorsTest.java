package jackfield.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class AccessorsTest {
  /** Offers an accessor when it is initialized. */
  private static final class Owner {
    static {
      Accessors.offer(Owner.class, "its accessor");
    }
  }

  @Test
  void theOwnerIsInitializedFirst() {
    assertThat(Accessors.of(Owner.class)).isEqualTo("its accessor");
  }

  @Test
  void aClassThatOffersNothingIsRefused() {
    assertThatThrownBy(() -> EpochAccess.of(String.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.lang.String");
  }
}
