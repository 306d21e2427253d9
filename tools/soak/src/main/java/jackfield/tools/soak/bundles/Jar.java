package jackfield.tools.soak.bundles;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Deflater;

/** Builds the jar of a bundle. */
final class Jar {
  private static final List<String> OF_COMPONENTS =
      List.of("jackfield.aten.signature", "jackfield.kernel");
  private static final String PACKAGES =
      "jackfield.aten,jackfield.aten.composite.allocation,jackfield.aten.index,"
          + "jackfield.aten.kernel,jackfield.aten.signature,"
          + "jackfield.boxing,jackfield.context,jackfield.dispatch,"
          + "jackfield.error,jackfield.kernel,jackfield.key,jackfield.library,jackfield.memory,"
          + "jackfield.parallel,jackfield.report,jackfield.schema,jackfield.spi,jackfield.tensor";

  private final Manifest manifest;
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private Jar(Manifest manifest) {
    this.manifest = manifest;
  }

  /** Starts an empty bundle. */
  static Jar named(String symbolicName) {
    return new Jar(new Manifest())
        .header("Manifest-Version", "1.0")
        .header("Bundle-ManifestVersion", "2")
        .header("Bundle-SymbolicName", symbolicName);
  }

  /** Starts with the content of the bundle in {@code file}. */
  static Jar copyOf(Path file) throws IOException {
    try (JarInputStream in = new JarInputStream(Files.newInputStream(file))) {
      Jar copy = new Jar(in.getManifest());
      for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
        copy.entries.put(entry.getName(), in.readAllBytes());
      }
      return copy;
    }
  }

  Jar header(String name, String value) {
    manifest.getMainAttributes().put(new Attributes.Name(name), value);
    return this;
  }

  /** Adds a class as a component that provides a service. */
  Jar component(Class<?> service, Class<?> implementation, int ranking) throws IOException {
    String xml = "OSGI-INF/" + implementation.getName() + ".xml";
    String before = manifest.getMainAttributes().getValue("Service-Component");
    header("Service-Component", before == null ? xml : before + "," + xml);
    String imports = manifest.getMainAttributes().getValue("Import-Package");
    if (imports == null) {
      header("Import-Package", PACKAGES);
    } else { // a copy imports only what its own classes need
      for (String needed : OF_COMPONENTS) {
        imports += imports.contains(needed) ? "" : "," + needed;
      }
      header("Import-Package", imports);
    }
    entries.put(xml, description(service, implementation, ranking));
    return with(implementation);
  }

  /** Adds the class that the framework calls when it starts the bundle. */
  Jar activator(Class<?> type) throws IOException {
    return header("Bundle-Activator", type.getName())
        .header("Import-Package", "org.osgi.framework")
        .with(type);
  }

  private Jar with(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream("/" + file)) {
      entries.put(file, in.readAllBytes());
    }
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

  /** Writes the bundle and returns its file. */
  Path write(Path file) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      out.setLevel(Deflater.NO_COMPRESSION); // as the build writes bundles
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return file;
  }
}
