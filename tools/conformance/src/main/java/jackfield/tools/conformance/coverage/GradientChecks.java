package jackfield.tools.conformance.coverage;

import jackfield.conformance.gradient.DifferenceCheck;
import jackfield.conformance.gradient.DifferenceCheck.Answer;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.tensor.Autograd;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The differentiable operators whose gradients were compared with differences, over the geometries
 * of their recorded calls.
 *
 * @param cases what the comparison says of each call of each differentiable operator that is
 *     defined
 */
public record GradientChecks(Map<String, List<Answer>> cases) {
  private static final int MOST_CALLS = 12; // of one operator

  public GradientChecks {
    cases = Collections.unmodifiableMap(new TreeMap<>(cases));
  }

  /** Compares the gradients of the differentiable operators of {@code ledger}. */
  public static GradientChecks of(
      Dispatcher dispatcher, Autograd autograd, Recordings recordings, Ledger ledger) {
    DifferenceCheck check = new DifferenceCheck(dispatcher, autograd);
    Map<String, List<Answer>> cases = new TreeMap<>();
    for (LedgerEntry entry : ledger.only(GradientChecks::isDifferentiable).entries()) {
      List<RecordedVector> calls = calls(recordings, entry.operator());
      cases.put(entry.operator(), calls.stream().map(check::of).toList());
    }
    return new GradientChecks(cases);
  }

  /** Returns whether an operator has a formula, or is composed of operators. */
  static boolean isDifferentiable(LedgerEntry entry) {
    return entry.isDefined()
        && switch (entry.columns().get(Ledger.DERIVATIVE)) {
          case OWN, COMPOSITE -> true;
          default -> false;
        };
  }

  /** Returns calls with recorded gradients first. */
  private static List<RecordedVector> calls(Recordings recordings, String operator) {
    List<RecordedVector> calls = new ArrayList<>(recordings.differentiated(operator));
    calls.addAll(recordings.calls(operator));
    calls.addAll(recordings.examples(operator));
    return calls.stream().distinct().limit(MOST_CALLS).toList();
  }

  /** Returns what the comparison says of an operator; null if it was not compared. */
  private Answer answer(String operator) {
    List<Answer> answers = cases.get(operator);
    if (answers == null) {
      return null;
    }
    if (answers.contains(Answer.DIFFERS)) {
      return Answer.DIFFERS;
    }
    return answers.contains(Answer.AGREES) ? Answer.AGREES : Answer.UNDECIDED;
  }

  /** Returns the number of calls of the operators of {@code part} with this answer. */
  long countCalls(Ledger part, Answer answer) {
    return part.entries().stream()
        .flatMap(entry -> cases.getOrDefault(entry.operator(), List.of()).stream())
        .filter(each -> each == answer)
        .count();
  }

  /** Returns the number of operators of {@code part} with this answer. */
  long count(Ledger part, Answer answer) {
    return part.count(entry -> answer(entry.operator()) == answer);
  }

  /** Returns the names of the operators with this answer. */
  List<String> names(Answer answer) {
    return cases.keySet().stream().filter(name -> answer(name) == answer).toList();
  }
}
