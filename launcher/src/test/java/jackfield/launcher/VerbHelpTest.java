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
  void packHelpOfTwoVerbs() throws IOException {
    jar = folder.resolve("verbs.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      pack(out, "demo.txt", "Usage: demo µ [--quick] [--plot=FILE]\n");
      pack(out, "soak.txt", "Usage: soak [COMMAND]\n");
      pack(out, "soak-plug.txt", "Usage: soak plug [--seconds=N]\n");
      pack(out, "soak-plug.hidden", "--child\n");
    }
  }

  private static void pack(JarOutputStream out, String name, String text) throws IOException {
    out.putNextEntry(new ZipEntry("help/" + name));
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private VerbHelp verb(String name) {
    return VerbHelp.of(new VerbBundle(name, "", jar));
  }

  private UnknownWord unknown(String verb, String... arguments) {
    return verb(verb).unknown(List.of(arguments)).orElseThrow();
  }

  @Test
  void helpIsReadFromTheBundle() {
    assertThat(verb("demo").asked(List.of("--help")))
        .hasValueSatisfying(help -> assertThat(help).startsWith("Usage: demo µ"));
    assertThat(verb("demo").asked(List.of("-h"))).isPresent();
    assertThat(verb("demo").asked(List.of("--quick", "--help"))).isPresent();
    assertThat(verb("demo").asked(List.of("--quick"))).isEmpty();
  }

  @Test
  void aCommandOfAVerbHasAHelpOfItsOwn() {
    assertThat(verb("soak").asked(List.of("plug", "--help")))
        .hasValueSatisfying(help -> assertThat(help).startsWith("Usage: soak plug"));
    assertThat(verb("soak").asked(List.of("--help")))
        .hasValueSatisfying(help -> assertThat(help).startsWith("Usage: soak ["));
  }

  @Test
  void wordsAfterHelpNameACommand() {
    assertThat(verb("soak").asked(List.of("--help", "plug")))
        .hasValueSatisfying(help -> assertThat(help).startsWith("Usage: soak plug"));
    for (String[] wrong : new String[][] {{"--help", "more"}, {"--help", "plug", "more"}}) {
      assertThat(verb("soak").asked(List.of(wrong))).isEmpty();
      assertThat(unknown("soak", wrong).word()).isEqualTo("more");
    }
    assertThat(verb("demo").asked(List.of("--help", "more"))).isEmpty();
    assertThat(unknown("demo", "--help", "more").kind()).isEqualTo("command");
    assertThat(verb("demo").asked(List.of("--help", "--quick"))).isPresent();
  }

  @Test
  void anUnknownOptionIsNamedWithTheNearest() {
    UnknownWord unknown = unknown("demo", "--quick", "--plto=a.png");
    assertThat(unknown.word()).isEqualTo("--plto");
    assertThat(unknown.nearest()).contains("--plot");
    assertThat(unknown.available()).containsExactly("--plot", "--quick");
    assertThat(unknown("soak", "plug", "--second", "3").asker()).isEqualTo("soak plug");
  }

  @Test
  void anUnknownCommandIsNamedWithTheNearest() {
    UnknownWord unknown = unknown("soak", "plog", "--seconds", "3");
    assertThat(unknown.kind()).isEqualTo("command");
    assertThat(unknown.nearest()).contains("plug");
    assertThat(unknown.available()).containsExactly("plug");
  }

  @Test
  void knownWordsAndValuesAreLeftToTheVerb() {
    assertThat(verb("demo").unknown(List.of("--quick", "--plot=a.png"))).isEmpty();
    assertThat(verb("demo").unknown(List.of("--plot", "a.png", "more"))).isEmpty();
    assertThat(verb("demo").unknown(List.of("--", "--unknown"))).isEmpty();
    assertThat(verb("soak").unknown(List.of("plug", "--child=a", "--seconds", "-1"))).isEmpty();
    assertThat(verb("soak").unknown(List.of())).isEmpty();
  }

  @Test
  void aVerbWithoutHelpFilesParsesItsArguments() {
    assertThat(verb("bench").asked(List.of("--help"))).isEmpty();
    assertThat(verb("bench").unknown(List.of("--any"))).isEmpty();
  }
}
