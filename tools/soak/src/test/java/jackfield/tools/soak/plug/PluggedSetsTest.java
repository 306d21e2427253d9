package jackfield.tools.soak.plug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import org.junit.jupiter.api.Test;

/** The bundles that a call may have met. */
class PluggedSetsTest {
  private final PluggedSets sets = new PluggedSets();

  private boolean mayMeetFast(PluggedSet first, PluggedSet last) {
    return PluggedSets.any(first, last, set -> set.has(Part.FAST));
  }

  @Test
  void aCallThatEndsBeforeAChangeIsAnnouncedDoesNotMeetIt() {
    PluggedSet first = sets.earliest();
    PluggedSet last = sets.latest();
    sets.announce(last.with(Part.FAST, 1));
    assertThat(mayMeetFast(first, last)).isFalse();
  }

  @Test
  void aCallDuringAChangeMayMeetEither() {
    sets.announce(sets.latest().with(Part.FAST, 1));
    assertThat(mayMeetFast(sets.earliest(), sets.latest())).isTrue();
    assertThat(PluggedSets.any(sets.earliest(), sets.latest(), set -> !set.has(Part.FAST)))
        .isTrue();
  }

  @Test
  void aCallAfterAConfirmedChangeMeetsIt() {
    sets.announce(sets.latest().with(Part.FAST, 1));
    sets.confirm();
    assertThat(PluggedSets.any(sets.earliest(), sets.latest(), set -> !set.has(Part.FAST)))
        .isFalse();
  }

  @Test
  void presenceTellsWhatResultsDependOnAndNoVersions() {
    PluggedSet one = PluggedSet.empty().with(Part.FAST, 1);
    assertThat(one.presence()).isEqualTo(one.with(Part.FAST, 2).presence());
    assertThat(one.presence()).isEqualTo(one.with(Part.PROFILER, 1).presence());
    assertThat(one.presence()).isNotEqualTo(one.with(Part.AUTOGRAD, 1).presence());
  }
}
