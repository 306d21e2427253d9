package jackfield.dispatcher.impl.content;

import jackfield.dispatch.ApiMismatch;
import jackfield.dispatch.PlugFailure;
import jackfield.spi.ProvideBackend;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/** Compares the requirements of a bundle's manifest with the capabilities of other bundles. */
public final class Requirements {
  private static final Pattern NAME = Pattern.compile("\\(osgi\\.wiring\\.package=([^)]+)\\)");
  private static final Pattern LOWEST = Pattern.compile("\\(version>=([^)]+)\\)");
  private static final Pattern ABOVE = Pattern.compile("\\(!\\(version>=([^)]+)\\)\\)");

  private final BundleContext context;
  private final Bundle bundle;

  public Requirements(BundleContext context, Bundle bundle) {
    this.context = context;
    this.bundle = bundle;
  }

  /** Returns the packages that a bundle imports, exported by another bundle or not. */
  static Set<String> packages(Bundle bundle) {
    return bundle.adapt(BundleRevision.class).getDeclaredRequirements(packages()).stream()
        .flatMap(need -> first(NAME, need.getDirectives().getOrDefault("filter", "")).stream())
        .collect(Collectors.toSet());
  }

  /** Returns an error if the bundle imports a package that is exported in other versions only. */
  public Optional<PlugFailure> apiMismatch(Path file, Throwable cause) {
    List<ApiMismatch.Difference> differences =
        declared(PackageNamespace.PACKAGE_NAMESPACE).flatMap(this::difference).toList();
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(new ApiMismatch(file, differences, cause));
  }

  private Stream<ApiMismatch.Difference> difference(BundleRequirement requirement) {
    String filter = requirement.getDirectives().getOrDefault("filter", "");
    String name = first(NAME, filter).orElse("");
    List<BundleCapability> exported =
        capabilities(PackageNamespace.PACKAGE_NAMESPACE, _ -> true)
            .filter(capability -> name.equals(capability.getAttributes().get(packages())))
            .toList();
    if (exported.isEmpty() || exported.stream().anyMatch(requirement::matches)) {
      return Stream.empty();
    }
    Version available = (Version) exported.getFirst().getAttributes().get("version");
    Optional<String> lowest = first(LOWEST, filter);
    boolean isOlder =
        lowest.map(Version::new).filter(low -> available.compareTo(low) < 0).isPresent();
    String range =
        first(ABOVE, filter)
            .map(above -> "[" + lowest.orElse("0") + "," + above + ")")
            .orElse(lowest.orElse("any"));
    return Stream.of(new ApiMismatch.Difference(name, range, available.toString(), isOlder));
  }

  private static String packages() {
    return PackageNamespace.PACKAGE_NAMESPACE;
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Returns a required backend that no active bundle provides, and the provided ones. */
  public Optional<String> missingBackend() {
    List<BundleCapability> provided =
        capabilities(ProvideBackend.NAMESPACE, other -> other.getState() == Bundle.ACTIVE).toList();
    return declared(ProvideBackend.NAMESPACE)
        .filter(requirement -> provided.stream().noneMatch(requirement::matches))
        .findFirst()
        .map(requirement ->
            "it requires the backend %s; there are %s"
                .formatted(requirement.getDirectives().get("filter"), names(provided)));
  }

  private static String names(List<BundleCapability> provided) {
    return provided.stream()
        .map(BundleCapability::getAttributes)
        .map(with -> with.get(ProvideBackend.NAMESPACE) + " " + with.get("version"))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private Stream<BundleRequirement> declared(String namespace) {
    return bundle.adapt(BundleRevision.class).getDeclaredRequirements(namespace).stream();
  }

  private Stream<BundleCapability> capabilities(String namespace, Predicate<Bundle> wanted) {
    return Arrays.stream(context.getBundles())
        .filter(wanted)
        .map(other -> other.adapt(BundleRevision.class))
        .filter(revision -> revision != null)
        .flatMap(revision -> revision.getDeclaredCapabilities(namespace).stream());
  }
}
