package jackfield.dispatcher.impl.content;

import jackfield.dispatcher.impl.log.Refusals;
import jackfield.spi.Backend;
import jackfield.spi.Feature;
import jackfield.spi.KernelHost;
import jackfield.spi.OperatorLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.ComponentConstants;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/**
 * Compares the components that a started bundle's manifest declares with their actual state.
 * Declarative Services only logs a component that it cannot read or activate, and the bundle
 * becomes active without it.
 */
public final class DeclaredComponents {
  private static final Set<String> KERNELS =
      Stream.of(Backend.class, Feature.class, OperatorLibrary.class, KernelHost.class)
          .map(Class::getName)
          .collect(Collectors.toSet());
  private static final String CAUSE = "Caused by: "; // in a stack trace
  private static final int WAITING =
      ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION
          | ComponentConfigurationDTO.UNSATISFIED_REFERENCE;

  private final ServiceComponentRuntime components;
  private final Bundle bundle;
  private final Refusals refusals;

  public DeclaredComponents(ServiceComponentRuntime components, Bundle bundle, Refusals refusals) {
    this.components = components;
    this.bundle = bundle;
    this.refusals = refusals;
  }

  /**
   * Returns which component failed, and why; empty if each works. A component without kernels may
   * wait for a service or a configuration, a component with kernels only for a configuration.
   */
  public Optional<String> problem() {
    return unreadable()
        .or(() -> firstOf(this::unusable))
        .or(() -> firstOf(this::failed))
        .or(this::missingService);
  }

  /** Returns the names of the components that wait for a service or a configuration. */
  public Set<String> waiting() {
    return descriptions().stream()
        .filter(component -> component.defaultEnabled)
        .filter(component -> {
          var made = components.getComponentConfigurationDTOs(component);
          return made.isEmpty() || made.stream().anyMatch(each -> (each.state & WAITING) != 0);
        })
        .map(component -> component.name)
        .collect(Collectors.toSet());
  }

  private List<ComponentDescriptionDTO> descriptions() {
    return List.copyOf(components.getComponentDescriptionDTOs(bundle));
  }

  private interface Look {
    Optional<String> at(ComponentDescriptionDTO component);
  }

  private Optional<String> firstOf(Look look) {
    return descriptions().stream().flatMap(component -> look.at(component).stream()).findFirst();
  }

  // ---- descriptions

  /** Returns which component description is missing or unreadable. */
  private Optional<String> unreadable() {
    Set<String> known =
        descriptions().stream().map(component -> component.name).collect(Collectors.toSet());
    for (String file : files()) {
      List<URL> found = found(file);
      if (found.isEmpty()) {
        return Optional.of(
            "its manifest declares the component %s, which it lacks".formatted(file));
      }
      for (URL url : found) {
        Optional<String> problem = unread(url, known);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private List<String> files() {
    String header = bundle.getHeaders("").get(ComponentConstants.SERVICE_COMPONENT);
    return header == null
        ? List.of()
        : Arrays.stream(header.split(","))
            .map(clause -> clause.split(";", 2)[0].strip())
            .filter(file -> !file.isEmpty())
            .toList();
  }

  /** Finds the entries of a path whose last part may have wildcards. */
  private List<URL> found(String file) {
    int slash = file.lastIndexOf('/') + 1;
    Enumeration<URL> found =
        bundle.findEntries(
            slash == 0 ? "/" : file.substring(0, slash), file.substring(slash), false);
    return found == null ? List.of() : Collections.list(found);
  }

  private static Optional<String> unread(URL url, Set<String> known) {
    String file = url.getPath();
    try {
      List<String> names = names(url);
      return names.isEmpty()
          ? Optional.of(file + " describes no component")
          : names.stream()
              .filter(name -> !known.contains(name))
              .findFirst()
              .map(
                  name -> "%s describes the component %s, which was refused".formatted(file, name));
    } catch (IOException | XMLStreamException damaged) {
      String why = String.valueOf(damaged.getMessage()).replaceAll("\\s+", " ");
      return Optional.of("%s cannot be read: %s".formatted(file, why));
    }
  }

  private static List<String> names(URL url) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    List<String> names = new ArrayList<>();
    try (InputStream in = url.openStream()) {
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      String name = null; // of the current component
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          if (reader.getLocalName().equals("component")) {
            name = reader.getAttributeValue(null, "name");
          } else if (reader.getLocalName().equals("implementation")) {
            names.add(name == null ? reader.getAttributeValue(null, "class") : name);
          }
        }
      }
    }
    return names;
  }

