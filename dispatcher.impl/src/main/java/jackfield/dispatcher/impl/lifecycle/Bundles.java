package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.DeclaredComponents;
import jackfield.dispatcher.impl.content.JarTitle;
import jackfield.dispatcher.impl.content.Requirements;
import jackfield.dispatcher.impl.log.Refusals;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.kernel.Provenance;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/** Finds, installs and starts the framework's bundles and describes their failures. */
final class Bundles {
  private static final String DISTRIBUTION = "jackfield.dist"; // the folder of its jars
  private static final String JAR = ".jar";
  private static final List<String> STARTING = // headers of bundles that run something
      List.of("Service-Component", Constants.BUNDLE_ACTIVATOR);

  private final BundleContext context; // the framework's own
  private final ServiceComponentRuntime components;
  private final Refusals refusals; // of components
  private final Admission admission;

  Bundles(BundleContext context, ServiceComponentRuntime components, Refusals refusals) {
    this.context = context;
    this.components = components;
    this.refusals = refusals;
    this.admission = new Admission(context);
  }

  /** Returns the installed bundle of this name and version, apart from one or null. */
  Optional<Bundle> installed(JarTitle title, Bundle apart) {
    return named(title.name())
        .filter(bundle -> !bundle.equals(apart))
        .filter(bundle -> bundle.getVersion().toString().equals(title.version()))
        .findFirst();
  }

