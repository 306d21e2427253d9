package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.JarTitle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The errors for bundles that are there already name them. */
final class DuplicateBundleTest {
  private static final JarTitle TITLE = new JarTitle("jackfield.backend.acme", "1.0.0");

  @Test
  void aBundleThatIsPluggedTwiceCanBeUnpluggedOrSwapped() {
    PlugFailure refused = new DuplicateBundle("plug", "acme.jar").installed(TITLE, "");
    assertThat(refused.problem())
        .isEqualTo("a bundle jackfield.backend.acme 1.0.0 is installed already");
    assertThat(refused.remedy())
        .isEqualTo("unplug backend.acme:1.0.0 first, or swap backend.acme:1.0.0 for acme.jar");
  }

  @Test
  void aBundleThatIsBeingRemovedIsWaitedForOrKept() {
    PlugFailure refused = new DuplicateBundle("plug", "acme.jar").beingRemoved(TITLE);
    assertThat(refused.problem())
        .isEqualTo(
            "a bundle jackfield.backend.acme 1.0.0 is installed already,"
                + " but it is being removed or updated");
    assertThat(refused.remedy())
        .isEqualTo(
            "drain, which lists the calls inside; ask again when that has ended,"
                + " or drain --cancel backend.acme to keep it");
  }

  @Test
  void aReplacementThatIsPluggedIsNamedBesideTheBundleToReplace() {
    PlugFailure refused = new DuplicateBundle("swap", "acme.jar").installed(TITLE, "other:2.0.0");
    assertThat(refused.remedy())
        .isEqualTo(
            "unplug backend.acme:1.0.0 first, or swap backend.acme:1.0.0 instead of other:2.0.0");
  }

  @Test
  void aBundleOfTheCoreIsLeftAsItIs() {
    PlugFailure refused = new DuplicateBundle("plug", "acme.jar").core(TITLE, "0.9.0");
    assertThat(refused.problem())
        .isEqualTo("backend.acme 0.9.0 is installed already, and belongs to the core");
    assertThat(refused.remedy()).doesNotContain("unplug").contains("leave backend.acme as it is");
  }

  @Test
  void packagesThatAreThereAreNamedUpToThree() {
    DuplicateBundle there = new DuplicateBundle("plug", "api.jar");
    assertThat(there.provided("felix", List.of("a")).problem())
        .isEqualTo("felix exports all its packages already: a");
    assertThat(there.provided("felix", List.of("a", "b", "c", "d")).problem())
        .isEqualTo("felix exports all its packages already: a, b, c and 1 more");
  }

  @Test
  void aJarOfTheDistributionIsNamedByItsBundle() {
    Path jar = Path.of("/tmp/jackfield-1/dist/backend.cpu.jar");
    assertThat(Bundles.subject("/tmp/jackfield-1/dist", jar)).isEqualTo("backend.cpu");
    assertThat(Bundles.subject("/tmp/jackfield-2/dist", jar)).isEqualTo(jar.toString());
    assertThat(Bundles.subject(null, jar)).isEqualTo(jar.toString());
  }
}
