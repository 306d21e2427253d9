package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.compare.TensorCheck;
import jackfield.conformance.compare.TensorCheck.Geometry;
import jackfield.conformance.compare.Tolerance;
import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Numbers;
import jackfield.conformance.value.TensorValue;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** Compares the results of a call with a vector's: content, geometry, identity and sharing. */
final class OutputCheck {
  private final OperatorSchema schema;
  private final Arguments arguments;
  private final Tolerance tolerance;

  OutputCheck(OperatorSchema schema, Arguments arguments, Tolerance tolerance) {
    this.schema = schema;
    this.arguments = arguments;
    this.tolerance = tolerance;
  }

  /** Throws {@link Disagreement} at the first difference. */
  void check(JsonNode expected, List<Object> found) {
    if (found.isEmpty() && schema.returns().isEmpty() && isNone(expected)) {
      return;
    }
    if (expected.size() != found.size()) {
      throw new Disagreement("outputs", expected.size() + " of them", found.size());
    }
    for (int i = 0; i < found.size(); i++) {
      try {
        checkOne(i, expected.get(i), found.get(i));
      } catch (Disagreement difference) {
        throw difference.in("output " + i);
      }
    }
  }

  /** Returns whether the recording is of an operator that returns nothing. */
  private static boolean isNone(JsonNode expected) {
    return expected.isEmpty() || (expected.size() == 1 && expected.get(0).isNull());
  }

  private void checkOne(int index, JsonNode expected, Object found) {
    if (expected.isArray()) {
      checkList(index, expected, found);
    } else if (!TensorValue.isTensor(expected)) {
      checkNumber(expected, found);
    } else if (found instanceof Tensor tensor) {
      Geometry geometry = checkSharing(expected, tensor, declaresAlias(index));
      new TensorCheck(tolerance, geometry, arguments.placement())
          .check(TensorValue.of(expected), tensor);
    } else {
      throw new Disagreement("value", TensorValue.of(expected), found);
    }
  }

  private void checkList(int index, JsonNode expected, Object found) {
    if (!(found instanceof List<?> list) || list.size() != expected.size()) {
      throw new Disagreement("value", "a list of " + expected.size(), found);
    }
    for (int i = 0; i < list.size(); i++) {
      checkOne(index, expected.get(i), list.get(i));
    }
  }

  private void checkNumber(JsonNode expected, Object found) {
    boolean agrees =
        switch (found) {
          case Boolean flag -> expected.isBoolean() && expected.booleanValue() == flag;
          case Long number -> expected.isIntegralNumber() && expected.longValue() == number;
          case Double number -> accepts(expected, number);
          case Scalar scalar -> accepts(expected, scalar);
          case null -> expected.isNull();
          default -> false;
        };
    if (!agrees) {
      throw new Disagreement("value", expected, found);
    }
  }

  private boolean accepts(JsonNode expected, double found) {
    return (expected.isNumber() || expected.isTextual())
        && tolerance.accepts(Numbers.real(expected), found);
  }

  private boolean accepts(JsonNode expected, Scalar found) {
    JsonNode complex = expected.get("complex");
    return switch (found.type().category()) {
      case BOOLEAN -> expected.isBoolean() && expected.booleanValue() == found.toBoolean();
      case INTEGRAL -> expected.isIntegralNumber() && expected.longValue() == found.toLong();
      case FLOATING -> accepts(expected, found.toDouble());
      case COMPLEX ->
          complex != null
              && tolerance.accepts(
                  Numbers.real(complex.get(0)),
                  Numbers.real(complex.get(1)),
                  found.toDouble(),
                  found.imaginary());
    };
  }

  /**
   * Checks with which tensor the result shares its storage, and returns the part of its geometry
   * that is compared.
   */
  private Geometry checkSharing(JsonNode expected, Tensor found, boolean isDeclared) {
    if (expected.has("same")) {
      checkIdentity(expected.get("same").textValue(), found);
      return Geometry.WHERE_IT_MATTERS;
    }
    if (!expected.has("alias")) {
      checkNew(found, isDeclared);
      return Geometry.WHERE_IT_MATTERS;
    }
    String path = expected.get("alias").textValue();
    boolean shares = found.storage() == arguments.tensor(path).storage();
    if (!isDeclared) { // there PyTorch may copy or not, and so may other backends
      return shares ? Geometry.WHERE_IT_MATTERS : Geometry.FREE;
    }
    if (!shares) {
      throw new Disagreement("storage", "that of argument " + path, "another");
    }
    return Geometry.EXACT;
  }

  private void checkIdentity(String path, Tensor found) {
    if (found != arguments.tensor(path)) {
      throw new Disagreement("tensor", "argument " + path + " itself", "another tensor");
    }
  }

  private void checkNew(Tensor found, boolean isDeclared) {
    if (isDeclared) {
      return;
    }
    for (Map.Entry<String, Tensor> argument : arguments.tensors().entrySet()) {
      if (found.storage() == argument.getValue().storage()) {
        throw new Disagreement("storage", "a new one", "that of argument " + argument.getKey());
      }
    }
  }

  /**
   * Returns whether the schema declares that the result may share storage; for a list, with its
   * elements.
   */
  private boolean declaresAlias(int index) {
    int place = Math.min(index, schema.returns().size() - 1);
    return schema.returns().get(place).alias().filter(OutputCheck::namesAny).isPresent();
  }

  private static boolean namesAny(AliasInfo alias) {
    return !alias.before().isEmpty() || alias.contained().stream().anyMatch(OutputCheck::namesAny);
  }
}
