package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the error of an update that did not wait to the end tells to try. */
final class UpdateTest {
  @Test
  void anInterruptedUpdateIsAskedAgainAndTheNewContentIsNotBlamed() {
    assertThat(Update.remedy(false, true, "acme:1.0.0"))
        .isEqualTo(
            "update it again from a thread that is not interrupted; its former content serves");
  }

  @Test
  void anUpdateFromInsideACallIsMadeOutside() {
    assertThat(Update.remedy(true, true, "acme:1.0.0"))
        .isEqualTo("update it from outside of a call; its former content serves");
  }

  @Test
  void aBundleThatCannotBePutBackIsUnplugged() {
    assertThat(Update.remedy(false, false, "acme:1.0.0"))
        .isEqualTo("unplug acme:1.0.0, then plug the new content");
  }
}
