package jackfield;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Copies of a bundle's jar with another version. */
final class NewerJar {
  private NewerJar() {}

  static Path of(Path jar, String version, Path folder) throws IOException {
    Path copy = folder.resolve("newer-" + version + ".jar");
    try (JarFile old = new JarFile(jar.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(copy))) {
      Manifest manifest = new Manifest(old.getManifest());
      manifest.getMainAttributes().putValue("Bundle-Version", version);
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
