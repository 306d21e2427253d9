package jackfield.dispatcher.impl.selfcheck;

import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.schema.OperatorName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares the results of new kernels with the expected ones, one operator after the other, and
 * collects what differs. A result may depend on the seed of its generator, and on nothing else that
 * differs from call to call.
 *
 * <p><em>Threads</em>: for one thread.
 */
final class OperatorComparison {
  static final Smoke.Trial FIRST = new Smoke.Trial(1e3, 7);
  private static final Smoke.Trial OTHER_MEMORY = new Smoke.Trial(-7e5, 7);
  private static final Smoke.Trial OTHER_SEED = new Smoke.Trial(1e3, 8);
  private static final String OTHER_VALUES = "gives other values";

  private final LocalDispatcher scratch;
  private final List<Difference> differences = new ArrayList<>();
  private final List<Difference> broken = new ArrayList<>();
  private final List<String> skipped = new ArrayList<>();
  private int asked;

  /** Creates a comparison of the kernels of {@code scratch}. */
  OperatorComparison(LocalDispatcher scratch) {
    this.scratch = scratch;
  }

  /** Counts results that are compared elsewhere. */
  void count(int results) {
    asked += results;
  }

  /** Adds an operator that cannot be compared. */
  void skip(OperatorName operator) {
    skip(operator.toString());
  }

  /** Adds a result that cannot be compared. */
  void skip(String name) {
    skipped.add(name);
  }

  void add(Difference difference) {
    differences.add(difference);
  }

  CheckOutcome outcome(List<Difference> missing) {
    return new CheckOutcome(asked, skipped, differences, missing, broken);
  }

  /** Calls an operator without an expected result; it must link all its classes. */
  void callOnly(Smoke smoke) {
    skip(smoke.name());
    smoke
        .call(scratch, FIRST)
        .map(Smoke.Answer::refusal)
        .filter(OperatorComparison::isUnusable)
        .ifPresent(refusal -> addBroken(smoke, refusal));
  }

  /**
   * Compares the results of an operator with those of {@code expecting}; returns false if that
   * refuses all samples.
   */
  boolean run(Smoke smoke, LocalDispatcher expecting) {
    Optional<Smoke.Answer> first = smoke.call(expecting, FIRST);
    if (first.isEmpty()) {
      return false;
    }
    if (first.get().refusal() != null) { // it accepts another form, or has no kernel
      return smoke.next().filter(next -> run(next, expecting)).isPresent();
    }
    asked++;
    Smoke.Answer found = smoke.call(scratch, FIRST).orElseThrow();
    if (found.refusal() != null) {
      addRefusal(smoke, expecting, first.get(), found.refusal());
    } else if (!first.get().agrees(found)) {
      if (found.kind() == Samples.Kind.DRAWS) {
        addIfWrongDraw(smoke, expecting, first.get(), found);
      } else {
        addIfWrong(smoke, expecting, first.get(), found);
      }
    }
    return true;
  }

  private void addRefusal(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer expected, Throwable refusal) {
    if (isUnusable(refusal)) {
      asked--;
      skip(smoke.name());
      addBroken(smoke, refusal);
      return;
    }
    String subject = smoke.name().toString();
    String text = "refuses: " + WhiteboardComponent.textOf(refusal).lines().findFirst().orElse("");
    List<Object> values = expected.values();
    String expectedText = values.isEmpty() ? "" : Difference.text(values.getFirst());
    differences.add(new Difference(subject, text, smoke.asked(expecting, FIRST), expectedText, ""));
  }

  private void addBroken(Smoke smoke, Throwable refusal) {
    broken.add(unusable(smoke.name().toString(), refusal));
  }

  /** Returns the finding for a kernel that {@link #isUnusable}. */
  static Difference unusable(String operator, Throwable refusal) {
    return Difference.of(operator, "cannot run: " + linkage(refusal));
  }

  /** Returns whether a kernel cannot run, since a class of it cannot be linked. */
  static boolean isUnusable(Throwable refusal) {
    return linkage(refusal) != null;
  }

  /** Returns the linkage error among the causes, or null. */
  private static LinkageError linkage(Throwable refusal) {
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError linkage) {
        return linkage;
      }
    }
    return null;
  }

  private void add(
      Smoke smoke,
      String says,
      LocalDispatcher expecting,
      Smoke.Answer expected,
      Smoke.Answer found) {
    differences.add(
        Difference.of(
            smoke.name().toString(),
            says,
            smoke.asked(expecting, FIRST),
            expected.values(),
            found.values()));
  }

  /** Adds a difference; unwritten memory, as of {@code empty}, may differ in its values. */
  private void addIfWrong(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer first, Smoke.Answer found) {
    Smoke.Answer again = smoke.call(expecting, OTHER_MEMORY).orElseThrow();
    if (!first.isAlike(found) || first.agrees(again)) {
      add(smoke, OTHER_VALUES, expecting, first, found);
    }
  }

  /** Adds a difference unless the random numbers depend on the seed and on nothing else. */
  private void addIfWrongDraw(
      Smoke smoke, LocalDispatcher expecting, Smoke.Answer first, Smoke.Answer found) {
    boolean isVarying = !first.agrees(smoke.call(expecting, OTHER_SEED).orElseThrow());
    boolean isRepeated = found.agrees(smoke.call(scratch, OTHER_MEMORY).orElseThrow());
    boolean isStuck = found.agrees(smoke.call(scratch, OTHER_SEED).orElseThrow());
    if (!first.isAlike(found) || !isRepeated || (isVarying && isStuck)) {
      add(smoke, OTHER_VALUES + " than its seed asks for", expecting, first, found);
    }
  }
}
