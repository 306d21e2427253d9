package jackfield.tools.soak.plug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.FeatureGone;
import jackfield.tensor.HostData;
import org.junit.jupiter.api.Test;

/** How the soak compares results. */
class OutcomeTest {
  private static Outcome of(float... values) {
    return Outcome.of(HostData.tensor(values, values.length));
  }

  @Test
  void oneBitMakesTwoResultsDiffer() {
    assertThat(of(1, 2).isSame(of(1, 2))).isTrue();
    assertThat(of(1, 2).isSame(of(1, Math.nextUp(2f)))).isFalse();
    assertThat(of(0f).isSame(of(-0f))).isFalse();
  }

  @Test
  void roundedResultsAreNearButNotAnything() {
    assertThat(of(1, 2).isNear(of(1, Math.nextUp(2f)))).isTrue();
    assertThat(of(1, 2).isNear(of(1, 2.001f))).isFalse();
    assertThat(of(1, 2).isNear(of(1))).isFalse();
    assertThat(of(1).isNear(of(Float.NaN))).isFalse();
  }

  @Test
  void anErrorIsNoResult() {
    Outcome gone = Outcome.of(new FeatureGone("autograd", "feature.autograd", null));
    assertThat(gone.error()).isEqualTo(Outcome.AUTOGRAD_GONE);
    assertThat(gone.isSame(of())).isFalse();
    assertThat(gone.isNear(of())).isFalse();
  }
}
