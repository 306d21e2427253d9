package jackfield.dispatcher.impl.operator;

import jackfield.error.SimilarNames;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.function.Predicate;

/** Finds operators with a name similar to an unknown one. */
public final class SimilarOperators {
  private static final int MOST = 8;

  private SimilarOperators() {}

  /**
   * Returns the overloads in {@code known} of {@code name}, else the operators whose name contains
   * its base name, else those with a similar spelling.
   */
  public static List<String> to(OperatorName name, List<OperatorName> known) {
    String base = name.name().substring(name.name().lastIndexOf(':') + 1);
    List<String> overloads = named(known, other -> other.name().equals(name.name()));
    if (!overloads.isEmpty()) {
      return overloads;
    }
    List<String> sharing =
        named(known, other -> !base.isEmpty() && other.toString().contains(base));
    if (!sharing.isEmpty()) {
      return sharing;
    }
    List<String> near =
        SimilarNames.to(name.name(), known.stream().map(OperatorName::name).distinct().toList());
    return named(known, other -> near.contains(other.name()));
  }

  private static List<String> named(List<OperatorName> known, Predicate<OperatorName> wanted) {
    return known.stream().filter(wanted).map(OperatorName::toString).limit(MOST).toList();
  }
}
