package jackfield.dispatcher.impl.operator;

import jackfield.error.SimilarNames;
import jackfield.schema.OperatorName;
import java.util.List;

/** Finds operators with a name similar to an unknown one. */
public final class SimilarOperators {
  private SimilarOperators() {}

  /**
   * Returns the operators in {@code known} with the same base name as {@code name}, else those with
   * a similar spelling.
   */
  public static List<String> to(OperatorName name, List<OperatorName> known) {
    String base = name.name().substring(name.name().lastIndexOf(':') + 1);
    List<String> near =
        SimilarNames.to(name.name(), known.stream().map(OperatorName::name).distinct().toList());
    List<String> sharing =
        known.stream()
            .map(OperatorName::toString)
            .filter(other -> !base.isEmpty() && other.contains(base))
            .toList();
    List<String> spelledAlike =
        known.stream().filter(o -> near.contains(o.name())).map(OperatorName::toString).toList();
    return (sharing.isEmpty() ? spelledAlike : sharing).stream().limit(8).toList();
  }
}
