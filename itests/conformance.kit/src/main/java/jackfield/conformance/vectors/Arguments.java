package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.BoxedValue;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.SchemaDefaults;
import jackfield.conformance.value.ValueReader;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of one call in the order of the schema, defaults filled in.
 *
 * <p>Paths are those of vectors: {@code /1} is the second argument, {@code /0/2} the third element
 * of the list in the first argument, {@code /out} the argument of that name.
 */
final class Arguments {
  private final OperatorSchema schema;
  private final Object[] values;
  private final String[] paths;
  private final Placement placement;

  private Arguments(OperatorSchema schema, Object[] values, String[] paths, Placement placement) {
    this.schema = schema;
    this.values = values;
    this.paths = paths;
    this.placement = placement;
  }

  /** Reads {@code args} and {@code kwargs} of a vector or of a step; creates new tensors. */
  static Arguments bind(OperatorSchema schema, JsonNode call, ValueReader reader) {
    JsonNode positional = call.path("args");
    JsonNode named = call.path("kwargs");
    checkFit(schema, positional, named);
    int count = schema.arguments().size();
    Object[] values = new Object[count];
    String[] paths = new String[count];
    for (int i = 0; i < count; i++) {
      SchemaArgument argument = schema.arguments().get(i);
      paths[i] = "/" + (i < positional.size() ? Integer.toString(i) : argument.name());
      if (i < positional.size()) {
        values[i] = reader.read(positional.get(i));
      } else if (named.has(argument.name())) {
        values[i] = reader.read(named.get(argument.name()));
      } else {
        values[i] = defaultOf(schema, argument);
      }
    }
    return new Arguments(schema, values, paths, reader.placement());
  }

  /** Returns whether the schema has all arguments that {@code call} passes by name. */
  static boolean namesFit(OperatorSchema schema, JsonNode call) {
    List<String> names = schema.arguments().stream().map(SchemaArgument::name).toList();
    return call.path("kwargs").propertyStream().allMatch(named -> names.contains(named.getKey()));
  }

  private static void checkFit(OperatorSchema schema, JsonNode positional, JsonNode named) {
    List<SchemaArgument> arguments = schema.arguments();
    if (positional.size() > arguments.size()) {
      throw new Disagreement("schema", positional.size() + " arguments", schema);
    }
    List<String> names = arguments.stream().map(SchemaArgument::name).toList();
    named
        .fieldNames()
        .forEachRemaining(name -> {
          if (names.indexOf(name) < positional.size()) {
            throw new Disagreement("schema", "an argument " + name, schema);
          }
        });
  }

  private static Object defaultOf(OperatorSchema schema, SchemaArgument argument) {
    SchemaDefault written =
        argument
            .defaultValue()
            .orElseThrow(
                () -> new Disagreement("schema", "a default of " + argument.name(), schema));
    return SchemaDefaults.value(written);
  }

  /** Returns the placement of the tensors. */
  Placement placement() {
    return placement;
  }

  /** Pushes all values on {@code stack}. */
  void push(Stack stack) {
    for (int i = 0; i < values.length; i++) {
      new BoxedValue(schema.arguments().get(i)).push(stack, values[i]);
    }
  }

  /** Returns the tensor at {@code path}. */
  Tensor tensor(String path) {
    Tensor tensor = tensors().get(path);
    if (tensor == null) {
      throw new Disagreement("vector", "a tensor at " + path, tensors().keySet());
    }
    return tensor;
  }

  /** Returns all tensors by their path. */
  Map<String, Tensor> tensors() {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      add(tensors, paths[i], values[i]);
    }
    return tensors;
  }

  private static void add(Map<String, Tensor> tensors, String path, Object value) {
    if (value instanceof Tensor tensor) {
      tensors.put(path, tensor);
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        add(tensors, path + "/" + i, list.get(i));
      }
    }
  }
}
