package jackfield.itests.hotplug.bundle;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipOutputStream;

/** Builds the jar of a bundle. */
public final class BundleJar {
  /** The packages that the API exports, for {@code Import-Package}. */
  public static final String API_PACKAGES =
      "jackfield.boxing,jackfield.context,jackfield.dispatch,jackfield.error,jackfield.kernel,"
          + "jackfield.key,jackfield.library,jackfield.memory,jackfield.parallel,"
          + "jackfield.report,jackfield.schema,jackfield.spi,jackfield.tensor";

  /** The packages of the operators that kernels are registered with. */
  public static final String OPERATOR_PACKAGES =
      "jackfield.aten,jackfield.aten.index,jackfield.aten.signature,";

  private final Manifest manifest;
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private BundleJar(Manifest manifest) {
    this.manifest = manifest;
  }

  /** Starts an empty bundle. */
  public static BundleJar named(String symbolicName) {
    return new BundleJar(new Manifest())
        .header("Manifest-Version", "1.0")
        .header("Bundle-ManifestVersion", "2")
        .header("Bundle-SymbolicName", symbolicName)
        .header("Bundle-Version", "1.0.0");
  }

  /** Starts with the content of the bundle at {@code location}. */
  public static BundleJar copyOf(String location) throws IOException {
    try (JarInputStream in = new JarInputStream(URI.create(location).toURL().openStream())) {
      BundleJar copy = new BundleJar(in.getManifest());
      for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
        copy.entries.put(entry.getName(), in.readAllBytes());
      }
      return copy;
    }
  }

  public BundleJar header(String name, String value) {
    manifest.getMainAttributes().put(new Attributes.Name(name), value);
    return this;
  }

  /** Adds a self-contained class as a component that provides a service of the platform. */
  public BundleJar component(Class<?> service, Class<?> implementation, int ranking)
      throws IOException {
    String xml = "OSGI-INF/" + implementation.getName() + ".xml";
    String before = manifest.getMainAttributes().getValue("Service-Component");
    header("Service-Component", before == null ? xml : before + "," + xml);
    header("Import-Package", OPERATOR_PACKAGES + API_PACKAGES);
    entries.put(xml, description(service, implementation, ranking));
    return with(implementation);
  }

  /** Adds a class. */
  public BundleJar with(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream("/" + file)) {
      entries.put(file, in.readAllBytes());
    }
    return this;
  }

  /** Removes all files whose names end with {@code suffix}. */
  public BundleJar without(String suffix) {
    entries.keySet().removeIf(name -> name.endsWith(suffix));
    return this;
  }

  /** Truncates a file to half its length. */
  public BundleJar cut(String name) {
    entries.computeIfPresent(name, (_, content) -> Arrays.copyOf(content, content.length / 2));
    return this;
  }

  /** Returns the names of the files that end with {@code suffix}. */
  public List<String> names(String suffix) {
    return entries.keySet().stream().filter(name -> name.endsWith(suffix)).sorted().toList();
  }

  /** Adds a file. */
  public BundleJar resource(String name, byte[] content) {
    entries.put(name, content);
    return this;
  }

  private static byte[] description(Class<?> service, Class<?> implementation, int ranking) {
    String name = implementation.getName();
    return """
    <scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="%s" immediate="true">
      <property name="service.ranking" type="Integer" value="%d"/>
      <service><provide interface="%s"/></service>
      <implementation class="%s"/>
    </scr:component>
    """
        .formatted(name, ranking, service.getName(), name)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the bundle with a manifest of short lines, which {@link Manifest} would not write. */
  public Path writeFolded(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "bundle", ".jar");
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    manifest.write(written);
    String lines =
        written
            .toString(StandardCharsets.UTF_8)
            .replace("\r\n ", "")
            .replaceAll("(?m)^(.{40})(?=.)", "$1\r\n ")
            .replaceAll("(?m)^( .{39})(?=.)", "$1\r\n ");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      add(out, JarFile.MANIFEST_NAME, lines.getBytes(StandardCharsets.UTF_8));
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        add(out, entry.getKey(), entry.getValue());
      }
    }
    return file;
  }

  private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(content);
    out.closeEntry();
  }

  /** Writes the bundle and returns its file. */
  public Path write(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, "bundle", ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        add(out, entry.getKey(), entry.getValue());
      }
    }
    return file;
  }
}
