package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The defined operators, by the names that vectors use. */
public final class Operators {
  private final Dispatcher dispatcher;
  private final Map<String, Optional<Operator>> known = new HashMap<>();

  public Operators(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  boolean exists(String name) {
    return find(name).isPresent();
  }

  public Operator operator(String name) {
    return find(name).orElseThrow(() -> new Disagreement("operator", name, "none of that name"));
  }

  private Optional<Operator> find(String name) {
    return known.computeIfAbsent(
        name,
        missing ->
            dispatcher
                .find(OperatorName.parse(missing))
                .filter(operator -> operator.schemaOrNull() != null));
  }
}
