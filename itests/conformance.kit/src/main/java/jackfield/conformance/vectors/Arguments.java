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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The arguments of one call in the order of the schema, defaults filled in.
 *
 * <p>Paths are those of vectors: {@code /1} is the second argument, {@code /0/2} the third element
 * of the list in the first argument, {@code /out} the argument of that name.
 */
public final class Arguments {
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
  public static Arguments bind(OperatorSchema schema, JsonNode call, ValueReader anywhere) {
    JsonNode positional = call.path("args");
    JsonNode named = call.path("kwargs");
    checkFit(schema, positional, named);
    int count = schema.arguments().size();
    Object[] values = new Object[count];
    String[] paths = new String[count];
    for (int i = 0; i < count; i++) {
      SchemaArgument argument = schema.arguments().get(i);
      ValueReader reader = isOnHost(schema, argument) ? anywhere.onHost() : anywhere;
      paths[i] = "/" + (i < positional.size() ? Integer.toString(i) : argument.name());
      if (i < positional.size()) {
        values[i] = reader.read(positional.get(i));
      } else if (named.has(argument.name())) {
        values[i] = reader.read(named.get(argument.name()));
      } else {
        values[i] = defaultOf(schema, argument);
      }
    }
    return new Arguments(schema, values, paths, anywhere.placement());
  }

  /** Returns whether an operator reads the argument's elements, which are on the host always. */
  private static boolean isOnHost(OperatorSchema schema, SchemaArgument argument) {
    boolean isPacking = schema.name().name().equals("aten::_pack_padded_sequence");
    return argument.name().equals("batch_sizes")
        || (isPacking && argument.name().equals("lengths"));
  }

  /** Returns arguments of {@code schema}, whose values have the same names. */
  public static Arguments named(
      OperatorSchema schema, Map<String, Object> values, Placement placement) {
    String[] names = schema.arguments().stream().map(SchemaArgument::name).toArray(String[]::new);
    Object[] given = Stream.of(names).map(values::get).toArray();
    String[] paths = Stream.of(names).map(name -> "/" + name).toArray(String[]::new);
    return new Arguments(schema, given, paths, placement);
  }

  /** Returns the values by the names of the arguments. */
  public Map<String, Object> values() {
    Map<String, Object> named = new LinkedHashMap<>(); // may contain nulls
    for (int i = 0; i < values.length; i++) {
      named.put(schema.arguments().get(i).name(), values[i]);
    }
    return named;
  }

  /** Replaces each tensor, also those in lists, by the result of {@code change}. */
  public void replace(BiFunction<SchemaArgument, Tensor, Tensor> change) {
    for (int i = 0; i < values.length; i++) {
      SchemaArgument argument = schema.arguments().get(i);
      values[i] = replaced(values[i], tensor -> change.apply(argument, tensor));
    }
  }

  private static Object replaced(Object value, UnaryOperator<Tensor> change) {
    return switch (value) {
      case Tensor tensor -> change.apply(tensor);
      case List<?> list -> {
        List<Object> changed = new ArrayList<>(); // may contain nulls
        list.forEach(element -> changed.add(replaced(element, change)));
        yield changed;
      }
      case null, default -> value;
    };
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
  public Tensor tensor(String path) {
    Tensor tensor = tensors().get(path);
    if (tensor == null) {
      throw new Disagreement("vector", "a tensor at " + path, tensors().keySet());
    }
    return tensor;
  }

  /** Returns all tensors by their path. */
  public Map<String, Tensor> tensors() {
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
