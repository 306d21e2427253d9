package jackfield.dispatcher.impl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Bundle;

/** The content of an installed bundle as a jar; its file may be another one by now. */
final class BundleContent {
  private BundleContent() {}

  static byte[] of(Bundle bundle) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (InputStream header = bundle.getEntry(JarFile.MANIFEST_NAME).openStream();
        JarOutputStream jar = new JarOutputStream(bytes, new Manifest(header))) {
      Enumeration<URL> entries = bundle.findEntries("/", "*", true);
      for (URL entry : Collections.list(entries)) {
        String name = entry.getPath().substring(1);
        if (!name.endsWith("/") && !name.equals(JarFile.MANIFEST_NAME)) {
          add(jar, name, entry);
        }
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(bundle + " cannot be read", unreadable);
    }
    return bytes.toByteArray();
  }

  private static void add(JarOutputStream jar, String name, URL entry) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    try (InputStream content = entry.openStream()) {
      content.transferTo(jar);
    }
    jar.closeEntry();
  }
}
