package jackfield.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbHelpTest {
  @TempDir private Path folder;
  private Path jar;

  @BeforeEach
  void packHelpOfOneVerb() throws IOException {
    jar = folder.resolve("verbs.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("help/demo.txt"));
      out.write("Usage: demo µ\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  private VerbBundle verb(String name) {
    return new VerbBundle(name, "", jar);
  }

  @Test
  void helpAloneIsReadFromTheBundle() {
    assertThat(VerbHelp.asked(verb("demo"), List.of("--help"))).contains("Usage: demo µ\n");
    assertThat(VerbHelp.asked(verb("demo"), List.of("-h"))).isPresent();
  }

  @Test
  void anythingElseIsLeftToTheVerb() {
    assertThat(VerbHelp.asked(verb("demo"), List.of())).isEmpty();
    assertThat(VerbHelp.asked(verb("demo"), List.of("--quick", "--help"))).isEmpty();
    assertThat(VerbHelp.asked(verb("bench"), List.of("--help"))).isEmpty();
  }
}
