package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.JarTitle;
import jackfield.kernel.Provenance;
import java.util.List;

/**
 * The errors of requests for a bundle that the platform has already.
 *
 * @param action the request, such as {@code plug}
 * @param subject the file or the name that was given
 */
record DuplicateBundle(String action, String subject) {
  private static final int SHOWN = 3; // of the packages

  /**
   * Returns the error for a bundle of the name and version of an installed one.
   *
   * @param inPlaceOf the title of the bundle that the request replaces; empty for none
   */
  PlugFailure installed(JarTitle title, String inPlaceOf) {
    String name = title.shown();
    String other =
        inPlaceOf.isEmpty()
            ? "swap %s for %s".formatted(name, subject)
            : "swap %s instead of %s".formatted(name, inPlaceOf);
    return failure(found(title), "unplug %s first, or %s".formatted(name, other));
  }

  /** Returns the error for a bundle that is being removed while calls may be inside its kernels. */
  PlugFailure beingRemoved(JarTitle title) {
    String name = Provenance.briefName(title.name());
    return failure(
        "%s, but it is being removed or updated".formatted(found(title)),
        "drain, which lists the calls inside; ask again when that has ended, or drain --cancel %s"
                .formatted(name)
            + " to keep it");
  }

  /** Returns the error for a bundle that one request names twice. */
  PlugFailure twice(JarTitle title) {
    return failure(
        "the request names the bundle %s %s twice".formatted(title.name(), title.version()),
        "name each bundle once");
  }

  /** Returns the error for a bundle of the core, which cannot be unplugged either. */
  PlugFailure core(JarTitle title, String version) {
    String name = Provenance.briefName(title.name());
    return failure(
        "%s %s is installed already, and belongs to the core".formatted(name, version),
        "leave %s as it is: all other bundles need one of it".formatted(name));
  }

  /**
   * Returns the error for a bundle that only brings packages that another one exports.
   *
   * @param provider the bundle that exports them
   */
  PlugFailure provided(String provider, List<String> packages) {
    String shown = String.join(", ", packages.subList(0, Math.min(SHOWN, packages.size())));
    String rest = packages.size() > SHOWN ? " and %d more".formatted(packages.size() - SHOWN) : "";
    return failure(
        "%s exports all its packages already: %s%s".formatted(provider, shown, rest),
        "leave it out: bundles get these packages from " + provider);
  }

  private static String found(JarTitle title) {
    return "a bundle %s %s is installed already".formatted(title.name(), title.version());
  }

  private PlugFailure failure(String problem, String remedy) {
    return new PlugFailure(action, subject, problem, remedy, null);
  }
}
