package jackfield.cuda.standin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the bundle tells where it cannot build the stand-in. */
final class StandInComponentTest {
  private static final String LIBRARY = "jackfield.cuda.library";

  @TempDir private Path home;

  @Test
  void aMissingCompilerIsToldWithItsRemedy() {
    StandInComponent component = new StandInComponent(home, false);
    assertThat(component.problem()).contains("needs g++");
    assertThat(component.remedy()).isEqualTo("apt install g++");
    assertThat(System.getProperty(LIBRARY)).isNull();
  }

  @Test
  void missingSourcesAreToldWithTheFolder() {
    StandInComponent component = new StandInComponent(home, true);
    assertThat(component.problem()).contains("kernels of backend.cuda", home.toString());
    assertThat(component.remedy()).contains("a folder with the sources");
    assertThat(System.getProperty(LIBRARY)).isNull();
  }

  @Test
  void theFormerLibraryIsNamedAgainAfterTheUnplug() {
    System.setProperty(LIBRARY, "another.so");
    try {
      StandInComponent component = new StandInComponent(home, false);
      System.setProperty(LIBRARY, "libcuda.so of a stand-in");
      component.stop();
      assertThat(System.getProperty(LIBRARY)).isEqualTo("another.so");
    } finally {
      System.clearProperty(LIBRARY);
    }
  }
}
