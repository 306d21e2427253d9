package jackfield.itests.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.AutogradMisuse;
import jackfield.dispatch.JackfieldException;
import jackfield.tensor.Autograd;
import java.util.Locale;

/** Runs the steps of an autograd program and compares what each gives. */
final class AutogradProgram {
  private final Operators operators;
  private final Autograd autograd;

  AutogradProgram(Operators operators, Autograd autograd) {
    this.operators = operators;
    this.autograd = autograd;
  }

  /** Throws {@link Disagreement} at the first difference. */
  void check(JsonNode program) {
    JsonNode results = program.get("results");
    try (ProgramSteps steps = new ProgramSteps(operators, autograd)) {
      for (int i = 0; i < results.size(); i++) {
        JsonNode step = program.get("steps").get(i);
        try {
          check(steps, step, results.get(i));
        } catch (Disagreement difference) {
          throw difference.in("step %d (%s)".formatted(i, ProgramSteps.name(step)));
        }
      }
    }
  }

  private void check(ProgramSteps steps, JsonNode step, JsonNode result) {
    if (result.has("error")) {
      checkRefusal(steps, step, result.get("error").path("kind").textValue());
    } else if (result.has("state")) {
      Failures.unlessThrown(
          "",
          "a state",
          () -> {
            ProgramState.check(result.get("state"), steps.variable(step.get("of")), autograd);
            return null;
          });
    } else {
      Failures.unlessThrown(
          "",
          "to be done",
          () -> {
            steps.run(step);
            return null;
          });
    }
  }

  private static void checkRefusal(ProgramSteps steps, JsonNode step, String kind) {
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
    if (isAutogradKind(kind) ? !kind.equals(found) : !found.isEmpty()) {
      throw new Disagreement("", "the refusal " + kind, Failures.describe(refusal));
    }
  }

  /** Overlap and broadcast are refused by operators, with or without autograd. */
  private static boolean isAutogradKind(String kind) {
    return !kind.equals("overlap") && !kind.equals("broadcast");
  }
}
