package jackfield.lambdas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InnerBundleTest {
  @TempDir private Path folder;

  private Path bundle(String exports, String... entries) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Export-Package", exports);
    Path jar = folder.resolve("bundle.jar");
    try (JarOutputStream made = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String entry : entries) {
        made.putNextEntry(new ZipEntry(entry));
        made.write(entry.getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  @Test
  void theClassesOfExportedPackagesAreLeftOut() throws IOException {
    Path source =
        bundle(
            "a.b;version=\"1.0\";uses:=\"a.b.c,a\",a.x;version=\"1.0\"",
            "a/b/",
            "a/b/Exported.class",
            "a/b/c/Own.class",
            "a/x/Exported.class",
            "a/Own.class",
            "OSGI-INF/component.xml");
    Path copy = folder.resolve("new/copy.jar");

    InnerBundle.main(source.toString(), copy.toString());

    try (JarFile made = new JarFile(copy.toFile())) {
      assertThat(made.stream().map(JarEntry::getName))
          .containsExactly(
              "META-INF/MANIFEST.MF",
              "a/b/",
              "a/b/c/Own.class",
              "a/Own.class",
              "OSGI-INF/component.xml");
      assertThat(made.getManifest().getMainAttributes().getValue("Export-Package"))
          .startsWith("a.b;");
      assertThat(made.getInputStream(made.getEntry("a/Own.class")).readAllBytes())
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("a/Own.class");
    }
  }
}
