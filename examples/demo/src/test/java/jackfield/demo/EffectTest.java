package jackfield.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EffectTest {
  /** A step of one image takes a millisecond with the fast backend, a hundred without it. */
  private static Timeline timeline(int fast, int slow) {
    Timeline timeline = new Timeline(fast + slow, 0);
    long now = 0;
    for (int step = 0; step < fast + slow; step++) {
      now += step < fast ? 1_000_000 : 100_000_000;
      timeline.add(1, 1, "backend", now);
    }
    return timeline;
  }

  @Test
  void stepsWhileABackendIsUnpluggedDoNotCountAsStepsAfterIt() {
    PlugEvent unplugged = new PlugEvent(20, 25, "backend.cpu", "unplugged", 1);
    Report.Event effect = Report.effect(unplugged, timeline(25, 5), 0, 30);
    assertThat(effect.imagesPerSecondBefore()).isEqualTo(1000);
    assertThat(effect.imagesPerSecondAfter()).isEqualTo(10);
    assertThat(effect.isEffective()).isTrue();
  }

  @Test
  void anEventThatEndsWithTheNextIsJudgedByTheLastStep() {
    PlugEvent unplugged = new PlugEvent(20, 30, "backend.cpu", "unplugged", 1);
    assertThat(Report.effect(unplugged, timeline(29, 1), 0, 30).imagesPerSecondAfter())
        .isEqualTo(10);
  }
}
