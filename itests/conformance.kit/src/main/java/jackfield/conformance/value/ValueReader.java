package jackfield.conformance.value;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Layout;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Converts a vector's values to Java's: numbers to {@code Long} and {@code Double}, lists to {@code
 * List}, and each tensor to a new one.
 */
public final class ValueReader {
  private final Placement placement;
  private final Function<String, Object> variables;

  /** Creates a reader for calls, which have no variables. */
  public ValueReader(Placement placement) {
    this(
        placement,
        name -> {
          throw new Disagreement("vector", "a value", "the variable " + name);
        });
  }

  /**
   * Creates a reader for programs: {@code {"var": "x"}} is the result of {@code variables} for x.
   */
  public ValueReader(Placement placement, Function<String, Object> variables) {
    this.placement = placement;
    this.variables = variables;
  }

  public Placement placement() {
    return placement;
  }

  /** Returns a reader of the same variables whose new tensors are on the host. */
  public ValueReader onHost() {
    return new ValueReader(Placement.host(), variables);
  }

  public Object read(JsonNode node) {
    return switch (node.getNodeType()) {
      case NULL -> null;
      case BOOLEAN -> node.booleanValue();
      case STRING -> node.textValue();
      case NUMBER -> number(node);
      case ARRAY -> list(node);
      case OBJECT -> object(node);
      default -> throw new Disagreement("vector", "a value", node);
    };
  }

  private static Object number(JsonNode node) {
    return node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
  }

  private List<Object> list(JsonNode node) {
    List<Object> values = new ArrayList<>(); // may contain nulls
    node.forEach(element -> values.add(read(element)));
    return values;
  }

  private Object object(JsonNode node) {
    if (TensorValue.isTensor(node)) {
      return TensorValue.of(node).build(placement);
    }
    String sort = node.fieldNames().hasNext() ? node.fieldNames().next() : "";
    JsonNode value = node.path(sort);
    return switch (sort) {
      case "var" -> variables.apply(value.textValue());
      case "complex" -> Scalar.of(Numbers.real(value.get(0)), Numbers.real(value.get(1)));
      case "dtype_value" -> DType.ofName(value.textValue());
      case "device" -> device(value.textValue());
      case "layout" -> Layout.valueOf(value.textValue().toUpperCase(Locale.ROOT));
      case "memory_format" -> memoryFormat(value.textValue());
      default -> throw new Disagreement("vector", "a value", node);
    };
  }

  /** The host in a recording stands for the device of this run. */
  private Device device(String name) {
    Device recorded = Device.parse(name);
    return recorded.isHost() ? placement.device() : recorded;
  }

  private static MemoryFormat memoryFormat(String name) {
    return MemoryFormat.valueOf(name.replace("_format", "").toUpperCase(Locale.ROOT));
  }
}
