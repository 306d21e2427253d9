package jackfield.tools.fuzz.jar;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tools.fuzz.run.RandomSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Tag("slow")
class JarChangeTest {
  private static final List<String> ENTRIES =
      List.of("META-INF/MANIFEST.MF", "OSGI-INF/a.xml", "a/A.class", "a/B.class");

  private static byte[] jar() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (String name : ENTRIES) {
        out.putNextEntry(new ZipEntry(name));
        String content = "Bundle-SymbolicName: jackfield/tensor/Tensor register address " + name;
        out.write(content.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static List<String> content(byte[] jar) throws IOException {
    List<String> content = new ArrayList<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        content.add(entry.getName() + ": " + text);
      }
    }
    return content;
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = Mode.EXCLUDE)
  void eachChangeIsSeenForSomeSeed(JarChange change) throws IOException {
    byte[] jar = jar();
    boolean isSeen = false;
    for (long seed = 0; seed < 10 && !isSeen; seed++) {
      byte[] changed = change.apply(jar, new RandomSource(seed, 0));
      isSeen = changed.length != jar.length || !isSame(jar, changed);
    }
    assertThat(isSeen).isTrue();
  }

  private static boolean isSame(byte[] jar, byte[] changed) throws IOException {
    try {
      return content(jar).equals(content(changed));
    } catch (IOException _) {
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSeedRepeatsTheChange(JarChange change) throws IOException {
    byte[] jar = jar();
    assertThat(change.apply(jar, new RandomSource(5, 0)))
        .isEqualTo(change.apply(jar, new RandomSource(5, 0)));
  }

  @Test
  void anEntryThatIsPackedAnewDoesNotHaveTheTimeOfTheRun() throws IOException {
    byte[] changed = JarChange.NONE.apply(jar(), new RandomSource(5, 0));
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(changed))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        assertThat(entry.getTimeLocal()).isBefore(LocalDateTime.of(2020, 1, 1, 0, 0));
      }
    }
  }

  @Test
  void aCopyThatIsNotChangedHasAllThatTheJarHas() throws IOException {
    assertThat(content(JarChange.NONE.apply(jar(), new RandomSource(5, 0))))
        .isEqualTo(content(jar()));
  }
}
