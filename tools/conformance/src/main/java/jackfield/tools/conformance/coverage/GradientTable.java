package jackfield.tools.conformance.coverage;

import jackfield.conformance.gradient.DifferenceCheck.Answer;
import java.util.ArrayList;
import java.util.List;

/** A table of gradients that were compared with differences, by file of recordings. */
final class GradientTable {
  private static final String ROW = "%-17s %9s %6s %6s %7s %9s";

  private GradientTable() {}

  /** Returns the table, and the operators with a gradient that differs. */
  static List<String> of(Ledger ledger, GradientChecks checks) {
    List<String> lines = new ArrayList<>();
    lines.add(ROW.formatted("recordings", "operators", "calls", "agree", "differ", "undecided"));
    ledger.parts().forEach((name, part) -> lines.add(row(name, part, checks)));
    lines.add("");
    lines.add("differ: " + String.join(" ", checks.names(Answer.DIFFERS)));
    return lines;
  }

  private static String row(String name, Ledger part, GradientChecks checks) {
    long agree = checks.countCalls(part, Answer.AGREES);
    long differ = checks.countCalls(part, Answer.DIFFERS);
    long undecided = checks.countCalls(part, Answer.UNDECIDED);
    long operators = part.count(GradientChecks::isDifferentiable);
    return ROW.formatted(name, operators, agree + differ + undecided, agree, differ, undecided);
  }
}
