package jackfield.dispatcher.impl.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Name and version of a jar, and the refusal of a damaged jar. */
final class JarTitleTest {
  private static final String CONTENT = "0123456789abcdef";

  @TempDir private Path folder;

  private Path jar() throws IOException {
    Manifest manifest = new Manifest();
    Attributes headers = manifest.getMainAttributes();
    headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.putValue("Bundle-SymbolicName", "acme;singleton:=true");
    headers.putValue("Bundle-Version", "1.2");
    Path file = folder.resolve("acme.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      byte[] content = CONTENT.getBytes(StandardCharsets.US_ASCII);
      JarEntry entry = new JarEntry("data/numbers");
      entry.setMethod(JarEntry.STORED);
      entry.setSize(content.length);
      CRC32 checksum = new CRC32();
      checksum.update(content);
      entry.setCrc(checksum.getValue());
      out.putNextEntry(entry);
      out.write(content);
      out.closeEntry();
    }
    return file;
  }

  @Test
  void anIntactJarHasItsNameAndItsFullVersion() throws IOException {
    assertThat(JarTitle.read("plug", jar())).isEqualTo(new JarTitle("acme", "1.2.0"));
  }

  @Test
  void whatIsNoRegularFileIsNamed() throws Exception {
    Path pipe = folder.resolve("pipe");
    Assumptions.assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    Map<Path, String> found =
        Map.of(
            Path.of("/dev/null"),
            "it is a device, no jar",
            pipe,
            "it is a pipe, no jar",
            folder,
            "it is a folder",
            folder.resolve("absent.jar"),
            "there is no such file");
    found.forEach((path, problem) -> {
      PlugFailure refused =
          catchThrowableOfType(PlugFailure.class, () -> JarTitle.read("plug", path));
      assertThat(refused.problem()).isEqualTo(problem);
      assertThat(refused.remedy()).isEqualTo("give the path of a bundle's jar");
      assertThat(refused).hasMessageContaining("plug " + path);
    });
  }

  @Test
  void aTextFileIsNoJar() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "a text");
    PlugFailure refused =
        catchThrowableOfType(PlugFailure.class, () -> JarTitle.read("plug", text));
    assertThat(refused.problem()).startsWith("it is no jar: ");
    assertThat(refused.remedy()).isEqualTo("give the path of a bundle's jar, or build it again");
  }

  @Test
  void aJarInAnArchiveIsRefusedWithWhatToTry() throws IOException {
    Path outer = folder.resolve("outer.zip");
    try (FileSystem archive = FileSystems.newFileSystem(outer, Map.of("create", "true"))) {
      Path file = Files.copy(jar(), archive.getPath("/acme.jar"));
      PlugFailure refused =
          catchThrowableOfType(PlugFailure.class, () -> JarTitle.read("plug", file));
      assertThat(refused.remedy()).isEqualTo("copy it to a folder, and give that path");
    }
  }

  @Test
  void oneByteOfAnEntryThatChangedIsDamage() throws IOException {
    Path file = jar();
    byte[] bytes = Files.readAllBytes(file);
    int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(CONTENT);
    bytes[at + 5] ^= 1;
    Files.write(file, bytes);
    PlugFailure refused =
        catchThrowableOfType(PlugFailure.class, () -> JarTitle.read("plug", file));
    assertThat(refused.problem())
        .isEqualTo("it is damaged: its entry data/numbers has a wrong checksum");
    assertThat(refused.remedy()).isEqualTo("build or copy it again");
  }
}
