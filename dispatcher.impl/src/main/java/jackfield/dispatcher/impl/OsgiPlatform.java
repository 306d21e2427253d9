package jackfield.dispatcher.impl;

import jackfield.dispatch.BundleRefused;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;

/** Plugs and unplugs bundles of the running framework. */
@Component(service = Platform.class, immediate = true)
public final class OsgiPlatform implements Platform {
  private final BundleContext context;
  private final Dispatcher dispatcher;
  private final WhiteboardComponent whiteboard;
  private final ServiceComponentRuntime components;
  private final Admission admission;

  /** Creates the component; called by Declarative Services. */
  @Activate
  public OsgiPlatform(
      BundleContext context,
      @Reference Dispatcher dispatcher,
      @Reference WhiteboardComponent whiteboard,
      @Reference ServiceComponentRuntime components) {
    this.context = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    this.dispatcher = dispatcher;
    this.whiteboard = whiteboard;
    this.components = components;
    this.admission = new Admission(this.context);
  }

  @Override
  public PlugReport plug(Path file) {
    long start = System.nanoTime();
    String name = symbolicName(file);
    if (installed(name) != null) {
      throw failure(
          file, "a bundle " + name + " is installed already", "unplug that one first", null);
    }
    Bundle bundle = install(file);
    try {
      admission.check(bundle, file);
      bundle.start();
    } catch (BundleRefused refused) {
      uninstall(bundle);
      throw refused;
    } catch (BundleException e) {
      Optional<PlugFailure> mismatch = new Requirements(context, bundle).apiMismatch(file, e);
      uninstall(bundle);
      throw mismatch.orElseGet(
          () -> failure(file, reason(e), "install what it needs first, then plug it again", e));
    }
    refuseWithoutBackend(file, bundle);
    Optional<String> problem = whiteboard.refusalOf(bundle).or(() -> failedComponent(bundle));
    if (problem.isPresent()) {
      uninstall(bundle);
      throw failure(file, problem.get(), "mend the bundle, then plug it again", null);
    }
    return report("plugged", bundle, start);
  }

  private void refuseWithoutBackend(Path file, Bundle bundle) {
    Optional<String> missing = new Requirements(context, bundle).missingBackend();
    if (missing.isPresent()) {
      uninstall(bundle);
      throw failure(file, missing.get(), "plug a bundle that provides it first", null);
    }
  }

  /** Returns which component of {@code bundle} could not be made, and why. */
  private Optional<String> failedComponent(Bundle bundle) {
    return components.getComponentDescriptionDTOs(bundle).stream()
        .flatMap(component -> components.getComponentConfigurationDTOs(component).stream())
        .filter(made -> made.state == ComponentConfigurationDTO.FAILED_ACTIVATION)
        .map(made -> made.description.name + " cannot be made: " + innermost(made.failure))
        .findFirst();
  }

  /** Returns the text of the exception that caused the others of a stack trace. */
  private static String innermost(String stackTrace) {
    return stackTrace
        .lines()
        .filter(line -> !line.startsWith("\t"))
        .reduce("", (outer, inner) -> inner)
        .replaceFirst("^Caused by: ", "");
  }

  /** Reads the bundle's name, so that what is no bundle is refused before anything is installed. */
  private static String symbolicName(Path file) {
    if (!Files.isRegularFile(file)) {
      throw failure(file, "there is no such file", "give the path of a bundle's jar", null);
    }
    try (JarFile jar = new JarFile(file.toFile())) {
      Manifest manifest = jar.getManifest();
      String header =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME);
      if (header == null || header.isBlank()) {
        throw failure(file, "its manifest has no Bundle-SymbolicName", "build it with bnd", null);
      }
      return header.split(";", 2)[0].trim();
    } catch (IOException e) {
      throw failure(file, "it is no jar: " + e.getMessage(), "build or copy it again", e);
    }
  }

  private Bundle install(Path file) {
    try {
      return context.installBundle(file.toUri().toString());
    } catch (BundleException e) {
      throw failure(file, reason(e), "uninstall what is in its way, or change its version", e);
    }
  }

  @Override
  public PlugReport unplug(String bundle) {
    long start = System.nanoTime();
    Bundle found =
        Optional.ofNullable(installed(bundle))
            .or(() -> Optional.ofNullable(installed(WhiteboardComponent.fullName(bundle))))
            .orElseThrow(() ->
                new PlugFailure(
                    "unplug",
                    bundle,
                    "no bundle of that name is installed",
                    "one of " + names(),
                    null));
    refuseCore(found, bundle);
    PlugReport before = report("unplugged", found, start);
    uninstall(found);
    return new PlugReport(
        before.action(),
        before.bundle(),
        before.version(),
        dispatcher.generation(),
        System.nanoTime() - start);
  }

  /** The dispatcher cannot outlive itself, nor what its bundle is wired to. */
  private void refuseCore(Bundle bundle, String asked) {
    Set<Bundle> core = new HashSet<>();
    addWithProviders(FrameworkUtil.getBundle(OsgiPlatform.class), core);
    if (core.contains(bundle) || admission.isGate(bundle)) {
      throw new PlugFailure(
          "unplug",
          asked,
          "it belongs to the core, which everything else stands on",
          "another bundle, or leave with exit",
          null);
    }
  }

  private static void addWithProviders(Bundle bundle, Set<Bundle> found) {
    if (found.add(bundle)) {
      bundle.adapt(BundleWiring.class).getRequiredWires(null).stream()
          .map(wire -> wire.getProvider().getBundle())
          .forEach(provider -> addWithProviders(provider, found));
    }
  }

  private static void uninstall(Bundle bundle) {
    try {
      bundle.uninstall();
    } catch (BundleException e) {
      throw new PlugFailure(
          "unplug", bundle.getSymbolicName(), reason(e), "look at the framework's log", e);
    }
  }

  private Bundle installed(String symbolicName) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> symbolicName.equals(bundle.getSymbolicName()))
        .findFirst()
        .orElse(null);
  }

  private List<String> names() {
    return plugged().stream().map(Plugged::bundle).distinct().sorted().toList();
  }

  private static PlugFailure failure(Path file, String problem, String remedy, Exception cause) {
    return new PlugFailure("plug", file.toString(), problem, remedy, cause);
  }

  /** Returns the innermost message, which names the missing package or the failing class. */
  private static String reason(Throwable error) {
    Throwable innermost = error;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    return innermost.getMessage();
  }

  private PlugReport report(String action, Bundle bundle, long start) {
    return new PlugReport(
        action,
        WhiteboardComponent.shortName(bundle),
        bundle.getVersion().toString(),
        dispatcher.generation(),
        System.nanoTime() - start);
  }

  @Override
  public List<Plugged> plugged() {
    return whiteboard.whiteboard().plugged().stream()
        .map(entry ->
            new Plugged(
                entry.kind(),
                entry.name(),
                entry.provenance().bundle(),
                entry.provenance().version(),
                entry.ranking(),
                entry.kernels()))
        .toList();
  }
}
