package jackfield.trust;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Decides whether a bundle could register kernels; the gate judges only such bundles.
 *
 * <p>The capabilities that a bundle declares do not decide, since a bundle may omit them. A
 * backend, feature, library or kernel host must implement a type of {@code jackfield.spi}, so its
 * manifest requires that package by some header. A fragment may add classes to any bundle.
 */
final class SpiUse {
  private static final String SPI = "jackfield.spi";
  private static final String ITS_BUNDLE = "jackfield.dispatcher.api";

  private SpiUse() {}

  static boolean isDeclaredBy(BundleRevision revision) {
    return asks(revision, PackageNamespace.PACKAGE_NAMESPACE, SPI)
        || asks(revision, BundleNamespace.BUNDLE_NAMESPACE, ITS_BUNDLE)
        || !revision.getDeclaredRequirements(HostNamespace.HOST_NAMESPACE).isEmpty()
        || revision.getDeclaredCapabilities(null).stream()
            .anyMatch(offer -> offer.getNamespace().startsWith("jackfield."));
  }

  private static boolean asks(BundleRevision revision, String namespace, String name) {
    return revision.getDeclaredRequirements(namespace).stream()
        .flatMap(requirement -> namesIn(requirement, namespace))
        .anyMatch(wanted -> includes(wanted, name));
  }

  // A filter such as (&(osgi.wiring.package=jackfield.spi)(version>=0.1.0)).
  private static Stream<String> namesIn(BundleRequirement requirement, String namespace) {
    String filter = requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, "");
    return Pattern.compile("\\(" + Pattern.quote(namespace) + "~?=([^)]*)\\)")
        .matcher(filter)
        .results()
        .map(found -> found.group(1));
  }

  // DynamicImport-Package may end with a star.
  private static boolean includes(String wanted, String name) {
    String pattern =
        Stream.of(wanted.split("\\*", -1)).map(Pattern::quote).reduce((a, b) -> a + ".*" + b).get();
    Matcher whole = Pattern.compile(pattern).matcher(name);
    return whole.matches();
  }
}
