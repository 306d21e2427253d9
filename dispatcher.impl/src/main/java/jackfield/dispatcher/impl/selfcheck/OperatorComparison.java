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
  static final SampleCalls.Trial FIRST = new SampleCalls.Trial(1e3, 7);
  private static final SampleCalls.Trial OTHER_MEMORY = new SampleCalls.Trial(-7e5, 7);
  private static final SampleCalls.Trial OTHER_SEED = new SampleCalls.Trial(1e3, 8);
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
  void callOnly(SampleCalls calls) {
    skip(calls.name());
    calls
        .call(scratch, FIRST)
        .map(SampleCalls.Answer::refusal)
        .filter(OperatorComparison::isUnusable)
        .ifPresent(refusal -> addBroken(calls, refusal));
  }

  /**
   * Compares the results of an operator with those of {@code expecting}; returns false if that
   * refuses all samples.
   */
  boolean run(SampleCalls calls, LocalDispatcher expecting) {
    Optional<SampleCalls.Answer> first = calls.call(expecting, FIRST);
    if (first.isEmpty()) {
      return false;
    }
    if (first.get().refusal() != null) { // it accepts another form, or has no kernel
      return calls.next().filter(next -> run(next, expecting)).isPresent();
    }
    asked++;
    SampleCalls.Answer found = calls.call(scratch, FIRST).orElseThrow();
    if (found.refusal() != null) {
      addRefusal(calls, expecting, first.get(), found.refusal());
    } else if (!first.get().agrees(found)) {
      if (found.kind() == Samples.Kind.DRAWS) {
        addIfWrongDraw(calls, expecting, first.get(), found);
      } else {
        addIfWrong(calls, expecting, first.get(), found);
      }
    }
    return true;
  }

  private void addRefusal(
      SampleCalls calls,
      LocalDispatcher expecting,
      SampleCalls.Answer expected,
      Throwable refusal) {
    if (isUnusable(refusal)) {
      asked--;
      skip(calls.name());
      addBroken(calls, refusal);
      return;
    }
    String subject = calls.name().toString();
    String text = "refuses: " + WhiteboardComponent.textOf(refusal).lines().findFirst().orElse("");
    List<Object> values = expected.values();
    String expectedText = values.isEmpty() ? "" : Difference.text(values.getFirst());
    differences.add(new Difference(subject, text, calls.asked(expecting, FIRST), expectedText, ""));
  }

  private void addBroken(SampleCalls calls, Throwable refusal) {
    broken.add(unusable(calls.name().toString(), refusal));
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
      SampleCalls calls,
      String says,
      LocalDispatcher expecting,
      SampleCalls.Answer expected,
      SampleCalls.Answer found) {
    differences.add(
        Difference.of(
            calls.name().toString(),
            says,
            calls.asked(expecting, FIRST),
            expected.values(),
            found.values()));
  }

  /** Adds a difference; unwritten memory, as of {@code empty}, may differ in its values. */
  private void addIfWrong(
      SampleCalls calls,
      LocalDispatcher expecting,
      SampleCalls.Answer first,
      SampleCalls.Answer found) {
    SampleCalls.Answer again = calls.call(expecting, OTHER_MEMORY).orElseThrow();
    if (!first.isAlike(found) || first.agrees(again)) {
      add(calls, OTHER_VALUES, expecting, first, found);
    }
  }

  /** Adds a difference unless the random numbers depend on the seed and on nothing else. */
  private void addIfWrongDraw(
      SampleCalls calls,
      LocalDispatcher expecting,
      SampleCalls.Answer first,
      SampleCalls.Answer found) {
    boolean isVarying = !first.agrees(calls.call(expecting, OTHER_SEED).orElseThrow());
    boolean isRepeated = found.agrees(calls.call(scratch, OTHER_MEMORY).orElseThrow());
    boolean isStuck = found.agrees(calls.call(scratch, OTHER_SEED).orElseThrow());
    if (!first.isAlike(found) || !isRepeated || (isVarying && isStuck)) {
      add(calls, OTHER_VALUES + " than its seed asks for", expecting, first, found);
    }
  }
}
