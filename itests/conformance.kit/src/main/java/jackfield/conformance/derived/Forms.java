package jackfield.conformance.derived;

import jackfield.dispatch.Dispatcher;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The defined operators by form. The forms of a computation have the same base name, a trailing
 * underscore apart, and the same arguments, {@code out=} apart.
 */
public final class Forms {
  /** The form of an operator. */
  public enum Form {
    /** Returns new tensors, or views. */
    FUNCTIONAL,
    /** Writes its first argument and returns it. */
    IN_PLACE,
    /** Writes keyword arguments and returns them. */
    OUT,
    /** Writes something else. */
    OTHER
  }

  private record Place(Form form, String base, List<String> arguments) {}

  private final Map<Place, OperatorSchema> schemas = new HashMap<>();

  private Forms(Collection<OperatorSchema> defined) {
    defined.forEach(schema -> schemas.put(place(schema), schema));
  }

  /** Returns the operators that {@code dispatcher} defines now. */
  public static Forms of(Dispatcher dispatcher) {
    return new Forms(
        dispatcher.operators().stream()
            .flatMap(name -> dispatcher.report(name).flatMap(report -> report.schema()).stream())
            .toList());
  }

  /** Returns the form of the operator of {@code schema}. */
  public static Form form(OperatorSchema schema) {
    List<SchemaArgument> arguments = schema.arguments();
    if (arguments.stream().anyMatch(SchemaArgument::isOut)) {
      return Form.OUT;
    }
    if (arguments.stream().noneMatch(SchemaArgument::isWritten)) {
      return Form.FUNCTIONAL;
    }
    boolean isInPlace = base(schema).endsWith("_") && arguments.getFirst().isWritten();
    return isInPlace ? Form.IN_PLACE : Form.OTHER;
  }

  /** Returns the given form of the operator of {@code schema}, if it is defined. */
  public Optional<OperatorSchema> find(Form wanted, OperatorSchema schema) {
    Place own = place(schema);
    return Optional.ofNullable(schemas.get(new Place(wanted, own.base(), own.arguments())));
  }

  private static Place place(OperatorSchema schema) {
    Form form = form(schema);
    String base = base(schema);
    return new Place(
        form,
        form == Form.IN_PLACE ? base.substring(0, base.length() - 1) : base,
        schema.arguments().stream()
            .filter(argument -> !argument.isOut())
            .map(argument -> argument.name() + " " + argument.fakeType())
            .toList());
  }

  private static String base(OperatorSchema schema) {
    OperatorName name = schema.name();
    return name.name();
  }
}
