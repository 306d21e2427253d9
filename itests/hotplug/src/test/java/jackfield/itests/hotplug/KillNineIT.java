package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillNineIT {
  @TempDir private Path home;

  @Test
  void theNextStartIsConsistentWheneverThePlatformWasKilled() throws Exception {
    assertThat(new KillNine(home, 20).run(3, System.out)).isZero();
  }
}
