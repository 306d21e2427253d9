package jackfield.shell.command;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Provenance;
import jackfield.report.OperatorReport;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * What stops working when a bundle is unplugged that defines operators.
 *
 * @param operators the number of operators that it defines and others have kernels for
 * @param kernels the number of these kernels
 * @param bundles the bundles that have them
 */
record Dependents(int operators, long kernels, List<String> bundles) {

  /**
   * Counts the operators that a bundle defines for others.
   *
   * @param asked the bundle as {@code NAME} or {@code NAME:VERSION}
   */
  static Dependents of(Dispatcher dispatcher, String asked) {
    String[] parts = Provenance.briefName(asked).split(":", 2);
    int operators = 0;
    long kernels = 0;
    TreeSet<String> bundles = new TreeSet<>();
    for (OperatorReport report : reports(dispatcher)) {
      List<String> users = users(report, parts[0]);
      if (report.definedBy().filter(owner -> isNamed(owner, parts)).isPresent()
          && !users.isEmpty()) {
        operators++;
        kernels += users.size();
        bundles.addAll(users);
      }
    }
    return new Dependents(operators, kernels, List.copyOf(bundles));
  }

  private static List<OperatorReport> reports(Dispatcher dispatcher) {
    return dispatcher.operators().stream()
        .flatMap(name -> dispatcher.report(name).stream())
        .toList();
  }

  private static boolean isNamed(Provenance owner, String... nameAndVersion) {
    return owner.bundle().equals(nameAndVersion[0])
        && (nameAndVersion.length == 1 || owner.version().equals(nameAndVersion[1]));
  }

  private static List<String> users(OperatorReport report, String owner) {
    return report.kernels().values().stream()
        .flatMap(Collection::stream)
        .map(kernel -> kernel.provenance().bundle())
        .filter(bundle -> !bundle.equals(owner))
        .toList();
  }

  boolean isNone() {
    return operators == 0;
  }

  /** Returns what stops working, as a sentence. */
  String text(String bundle) {
    return operators == 1 && kernels == 1
        ? "%s defines 1 operator for other bundles; calls of it fail, and 1 kernel of %s waits for it"
            .formatted(bundle, String.join(", ", bundles))
        : "%s defines %s for other bundles; calls of them fail, and %s of %s wait for it"
            .formatted(
                bundle,
                counted(operators, "operator"),
                counted(kernels, "kernel"),
                String.join(", ", bundles));
  }

  private static String counted(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
