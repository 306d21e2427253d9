package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorName;
import jackfield.dispatch.SimilarNames;
import java.util.List;

/** Finds what may have been meant by a name that is not known. */
final class SimilarOperators {
  private SimilarOperators() {}

  /**
   * Returns those of {@code known} that share {@code name}'s base name, else those spelled alike.
   */
  static List<String> to(OperatorName name, List<OperatorName> known) {
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
