package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import org.junit.jupiter.api.Test;

/** Of two requests for one bundle, which gets it. */
final class ClaimsTest {
  private final Claims claims = new Claims();

  @Test
  void theSecondRequestForATitleIsRefusedUntilTheFirstHasEnded() {
    JarTitle title = new JarTitle("acme", "1.0.0");
    claims.claim("plug", "a.jar", title);
    PlugFailure refused =
        catchThrowableOfType(
            PlugFailure.class, () -> claims.claim("swap", "b.jar", new JarTitle("acme", "1.0.0")));
    assertThat(refused.action()).isEqualTo("swap");
    assertThat(refused.bundle()).isEqualTo("b.jar");
    assertThat(refused.problem()).contains("another request is plugging acme 1.0.0");
    claims.release(title);
    claims.claim("plug", "b.jar", title);
  }

  @Test
  void anotherVersionIsPluggedAtTheSameTime() {
    claims.claim("plug", "a.jar", new JarTitle("acme", "1.0.0"));
    claims.claim("plug", "b.jar", new JarTitle("acme", "2.0.0"));
  }

  @Test
  void aBundleArrivesUntilItsRequestHasEnded() {
    claims.add(BundleRemovalTest.BUNDLE);
    assertThat(claims.isArriving(BundleRemovalTest.BUNDLE)).isTrue();
    claims.remove(BundleRemovalTest.BUNDLE);
    assertThat(claims.isArriving(BundleRemovalTest.BUNDLE)).isFalse();
  }
}
