package jackfield.tools.conformance.script;

import jackfield.report.OperatorListener;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.List;

/** The events that listeners of a script receive during one step, in the form of the recordings. */
final class ScriptEvents {
  private final List<String> events = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /** Definitions that were added and removed, such as {@code + 1 t::foo}. */
  List<String> events() {
    return events;
  }

  /** The keys of overridden kernels; {@code null} for a catch-all. */
  List<String> warnings() {
    return warnings;
  }

  void clear() {
    events.clear();
    warnings.clear();
  }

  /** Returns the listener of overrides. */
  OperatorListener ofOverrides() {
    return new OperatorListener() {
      @Override
      public void overridden(Overriding overriding) {
        warnings.add(overriding.isCatchAll() ? "null" : overriding.key().toString());
      }
    };
  }

  /** Returns the listener that {@code step} adds. */
  OperatorListener ofDefinitions(int step) {
    return new OperatorListener() {
      @Override
      public void defined(OperatorSchema schema) {
        events.add("+ " + step + " " + schema.name());
      }

      @Override
      public void undefined(OperatorSchema schema) {
        events.add("- " + step + " " + schema.name());
      }
    };
  }
}
