package jackfield.itests.hotplug.process;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.process.KillAtStep.Change;
import jackfield.spi.PlugSteps.Step;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a kill, the next start has the bundles of the folder. */
@Tag("thorough")
class KillNineIT {
  @TempDir private Path home;

  @Test
  void theNextStartIsConsistentWheneverThePlatformWasKilled() throws Exception {
    assertThat(new KillNine(home, 20).run(1, System.out)).isZero();
  }

  @Test
  void theNextStartIsConsistentWhenItWasKilledAtAStep() throws Exception {
    KillAtStep kill = new KillAtStep(new KillNine(home, 20), home);
    assertThat(kill.run(Change.SWAP, Step.COMMIT)).isEmpty();
  }
}
