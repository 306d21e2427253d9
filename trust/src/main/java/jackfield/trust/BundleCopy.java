package jackfield.trust;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.osgi.framework.Bundle;

/**
 * Copies a bundle's entries, as the framework holds them, into a jar that can be verified.
 *
 * <p>The file at the bundle's location may have changed since the installation, or may never have
 * been the installed content. The framework runs the entries that it holds, so the gate verifies
 * those. Reading entries by path neither resolves the bundle nor runs its code.
 */
final class BundleCopy {
  private static final String UNREADABLE = "its content cannot be read: ";

  private BundleCopy() {}

  /** Returns whether a bundle has a signature, valid or not. */
  static boolean isSigned(Bundle bundle) throws IOException {
    try {
      Enumeration<String> paths = bundle.getEntryPaths("META-INF/");
      return paths != null && Collections.list(paths).stream().anyMatch(SignatureCheck::isBlock);
    } catch (UncheckedIOException | IllegalStateException unreadable) {
      throw new IOException(UNREADABLE + unreadable.getMessage(), unreadable);
    }
  }

  /** Writes a jar into {@code folder}; the caller deletes it. */
  static Path copy(Bundle bundle, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path jar = Files.createTempFile(folder, "verify", ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(Deflater.NO_COMPRESSION); // read once, then deleted
      for (String name : names(bundle)) {
        out.putNextEntry(new ZipEntry(name));
        write(bundle.getEntry(name), out);
        out.closeEntry();
      }
      return jar;
    } catch (IOException | UncheckedIOException | IllegalStateException unreadable) {
      Files.deleteIfExists(jar);
      throw new IOException(UNREADABLE + unreadable.getMessage(), unreadable);
    }
  }

  private static void write(URL entry, ZipOutputStream out) throws IOException {
    try (InputStream in = entry.openStream()) {
      in.transferTo(out);
    }
  }

  private static List<String> names(Bundle bundle) {
    List<String> names = new ArrayList<>();
    addNames(bundle, "/", names);
    // A verifier expects the manifest and the signatures before the signed entries.
    names.sort(Comparator.comparing(name -> name.startsWith("META-INF/") ? 0 : 1));
    return names;
  }

  private static void addNames(Bundle bundle, String folder, List<String> names) {
    Enumeration<String> paths = bundle.getEntryPaths(folder);
    if (paths == null) {
      return; // an empty folder
    }
    for (String path : Collections.list(paths)) {
      if (path.endsWith("/")) {
        addNames(bundle, path, names);
      } else {
        names.add(path);
      }
    }
  }
}
