package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.error.JackfieldException;
import jackfield.tensor.Autograd;
import jackfield.tensor.AutogradMisuse;
import java.util.Locale;

/**
 * Runs the steps of an autograd program and compares the results of each step.
 *
 * <p>Programs with a tolerance compare values of any type. Of their errors only those for
 * overlapping memory must have the recorded kind.
 */
final class AutogradProgram {
  private final Operators operators;
  private final Autograd autograd;
  private final Placement placement;

  AutogradProgram(Operators operators, Autograd autograd, Placement placement) {
    this.operators = operators;
    this.autograd = autograd;
    this.placement = placement;
  }

  /** Throws {@link Disagreement} at the first difference. */
  void check(JsonNode program) {
    JsonNode results = program.get("results");
    try (Guard _ = DispatchContext.current().gradients(true);
        ProgramSteps steps = new ProgramSteps(operators, autograd, placement)) {
      for (int i = 0; i < results.size(); i++) {
        JsonNode step = program.get("steps").get(i);
        try {
          check(steps, step, results.get(i), program);
        } catch (Disagreement difference) {
          throw difference.in("step %d (%s)".formatted(i, ProgramSteps.name(step)));
        }
      }
    }
  }

  private void check(ProgramSteps steps, JsonNode step, JsonNode result, JsonNode program) {
    if (result.has("error")) {
      checkRefusal(steps, step, result.get("error").path("kind").textValue(), program.has("tol"));
    } else {
      Failures.unlessThrown(
          "",
          "to be done",
          () -> {
            compare(steps, step, result, program);
            return null;
          });
    }
  }

  private void compare(ProgramSteps steps, JsonNode step, JsonNode result, JsonNode program) {
    if (result.has("state")) {
      ProgramState.check(result.get("state"), steps.variable(step.get("of")), autograd, placement);
    } else if (result.has("value")) {
      new ProgramValue(program, placement)
          .check(result.get("value"), steps.variable(step.get("of")));
    } else {
      steps.run(step);
    }
  }

  private static void checkRefusal(
      ProgramSteps steps, JsonNode step, String kind, boolean isKindFree) {
    if (isKindFree && !steps.namesFit(step)) {
      return; // the recorded error is that of an argument with that name
    }
    JackfieldException refusal =
        Failures.refusal(
            "",
            "the refusal " + kind,
            () -> {
              steps.run(step);
              return "the step done";
            });
    String found =
        refusal instanceof AutogradMisuse misuse
            ? misuse.kind().name().toLowerCase(Locale.ROOT)
            : "";
    boolean isFree = isKindFree && !kind.equals("overlap");
    if (!isFree && (isAutogradKind(kind) ? !kind.equals(found) : !found.isEmpty())) {
      throw new Disagreement("", "the refusal " + kind, Failures.describe(refusal));
    }
  }

  /** Operators throw for overlap and broadcast, with or without autograd. */
  private static boolean isAutogradKind(String kind) {
    return !kind.equals("overlap") && !kind.equals("broadcast");
  }
}
