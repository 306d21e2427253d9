package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.AutogradMisuse;
import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.Guard;
import jackfield.dispatch.JackfieldException;
import jackfield.tensor.Autograd;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the steps of an autograd program and compares what each gives.
 *
 * <p>The recorded states say that the random programs from one number on began with gradients off,
 * whatever their steps say; SOURCE.md beside the vectors tells why that is inferred. Nothing that
 * lies between the two numbers below is known, so it may agree in either mode.
 */
final class AutogradProgram {
  private static final Pattern RANDOM = Pattern.compile("fuzz-(\\d+)");
  private static final int LAST_WITH_GRADIENTS = 1031;
  private static final int FIRST_WITHOUT = 1043;

  private final Operators operators;
  private final Autograd autograd;

  AutogradProgram(Operators operators, Autograd autograd) {
    this.operators = operators;
    this.autograd = autograd;
  }

  /** Throws {@link Disagreement} at the first difference. */
  void check(JsonNode program) {
    Matcher random = RANDOM.matcher(program.path("id").asText());
    int number = random.matches() ? Integer.parseInt(random.group(1)) : 0;
    if (number > LAST_WITH_GRADIENTS && number < FIRST_WITHOUT) {
      checkInEitherMode(program);
    } else {
      check(program, number < FIRST_WITHOUT);
    }
  }

  private void checkInEitherMode(JsonNode program) {
    try {
      check(program, true);
    } catch (Disagreement withGradients) {
      try {
        check(program, false);
      } catch (Disagreement withoutGradients) {
        withGradients.addSuppressed(withoutGradients);
        throw withGradients;
      }
    }
  }

  private void check(JsonNode program, boolean isRecording) {
    JsonNode results = program.get("results");
    try (Guard _ = DispatchContext.current().gradients(isRecording);
        ProgramSteps steps = new ProgramSteps(operators, autograd)) {
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
