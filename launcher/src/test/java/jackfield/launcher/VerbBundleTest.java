package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbBundleTest {
  @TempDir private Path folder;

  @Test
  void aBundleMayAnnounceSeveralVerbs() throws IOException {
    Path jar = jar("shell;says=\"Opens a shell, with help\", run;says=\"Runs a script\"");
    assertThat(VerbBundle.announcedBy(jar))
        .containsExactly(
            new VerbBundle("shell", "Opens a shell, with help", jar),
            new VerbBundle("run", "Runs a script", jar));
  }

  @Test
  void aBundleWithoutTheHeaderAnnouncesNothing() throws IOException {
    assertThat(VerbBundle.announcedBy(jar(null))).isEmpty();
  }

  @Test
  void aBrokenJarIsNamedWithTheRemedy() throws IOException {
    Path jar = Files.writeString(folder.resolve("broken.jar"), "no jar");
    assertThatThrownBy(() -> VerbBundle.announcedBy(jar))
        .isInstanceOfSatisfying(
            LaunchFailure.class,
            failure -> assertThat(failure.remedy()).isEqualTo(LaunchFailure.REBUILD))
        .hasMessageContaining(jar.toString());
  }

  private Path jar(String verbs) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (verbs != null) {
      manifest.getMainAttributes().putValue("Jackfield-Verb", verbs);
    }
    Path jar = folder.resolve("verbs.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }
}
