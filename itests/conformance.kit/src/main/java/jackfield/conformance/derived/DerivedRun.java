package jackfield.conformance.derived;

import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.gradient.SeparateGradients;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.TensorValue;
import jackfield.conformance.vectors.Failures;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.VectorFile;
import jackfield.dispatch.Dispatcher;
import jackfield.error.JackfieldException;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaType.Basic;
import jackfield.tensor.Autograd;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Derives checks from recorded functional calls: the other forms of the operator, outputs of other
 * sizes, types and layouts, and arguments in channels_last. Each must agree with the functional
 * result on the same platform, which recordings check. Operators that return views are left out, as
 * are results without recorded elements.
 *
 * <p>Gradients of single results and inputs must agree with those of all together, also those of
 * views, lists and calls in place.
 */
public final class DerivedRun {
  private final Dispatcher dispatcher;
  private final Autograd autograd; // null: no gradients are checked
  private final Forms forms;

  /** Creates a run on the operators of {@code dispatcher}, without gradients. */
  public DerivedRun(Dispatcher dispatcher) {
    this(dispatcher, null);
  }

  /** Creates a run on the operators of {@code dispatcher}; {@code autograd} null: no gradients. */
  public DerivedRun(Dispatcher dispatcher, Autograd autograd) {
    this.dispatcher = dispatcher;
    this.autograd = autograd;
    this.forms = Forms.of(dispatcher);
  }

  /** Runs the checks of all vectors of {@code files} that {@code wanted} accepts. */
  public DerivedReport run(List<VectorFile> files, Predicate<RecordedVector> wanted) {
    DerivedReport report = new DerivedReport();
    files.forEach(file ->
        file.forEach(vector -> {
          if (wanted.test(vector)) {
            run(vector, report);
          }
        }));
    return report;
  }

  /** Runs the checks of {@code vectors}. */
  public DerivedReport run(Iterable<RecordedVector> vectors) {
    DerivedReport report = new DerivedReport();
    vectors.forEach(vector -> run(vector, report));
    return report;
  }

  private void run(RecordedVector vector, DerivedReport report) {
    if (!isCall(vector)) {
      return;
    }
    if (isFunctionalCall(vector)) {
      check(vector, report);
    }
    if (autograd != null) {
      SeparateGradients.of(dispatcher, autograd, vector)
          .ifPresent(gradients -> check(gradients, vector, report));
    }
  }

  private void check(SeparateGradients gradients, RecordedVector vector, DerivedReport report) {
    OperatorSchema schema = dispatcher.operator(vector.operator()).schema();
    if (Forms.form(schema) == Forms.Form.FUNCTIONAL) {
      inPlace(schema)
          .map(form -> dispatcher.operator(form.name().toString()))
          .ifPresent(form ->
              check(Kind.GRADIENT_IN_PLACE, vector, report, () -> gradients.checkInPlace(form)));
    }
    check(Kind.GRADIENT_OF_RESULT, vector, report, gradients::checkResults);
    check(Kind.GRADIENT_UNRECORDED, vector, report, gradients::checkUnrecorded);
    check(Kind.GRADIENT_OF_INPUT, vector, report, gradients::checkInputs);
    check(Kind.SECOND_DERIVATIVE, vector, report, gradients::checkSecond);
  }

  /** Counts a check, unless {@code action} says that there was nothing to compare. */
  private static void check(
      Kind kind, RecordedVector vector, DerivedReport report, BooleanSupplier action) {
    try {
      if (action.getAsBoolean()) {
        report.agreed(kind, false);
      }
    } catch (Disagreement difference) {
      report.failed(new DerivedReport.Failure(kind, vector, vector.operator(), difference));
    }
  }

  private boolean isCall(RecordedVector vector) {
    return !vector.isProgram()
        && !vector.json().has("error")
        && dispatcher.find(OperatorName.parse(vector.operator())).isPresent();
  }

  private boolean isFunctionalCall(RecordedVector vector) {
    return !vector.json().has("args_after") // changes arguments, such as running statistics
        && hasElements(vector)
        && dispatcher
            .find(OperatorName.parse(vector.operator()))
            .map(Operator::schemaOrNull)
            .filter(DerivedRun::isFunctional)
            .isPresent();
  }

  private static boolean hasElements(RecordedVector vector) {
    for (var result : vector.json().path("out")) {
      if (!TensorValue.isTensor(result) || !(result.has("data") || result.has("positions"))) {
        return false;
      }
    }
    return vector.json().path("out").size() > 0;
  }

  private static boolean isFunctional(OperatorSchema schema) {
    return Forms.form(schema) == Forms.Form.FUNCTIONAL
        && schema.returns().stream().noneMatch(each -> each.alias().isPresent());
  }

  private void check(RecordedVector vector, DerivedReport report) {
    Operator operator = dispatcher.operator(vector.operator());
    Tolerance tolerance = Tolerance.of(vector.json());
    try {
      DerivedCalls calls =
          new DerivedCalls(
              dispatcher, vector, operator, call -> check(call, vector, tolerance, report));
      OperatorSchema schema = operator.schema();
      inPlace(schema).ifPresent(calls::inPlace);
      forms.find(Forms.Form.OUT, schema).ifPresent(calls::out);
      calls.channelsLast();
    } catch (JackfieldException | Disagreement failed) {
      Disagreement difference =
          new Disagreement("the functional call", "results", Failures.describe(failed));
      report.failed(new DerivedReport.Failure(Kind.OUT, vector, vector.operator(), difference));
    }
  }

  /** Returns the in-place form, unless it writes a list. */
  private Optional<OperatorSchema> inPlace(OperatorSchema schema) {
    return forms
        .find(Forms.Form.IN_PLACE, schema)
        .filter(form -> form.arguments().getFirst().type() == Basic.TENSOR);
  }

  private static void check(
      DerivedCall call, RecordedVector vector, Tolerance tolerance, DerivedReport report) {
    try {
      report.agreed(call.kind(), call.isRefused(tolerance));
    } catch (Disagreement difference) {
      report.failed(
          new DerivedReport.Failure(
              call.kind(), vector, call.operator().schema().name().toString(), difference));
    }
  }
}
