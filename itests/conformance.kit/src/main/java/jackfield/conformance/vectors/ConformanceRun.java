package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.tensor.Autograd;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs vectors against the operators of a dispatcher. */
public final class ConformanceRun {
  private static final Verdict PASSED = new Verdict.Passed();

  private final Operators operators;
  private final Placement placement;
  private final Autograd autograd; // null without autograd
  private final boolean comparesGradients;

  /**
   * Creates a run.
   *
   * @param autograd null without autograd: then vectors that need it are skipped, unless their
   *     results disagree already
   */
  public ConformanceRun(Dispatcher dispatcher, Autograd autograd) {
    this(dispatcher, autograd, Placement.host());
  }

  /** Creates a run whose tensors are at {@code placement}. */
  public ConformanceRun(Dispatcher dispatcher, Autograd autograd, Placement placement) {
    this(dispatcher, autograd, placement, true);
  }

  private ConformanceRun(
      Dispatcher dispatcher, Autograd autograd, Placement placement, boolean comparesGradients) {
    this.operators = new Operators(dispatcher);
    this.placement = placement;
    this.autograd = autograd;
    this.comparesGradients = comparesGradients;
  }

  /** Creates a run in which a vector passes if its call agrees, whatever its gradients. */
  public static ConformanceRun withoutGradients(Dispatcher dispatcher, Placement placement) {
    return new ConformanceRun(dispatcher, null, placement, false);
  }

  /**
   * Runs the vectors of {@code files} that {@code selected} selects.
   *
   * @param selected names of operators, see {@link RecordedVector#isOfAny}; all if empty
   */
  public ConformanceReport run(List<VectorFile> files, List<String> selected) {
    ConformanceReport report = new ConformanceReport();
    Set<String> names = Set.copyOf(selected);
    for (VectorFile file : files) {
      file.forEach(vector -> {
        if (names.isEmpty() || vector.isOfAny(names)) {
          report.add(vector, verdict(vector));
        }
      });
    }
    return report;
  }

  /** Returns what {@code vector} needs and does not exist: operators, or autograd. */
  public Set<String> missing(RecordedVector vector) {
    Set<String> missing =
        vector.operators().stream()
            .filter(name -> !operators.exists(name))
            .collect(Collectors.toSet());
    return missing.isEmpty() && vector.isProgram() && autograd == null
        ? Set.of(RecordedVector.PROGRAM)
        : missing;
  }

  /** Runs one vector. */
  public Verdict verdict(RecordedVector vector) {
    Set<String> missing = missing(vector);
    if (!missing.isEmpty()) {
      return new Verdict.Skipped(missing);
    }
    try {
      return placement.hasElements() ? withElements(vector) : onMeta(vector);
    } catch (Disagreement difference) {
      return new Verdict.Failed(difference);
    } catch (RuntimeException unreadable) { // the vector does not have the format
      return new Verdict.Failed(
          new Disagreement("vector", "one of the format", Failures.describe(unreadable)));
    }
  }

  private Verdict withElements(RecordedVector vector) {
    return vector.isProgram() ? program(vector) : call(vector);
  }

  private Verdict onMeta(RecordedVector vector) {
    if (vector.isProgram()) {
      return new Verdict.Excused("a program, which compares elements");
    }
    boolean isFaulty = FaultyRecordings.contain(vector);
    JsonNode call = isFaulty ? FaultyRecordings.withoutValue(vector) : vector.json();
    return new MetaCall(operators.operator(vector.operator()), call, placement).verdict();
  }

  private Verdict program(RecordedVector vector) {
    new AutogradProgram(operators, autograd, placement).check(vector.json());
    return PASSED;
  }

  private Verdict call(RecordedVector vector) {
    Operator operator = operators.operator(vector.operator());
    boolean isFaulty = FaultyRecordings.contain(vector);
    JsonNode call = isFaulty ? FaultyRecordings.withoutValue(vector) : vector.json();
    new CallCheck(operator, call, placement).check();
    boolean hasGradients = vector.hasGradients() && !FaultyRecordings.isRounding(vector);
    Verdict verdict = hasGradients ? gradients(operator, vector) : PASSED;
    return isFaulty && verdict == PASSED
        ? new Verdict.Excused(Verdict.Excused.FAULTY_RECORDING)
        : verdict;
  }

  private Verdict gradients(Operator operator, RecordedVector vector) {
    if (!comparesGradients) {
      return PASSED;
    }
    if (autograd == null) {
      return new Verdict.Skipped(Set.of(RecordedVector.PROGRAM));
    }
    new GradientCheck(autograd, operator, vector.json(), placement).check();
    return PASSED;
  }
}