  // ---- state of the components

  private Optional<String> unusable(ComponentDescriptionDTO component) {
    try {
      Class<?> _ = bundle.loadClass(component.implementationClass);
      return Optional.empty();
    } catch (ClassNotFoundException | LinkageError damaged) {
      return Optional.of("%s cannot be made: %s".formatted(component.name, damaged));
    }
  }

  private Optional<String> failed(ComponentDescriptionDTO component) {
    return components.getComponentConfigurationDTOs(component).stream()
        .flatMap(made -> failed(component, made).stream())
        .findFirst();
  }

  private Optional<String> failed(
      ComponentDescriptionDTO component, ComponentConfigurationDTO made) {
    boolean bringsKernels = Arrays.stream(component.serviceInterfaces).anyMatch(KERNELS::contains);
    return switch (made.state) {
      case ComponentConfigurationDTO.FAILED_ACTIVATION ->
          Optional.of(component.name + " cannot be made: " + reason(component, made));
      case ComponentConfigurationDTO.UNSATISFIED_REFERENCE ->
          bringsKernels ? Optional.of(component.name + lacks(made)) : Optional.empty();
      case ComponentConfigurationDTO.SATISFIED ->
          bringsKernels || component.immediate
              ? Optional.of(component.name + " cannot be made; the log has the cause")
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Returns the text of a component's typed error, or else of the root cause of its failure. */
  private String reason(ComponentDescriptionDTO component, ComponentConfigurationDTO made) {
    return refusals
        .of(bundle.getBundleId(), component.implementationClass)
        .orElseGet(() -> innermost(made.failure));
  }

  private static String lacks(ComponentConfigurationDTO made) {
    return Arrays.stream(made.unsatisfiedReferences)
        .map(reference -> reference.name)
        .sorted()
        .collect(Collectors.joining(", ", " waits for a service: ", ""));
  }

  /** Returns the text of the root cause in a stack trace; it may have several lines. */
  private static String innermost(String stackTrace) {
    List<String> last = new ArrayList<>();
    boolean isInFrames = false;
    for (String line : stackTrace.lines().toList()) {
      boolean isFrame = line.startsWith("\t");
      if (isInFrames && !isFrame && line.startsWith(CAUSE)) {
        last.clear();
      }
      if (!isFrame) {
        last.add(line);
      }
      isInFrames = isFrame;
    }
    String text = String.join("\n", last).strip();
    return text.startsWith(CAUSE) ? text.substring(CAUSE.length()) : text;
  }

  /** Returns a service with kernels that the manifest announces but the bundle lacks. */
  private Optional<String> missingService() {
    if (!waiting().isEmpty()) {
      return Optional.empty();
    }
    Set<String> offered =
        Stream.ofNullable(bundle.getRegisteredServices())
            .flatMap(Arrays::stream)
            .flatMap(DeclaredComponents::types)
            .collect(Collectors.toSet());
    return bundle.adapt(BundleRevision.class).getDeclaredCapabilities("osgi.service").stream()
        .flatMap(capability -> named(capability.getAttributes().get("objectClass")))
        .filter(KERNELS::contains)
        .filter(type -> !offered.contains(type))
        .findFirst()
        .map(
            type -> "its manifest announces a service %s, which it does not offer".formatted(type));
  }

  private static Stream<String> types(ServiceReference<?> reference) {
    return named(reference.getProperty("objectClass"));
  }

  private static Stream<String> named(Object types) {
    return switch (types) {
      case String[] array -> Arrays.stream(array);
      case List<?> list -> list.stream().map(String::valueOf);
      case String one -> Stream.of(one);
      case null, default -> Stream.empty();
    };
  }
}