  private Stream<Bundle> named(String symbolicName) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()));
  }

  /** Returns an installed bundle that reports would show under the same name. */
  Optional<Bundle> namesake(String symbolicName) {
    String shown = Provenance.briefName(symbolicName);
    return Stream.concat(named(shown), named(Provenance.ownName(shown)))
        .filter(bundle -> !bundle.getSymbolicName().equals(symbolicName))
        .findFirst();
  }

  /**
   * Finds bundles by {@code name} or {@code name:version}, the newest version first. The name may
   * lack the platform's own prefix.
   */
  List<Bundle> find(String asked) {
    String name = asked.split(":", 2)[0];
    String version = asked.contains(":") ? asked.split(":", 2)[1] : "";
    return Stream.concat(named(name), named(Provenance.ownName(name)))
        .filter(bundle -> version.isEmpty() || bundle.getVersion().toString().equals(version))
        .sorted(
            Comparator.comparing(Bundle::getVersion).thenComparing(Bundle::getBundleId).reversed())
        .toList();
  }

  /**
   * Installs a bundle beside the installed ones, even one from the same file. Its location is
   * claimed before, so that no request finds it unclaimed. Synchronized, since the framework
   * returns the first bundle for a second installation from the same location.
   */
  synchronized Bundle install(Path file, Claims claims) throws BundleException, IOException {
    String location = freeLocation(file);
    claims.add(location);
    try (InputStream content = Files.newInputStream(file)) {
      return context.installBundle(location, content);
    } catch (BundleException | IOException | RuntimeException | Error failed) {
      claims.remove(location);
      throw failed;
    }
  }

  /** Returns a location of {@code file} that no installed bundle has. */
  private String freeLocation(Path file) {
    String location = file.toAbsolutePath().toUri().toString();
    while (context.getBundle(location) != null) {
      int name = location.lastIndexOf('/');
      location = location.substring(0, name) + "/." + location.substring(name); // the same file
    }
    return location;
  }

  /**
   * Returns how errors name a file: a bundle of the distribution by its name, since its file may
   * lie in a temporary folder that no user knows.
   */
  String subject(Path file) {
    return subject(context.getProperty(DISTRIBUTION), file);
  }

  static String subject(String distribution, Path file) {
    String name = String.valueOf(file.getFileName());
    boolean isShipped =
        distribution != null
            && name.endsWith(JAR)
            && file.toAbsolutePath().normalize().startsWith(Path.of(distribution).toAbsolutePath());
    return isShipped ? name.substring(0, name.length() - JAR.length()) : file.toString();
  }

  /** Throws the trust gate's refusal of a bundle. */
  void admit(Bundle bundle, Path file) {
    admission.check(bundle, file);
  }

  /**
   * Starts a bundle that was installed from {@code file}.
   *
   * @throws PlugFailure if it was built for another version of the API
   */
  void start(Bundle bundle, Path file) throws BundleException {
    try {
      bundle.start();
    } catch (BundleException unresolved) {
      Optional<PlugFailure> mismatch =
          new Requirements(context, bundle).apiMismatch(file, unresolved);
      if (mismatch.isPresent()) {
        throw mismatch.get();
      }
      throw unresolved;
    }
  }

  /** Returns a backend that a bundle requires and no active bundle provides. */
  Optional<String> missingBackend(Bundle bundle) {
    return new Requirements(context, bundle).missingBackend();
  }

  /** Returns the refusals of components of bundles that are being plugged. */
  Refusals refusals() {
    return refusals;
  }

  /** Returns the components that the manifest of a started bundle declares. */
  DeclaredComponents components(Bundle bundle) {
    return new DeclaredComponents(components, bundle, refusals);
  }

  /** Refuses the dispatcher's own bundle, the bundles that it is wired to, and the gate. */
  void refuseCore(Bundle bundle, String action, String asked) {
    if (core().contains(bundle) || admission.isGate(bundle)) {
      throw new PlugFailure(
          action,
          asked,
          "it belongs to the core, which all other bundles need",
          "another bundle; the core ends with the platform, by exit or Jackfield.close",
          null);
    }
  }

  /** Returns the version of the core's bundle of this name; empty if none has it. */
  Optional<String> coreVersion(String symbolicName) {
    return core().stream()
        .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
        .map(bundle -> bundle.getVersion().toString())
        .findFirst();
  }

  private static Set<Bundle> core() {
    Set<Bundle> core = new HashSet<>();
    addWithProviders(FrameworkUtil.getBundle(Bundles.class), core);
    return core;
  }

  /** Refuses a bundle that has no code to start and whose packages the framework itself exports. */
  void refuseProvided(Bundle bundle, DuplicateBundle error) {
    List<String> packages = packages(bundle);
    Bundle framework = context.getBundle();
    boolean isProvided = !packages.isEmpty() && packages(framework).containsAll(packages);
    if (isProvided && STARTING.stream().noneMatch(name -> bundle.getHeaders().get(name) != null)) {
      throw error.provided(framework.getSymbolicName(), packages);
    }
  }

  private static List<String> packages(Bundle bundle) {
    return bundle
        .adapt(BundleRevision.class)
        .getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)
        .stream()
        .map(each -> each.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE).toString())
        .distinct()
        .sorted()
        .toList();
  }

  private static void addWithProviders(Bundle bundle, Set<Bundle> found) {
    if (found.add(bundle)) {
      bundle.adapt(BundleWiring.class).getRequiredWires(null).stream()
          .map(wire -> wire.getProvider().getBundle())
          .forEach(provider -> addWithProviders(provider, found));
    }
  }

  static String title(Bundle bundle) {
    return WhiteboardComponent.shortName(bundle) + " " + bundle.getVersion();
  }

  /** Returns {@code NAME:VERSION}, as requests take it. */
  static String named(Bundle bundle) {
    return WhiteboardComponent.shortName(bundle) + ":" + bundle.getVersion();
  }

  /** Returns the text of a failure; the innermost one names the missing package or class. */
  static String reason(Throwable error) {
    if (!(error instanceof BundleException)) {
      return WhiteboardComponent.textOf(error);
    }
    Throwable innermost = error;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return String.valueOf(innermost.getMessage());
  }

  /** Returns the error for a name that several installed bundles have. */
  static PlugFailure ambiguous(String action, String asked, List<Bundle> bundles) {
    long names = bundles.stream().map(Bundle::getSymbolicName).distinct().count();
    List<String> titles =
        bundles.stream()
            .map(bundle ->
                (names > 1 ? bundle.getSymbolicName() : WhiteboardComponent.shortName(bundle))
                    + ":"
                    + bundle.getVersion())
            .sorted()
            .toList();
    return new PlugFailure(
        action,
        asked,
        "%d bundles of that name are installed".formatted(bundles.size()),
        "NAME:VERSION, one of " + titles,
        null);
  }

  /** Returns the ids of bundles. */
  static List<Long> ids(List<Bundle> bundles) {
    return bundles.stream().map(Bundle::getBundleId).toList();
  }
}
