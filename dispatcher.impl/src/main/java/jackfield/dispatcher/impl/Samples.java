package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorSchema;
import jackfield.dispatch.SchemaArgument;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Small arguments for any operator, made from its schema; the same ones each time. What has a
 * default is left to it.
 */
final class Samples {
  private static final int SIDE = 3; // square, so that products of matrices work as well

  private final OperatorSchema schema;

  Samples(OperatorSchema schema) {
    this.schema = schema;
  }

  /** The arguments of one call. */
  record Arguments(List<Object> positional, Map<String, Object> keywords) {
    /** Returns the tensors among the arguments, which the call may have written. */
    List<Object> tensors() {
      List<Object> tensors = new ArrayList<>(positional);
      tensors.addAll(keywords.values());
      return tensors.stream().filter(Tensor.class::isInstance).toList();
    }
  }

  /**
   * Returns new arguments; empty if the schema asks for something that has no sample, for a source
   * of random numbers, whose state is not to be touched, or for no tensor at all.
   */
  Optional<Arguments> next() {
    Arguments made = new Arguments(new ArrayList<>(), new HashMap<>());
    for (SchemaArgument argument : schema.arguments()) {
      if (argument.type().toString().startsWith("Generator")) {
        return Optional.empty();
      }
      if (argument.defaultValue().isPresent()) {
        continue;
      }
      Object value = sample(argument, made.positional().size());
      if (value == null) {
        return Optional.empty();
      }
      if (argument.isKeywordOnly()) {
        made.keywords().put(argument.name(), value);
      } else {
        made.positional().add(value);
      }
    }
    return made.tensors().isEmpty() ? Optional.empty() : Optional.of(made);
  }

  private static Object sample(SchemaArgument argument, int place) {
    return switch (argument.type().toString()) {
      case "Tensor" -> tensor(place);
      case "Tensor[]" -> List.of(tensor(place), tensor(place + 1));
      case "int", "SymInt" -> 1L;
      case "float" -> 0.5;
      case "Scalar" -> Scalar.of(2.0);
      case "bool" -> false;
      default -> null;
    };
  }

  /** Returns a matrix of numbers between 0 and 2; each place has others. */
  private static Tensor tensor(int place) {
    float[] values = new float[SIDE * SIDE];
    for (int i = 0; i < values.length; i++) {
      values[i] = 0.1f + (i * 7 + place * 5) % 11 * 0.17f;
    }
    return HostData.tensor(values, SIDE, SIDE);
  }
}
