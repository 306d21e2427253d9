package jackfield.dispatcher.impl.content;

import jackfield.dispatch.PlugFailure;
import jackfield.kernel.Provenance;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;

/** The symbolic name and version in a jar's manifest, read before the installation. */
public record JarTitle(String name, String version) {
  private static final Map<Integer, String> KINDS =
      Map.of(0x1000, "a pipe", 0x2000, "a device", 0x6000, "a device", 0xC000, "a socket");
  private static final int KIND = 0xF000; // of a Unix mode: S_IFMT

  /** Returns {@code NAME:VERSION}, as requests take it, without the platform's own prefix. */
  public String shown() {
    return Provenance.briefName(name) + ":" + version;
  }

  /**
   * Reads the title of a bundle's file.
   *
   * @throws PlugFailure of {@code action} if the file is missing, damaged, no bundle, or in another
   *     file system
   */
  public static JarTitle read(String action, Path file) {
    if (!Files.isRegularFile(file)) { // another kind could block the reader for ever
      throw failure(action, file, kind(file), "give the path of a bundle's jar", null);
    }
    if (file.getFileSystem() != FileSystems.getDefault()) {
      String problem = "it lies in another file system, such as an archive";
      throw failure(action, file, problem, "copy it to a folder, and give that path", null);
    }
    try (JarFile jar = new JarFile(file.toFile(), false)) { // the gate verifies signatures
      return read(action, file, jar);
    } catch (IOException e) {
      throw failure(
          action,
          file,
          "it is no jar: " + e.getMessage(),
          "give the path of a bundle's jar, or build it again",
          e);
    }
  }

  private static JarTitle read(String action, Path file, JarFile jar) throws IOException {
    Attributes headers =
        Optional.ofNullable(jar.getManifest())
            .map(Manifest::getMainAttributes)
            .orElseGet(Attributes::new);
    String name = headers.getValue(Constants.BUNDLE_SYMBOLICNAME);
    if (name == null || name.isBlank()) {
      throw failure(
          action, file, "its manifest has no Bundle-SymbolicName", "build it with bnd", null);
    }
    String version = headers.getValue(Constants.BUNDLE_VERSION);
    String damaged = damagedEntry(jar);
    if (damaged != null) {
      String problem = "it is damaged: its entry %s has a wrong checksum".formatted(damaged);
      throw failure(action, file, problem, "build or copy it again", null);
    }
    return new JarTitle(name.split(";", 2)[0].trim(), normal(action, file, version));
  }

  /** Returns what is at the path of no regular file. */
  public static String kind(Path file) {
    if (!Files.exists(file)) {
      return "there is no such file";
    }
    return Files.isDirectory(file) ? "it is a folder" : "it is %s, no jar".formatted(special(file));
  }

  private static String special(Path file) {
    String unknown = "no regular file";
    try {
      int mode = (Integer) Files.getAttribute(file, "unix:mode");
      return KINDS.getOrDefault(mode & KIND, unknown);
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return unknown;
    }
  }

  /** Returns an entry whose checksum differs from the one in the jar's directory, or null. */
  private static String damagedEntry(JarFile jar) throws IOException {
    for (JarEntry entry : Collections.list(jar.entries())) {
      try (CheckedInputStream content =
          new CheckedInputStream(jar.getInputStream(entry), new CRC32())) {
        content.transferTo(OutputStream.nullOutputStream());
        if (!entry.isDirectory() && content.getChecksum().getValue() != entry.getCrc()) {
          return entry.getName();
        }
      }
    }
    return null;
  }

  /** Returns a version with all its parts, also the optional ones. */
  private static String normal(String action, Path file, String version) {
    try {
      return Version.parseVersion(version).toString();
    } catch (IllegalArgumentException e) {
      throw failure(
          action,
          file,
          "its manifest has Bundle-Version: %s, which is no version".formatted(version),
          "up to three numbers and a qualifier, such as 1.0.0 or 1.0.0.beta",
          e);
    }
  }

  private static PlugFailure failure(
      String action, Path file, String problem, String remedy, Exception cause) {
    return new PlugFailure(action, file.toString(), problem, remedy, cause);
  }
}
