package jackfield.conformance.value;

import jackfield.memory.Device;
import jackfield.schema.SchemaDefault;
import jackfield.tensor.Scalar;
import java.util.List;

/**
 * Converts a schema's default values to the form in which {@link ValueReader} returns values of a
 * vector.
 */
public final class SchemaDefaults {
  private SchemaDefaults() {}

  public static Object value(SchemaDefault written) {
    return switch (written) {
      case SchemaDefault.None _ -> null;
      case SchemaDefault.Bool(boolean value) -> value;
      case SchemaDefault.Int(long value) -> value;
      case SchemaDefault.Real(double value) -> value;
      case SchemaDefault.Complex(double real, double imaginary) -> Scalar.of(real, imaginary);
      case SchemaDefault.Text(String value) -> value;
      case SchemaDefault.Device(String name) -> Device.parse(name);
      case SchemaDefault.Sequence(List<SchemaDefault> elements) ->
          elements.stream().map(SchemaDefaults::value).toList();
    };
  }
}
