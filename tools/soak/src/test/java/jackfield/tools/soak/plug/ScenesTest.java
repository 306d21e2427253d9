package jackfield.tools.soak.plug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.Scene;
import org.junit.jupiter.api.Test;

/** The bundles that a call may have met. */
class ScenesTest {
  private final Scenes scenes = new Scenes();

  private boolean mayMeetFast(Scene first, Scene last) {
    return Scenes.any(first, last, scene -> scene.has(Part.FAST));
  }

  @Test
  void aCallThatEndsBeforeAChangeIsAnnouncedDoesNotMeetIt() {
    Scene first = scenes.earliest();
    Scene last = scenes.latest();
    scenes.announce(last.with(Part.FAST, 1));
    assertThat(mayMeetFast(first, last)).isFalse();
  }

  @Test
  void aCallDuringAChangeMayMeetEither() {
    scenes.announce(scenes.latest().with(Part.FAST, 1));
    assertThat(mayMeetFast(scenes.earliest(), scenes.latest())).isTrue();
    assertThat(Scenes.any(scenes.earliest(), scenes.latest(), scene -> !scene.has(Part.FAST)))
        .isTrue();
  }

  @Test
  void aCallAfterAConfirmedChangeMeetsIt() {
    scenes.announce(scenes.latest().with(Part.FAST, 1));
    scenes.confirm();
    assertThat(Scenes.any(scenes.earliest(), scenes.latest(), scene -> !scene.has(Part.FAST)))
        .isFalse();
  }

  @Test
  void presenceTellsWhatResultsDependOnAndNoVersions() {
    Scene one = Scene.empty().with(Part.FAST, 1);
    assertThat(one.presence()).isEqualTo(one.with(Part.FAST, 2).presence());
    assertThat(one.presence()).isEqualTo(one.with(Part.PROFILER, 1).presence());
    assertThat(one.presence()).isNotEqualTo(one.with(Part.AUTOGRAD, 1).presence());
  }
}
