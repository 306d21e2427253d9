package jackfield.dispatcher.impl.content;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.osgi.framework.Bundle;

/**
 * Reads the content of an installed bundle as a jar; its file may have changed since.
 *
 * <p>Every entry keeps its bytes, the manifest too: a signature covers the manifest as it was
 * written, and {@link java.util.jar.Manifest} would write it differently. The entries of attached
 * fragments are left out.
 */
public final class BundleContent {
  private static final String HEADERS = "META-INF/";

  private BundleContent() {}

  public static byte[] of(Bundle bundle) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream jar = new ZipOutputStream(bytes)) {
      for (String name : names(bundle)) {
        jar.putNextEntry(new ZipEntry(name));
        try (InputStream content = bundle.getEntry(name).openStream()) {
          content.transferTo(jar);
        }
        jar.closeEntry();
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(bundle + " cannot be read", unreadable);
    }
    return bytes.toByteArray();
  }

  // Readers of a jar as a stream expect the manifest first and the signatures next.
  private static List<String> names(Bundle bundle) {
    List<String> names = new ArrayList<>();
    addNames(bundle, "/", names);
    names.sort(
        Comparator.comparing((String name) -> !name.equals(JarFile.MANIFEST_NAME))
            .thenComparing(name -> !name.startsWith(HEADERS)));
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
