package jackfield.lambdas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Copies the jar of a bundle without the packages that it exports. In the artifact {@code
 * jackfield} a bundle's exports are imports, which the framework gives from the program's class
 * path. A start copies the jars inside and searches them, and most of the classes are in exported
 * packages.
 */
public final class InnerBundle {
  private final JarFile source;
  private final Set<String> folders;

  private InnerBundle(JarFile source) throws IOException {
    this.source = source;
    this.folders = exported(source);
  }

  /**
   * Copies a bundle.
   *
   * @param arguments the jar; the copy
   */
  public static void main(String... arguments) throws IOException {
    Path target = Path.of(arguments[1]);
    Files.createDirectories(target.getParent());
    try (JarFile source = new JarFile(arguments[0]);
        ZipOutputStream copy = new ZipOutputStream(Files.newOutputStream(target))) {
      new InnerBundle(source).copyTo(copy);
    }
  }

  /** The folders of the exported packages. */
  private static Set<String> exported(JarFile jar) throws IOException {
    Attributes manifest = jar.getManifest().getMainAttributes();
    String exports = manifest.getValue("Export-Package").replaceAll("\"[^\"]*\"", "");
    return Arrays.stream(exports.split(","))
        .map(export -> export.replaceAll(";.*", "").replace('.', '/') + "/")
        .collect(Collectors.toSet());
  }

  private void copyTo(ZipOutputStream copy) throws IOException {
    for (ZipEntry entry : source.stream().toList()) {
      if (!isExported(entry.getName())) {
        copy.putNextEntry(sameUncompressed(entry));
        try (InputStream content = source.getInputStream(entry)) {
          content.transferTo(copy);
        }
        copy.closeEntry();
      }
    }
  }

  // A start reads thousands of classes, and decompressing each takes longer.
  private static ZipEntry sameUncompressed(ZipEntry entry) {
    ZipEntry same = new ZipEntry(entry.getName());
    same.setTimeLocal(entry.getTimeLocal());
    same.setMethod(ZipEntry.STORED);
    same.setSize(entry.getSize());
    same.setCrc(entry.getCrc());
    return same;
  }

  // A folder's own entry stays.
  private boolean isExported(String name) {
    return !name.endsWith("/") && folders.contains(name.substring(0, name.lastIndexOf('/') + 1));
  }
}
