package jackfield.dispatcher.impl.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

class BundleContentTest {
  @TempDir private Path folder;

  private void write(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  // A bundle whose entries are the files of the folder.
  private Bundle bundle() {
    return (Bundle)
        Proxy.newProxyInstance(
            Bundle.class.getClassLoader(),
            new Class<?>[] {Bundle.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getEntry" -> folder.resolve((String) arguments[0]).toUri().toURL();
                  case "getEntryPaths" -> paths(((String) arguments[0]).replaceFirst("^/", ""));
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private Object paths(String inside) throws Exception {
    try (Stream<Path> files = Files.list(folder.resolve(inside))) {
      List<String> names =
          files
              .map(file -> folder.relativize(file) + (Files.isDirectory(file) ? "/" : ""))
              .toList();
      return Collections.enumeration(names);
    }
  }

  @Test
  void everyEntryHasTheBytesThatItHadAndTheManifestIsFirst() throws Exception {
    String manifest = "Manifest-Version: 1.0\nBundle-SymbolicName: a\n cme\n\nName: acme/A\n\n";
    write("META-INF/MANIFEST.MF", manifest);
    write("META-INF/ACME.SF", "signed");
    write("META-INF/ACME.EC", "block");
    write("META-INF/versions/9/acme/A.class", "newer");
    write("acme/A.class", "code");
    write("Aaa.txt", "first by name");
    Map<String, String> entries = new LinkedHashMap<>();
    try (var jar = new ZipInputStream(new ByteArrayInputStream(BundleContent.of(bundle())))) {
      for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
        entries.put(entry.getName(), new String(jar.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    assertThat(entries)
        .hasSize(6)
        .containsEntry("META-INF/MANIFEST.MF", manifest)
        .containsEntry("META-INF/versions/9/acme/A.class", "newer")
        .containsEntry("acme/A.class", "code");
    List<String> names = List.copyOf(entries.keySet());
    assertThat(names.getFirst()).isEqualTo("META-INF/MANIFEST.MF");
    assertThat(names.subList(0, 4)).allMatch(name -> name.startsWith("META-INF/"));
  }
}
