package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.JarTitle;
import org.junit.jupiter.api.Test;

/** Only one of two requests may plug the same bundle. */
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
    assertThat(refused.remedy()).isEqualTo("wait until that request has ended");
    claims.release(title);
    claims.claim("plug", "b.jar", title);
  }

  @Test
  void anotherVersionIsPluggedAtTheSameTime() {
    claims.claim("plug", "a.jar", new JarTitle("acme", "1.0.0"));
    claims.claim("plug", "b.jar", new JarTitle("acme", "2.0.0"));
  }

  @Test
  void aBundleIsBeingPluggedUntilItsRequestHasEnded() {
    claims.add(BundleRemovalTest.BUNDLE.getLocation());
    assertThat(claims.isBeingPlugged(BundleRemovalTest.BUNDLE)).isTrue();
    claims.remove(BundleRemovalTest.BUNDLE.getLocation());
    assertThat(claims.isBeingPlugged(BundleRemovalTest.BUNDLE)).isFalse();
  }
}
