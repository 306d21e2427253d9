package jackfield.conformance;

import jackfield.kernel.Provenance;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.OperatorLibrary;
import jackfield.tensor.Autograd;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * A component that a bundle on the class path declares, read from the bundle's component
 * description. So tests plug the same components as the platform, and name no class of another
 * module.
 *
 * @param bundle the symbolic name without the platform's prefix
 * @param implementation the name of the class
 * @param services the names of the interfaces that the component provides
 * @param ranking the service ranking
 */
public record BundleComponent(
    String bundle, String implementation, List<String> services, int ranking) {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final List<Class<?>> PUBLISHED =
      List.of(OperatorLibrary.class, Backend.class, Feature.class, Autograd.class);

  /** Returns the libraries, features, backends and autograd on the class path. */
  public static List<BundleComponent> onClassPath() {
    List<BundleComponent> components = new ArrayList<>();
    try {
      for (URL manifest :
          Collections.list(BundleComponent.class.getClassLoader().getResources(MANIFEST))) {
        components.addAll(declaredBy(manifest));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return components.stream()
        .filter(component -> PUBLISHED.stream().anyMatch(component::provides))
        .toList();
  }

  /** Returns a new backend of {@code bundle}, which must be on the class path. */
  public static Backend backend(String bundle) {
    return onClassPath().stream()
        .filter(component -> component.bundle().equals(bundle))
        .filter(component -> component.provides(Backend.class))
        .findFirst()
        .map(component -> (Backend) component.create(List.of()))
        .orElseThrow(() -> new AssertionError("no bundle of the class path is " + bundle));
  }

  private static List<BundleComponent> declaredBy(URL manifest) throws IOException {
    try (InputStream in = manifest.openStream()) {
      Attributes headers = new Manifest(in).getMainAttributes();
      String files = headers.getValue("Service-Component");
      String bundle = headers.getValue("Bundle-SymbolicName");
      if (files == null || bundle == null || files.contains("*")) {
        return List.of();
      }
      String root = manifest.toString().replace(MANIFEST, "");
      return Arrays.stream(files.split(","))
          .map(file -> read(shortName(bundle), root + file.trim()))
          .toList();
    }
  }

  private static String shortName(String header) {
    return Provenance.briefName(header.split(";", 2)[0].trim());
  }

  private static BundleComponent read(String bundle, String file) {
    try (InputStream in = URI.create(file).toURL().openStream()) {
      Document xml = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      int ranking =
          elements(xml, "property").stream()
              .filter(property -> property.getAttribute("name").equals("service.ranking"))
              .mapToInt(property -> Integer.parseInt(property.getAttribute("value")))
              .findFirst()
              .orElse(0);
      return new BundleComponent(
          bundle,
          elements(xml, "implementation").getFirst().getAttribute("class"),
          elements(xml, "provide").stream().map(it -> it.getAttribute("interface")).toList(),
          ranking);
    } catch (Exception unreadable) {
      throw new AssertionError("cannot read the component " + file, unreadable);
    }
  }

  private static List<Element> elements(Document xml, String name) {
    NodeList found = xml.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  /** Returns whether the component provides {@code service}. */
  public boolean provides(Class<?> service) {
    return services.contains(service.getName());
  }

  /**
   * Returns the position for plugging: libraries come first, as kernels are registered for defined
   * operators.
   */
  int order() {
    return provides(OperatorLibrary.class) ? 0 : provides(Feature.class) ? 1 : 2;
  }

  /**
   * Returns a new component; its constructor has no parameters, or references to {@code services}.
   */
  Object create(List<Object> services) {
    try {
      Constructor<?> constructor = Class.forName(implementation).getConstructors()[0];
      Object[] arguments =
          Arrays.stream(constructor.getParameterTypes())
              .map(type -> services.stream().filter(type::isInstance).findFirst().orElse(null))
              .toArray();
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException unfit) {
      throw new LinkageError("cannot create " + implementation, unfit);
    }
  }
}
