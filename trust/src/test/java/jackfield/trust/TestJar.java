package jackfield.trust;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Builds a jar entry by entry, so that a test can also damage an entry. */
final class TestJar {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  /** Begins a bundle that imports the types of backends. */
  static TestJar backend(String name) {
    return bundle(name).header("Import-Package: jackfield.spi,org.osgi.framework");
  }

  static TestJar bundle(String name) {
    return new TestJar()
        .with(
            MANIFEST,
            """
            Manifest-Version: 1.0
            Bundle-ManifestVersion: 2
            Bundle-SymbolicName: %s
            Bundle-Version: 1.0.0
            """
                .formatted(name));
  }

  static TestJar read(Path file) throws IOException {
    TestJar copy = new TestJar();
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        copy.entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
      }
    }
    return copy;
  }

  TestJar header(String line) {
    return with(MANIFEST, text(MANIFEST) + line + "\n");
  }

  /** Adds a class that notes that it ran in the system property of its bundle's name. */
  TestJar activated() throws IOException {
    header("Bundle-Activator: " + Noting.class.getName());
    return with(Noting.class);
  }

  TestJar with(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream("/" + file)) {
      entries.put(file, in.readAllBytes());
    }
    return this;
  }

  TestJar with(String name, String text) {
    entries.put(name, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  TestJar without(String name) {
    entries.remove(name);
    return this;
  }

  String text(String name) {
    return new String(entries.get(name), StandardCharsets.UTF_8);
  }

  TestJar replaced(String name, String part, String other) {
    if (!text(name).contains(part)) {
      throw new AssertionError(name + " has no " + part);
    }
    return with(name, text(name).replace(part, other));
  }

  Path write(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "bundle", ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return file;
  }
}
