package jackfield;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Copies of a bundle's jar with other headers, such as another version. */
final class NewerJar {
  private NewerJar() {}

  static Path of(Path jar, String version, Path folder) throws IOException {
    Path copy = folder.resolve("newer-" + version + ".jar");
    return copy(jar, copy, headers -> headers.putValue("Bundle-Version", version));
  }

  /** Copies a bundle's jar with other headers. */
  static Path copy(Path jar, Path copy, Consumer<Attributes> change) throws IOException {
    try (JarFile old = new JarFile(jar.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy))) {
      Manifest manifest = new Manifest(old.getManifest());
      change.accept(manifest.getMainAttributes());
      out.putNextEntry(new JarEntry(JarFile.MANIFEST_NAME));
      manifest.write(out);
      for (JarEntry entry : Collections.list(old.entries())) {
        if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
          out.putNextEntry(new JarEntry(entry.getName()));
          old.getInputStream(entry).transferTo(out);
        }
      }
    }
    return copy;
  }
}
