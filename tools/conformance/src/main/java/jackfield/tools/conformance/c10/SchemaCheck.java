package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.conformance.value.Disagreement;
import jackfield.schema.OperatorDeclaration;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaDialect;
import jackfield.schema.SchemaSyntax;
import jackfield.schema.SchemaType;
import jackfield.tools.conformance.script.C10Check;
import jackfield.tools.conformance.script.Expect;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses and prints a recorded schema, or checks that a text which C10 rejects is rejected. */
final class SchemaCheck implements C10Check {
  private static final Pattern CLASS =
      Pattern.compile("__torch__\\.torch\\.classes\\.(\\w+)\\.(\\w+)");

  private final Set<SchemaType.CustomClass> registered;

  /** Creates a check that knows the custom classes of the recorded process. */
  SchemaCheck(Set<SchemaType.CustomClass> registered) {
    this.registered = registered;
  }

  /** Returns the custom classes of {@code vectors}: C10 rejects a class that is not registered. */
  static Set<SchemaType.CustomClass> classesIn(Stream<JsonNode> vectors) {
    return vectors
        .filter(vector -> vector.path("custom_class").asBoolean())
        .flatMap(vector -> CLASS.matcher(vector.get("in").asText()).results())
        .map(found -> new SchemaType.CustomClass(found.group(1), found.group(2)))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public void check(JsonNode vector) {
    String text = vector.get("in").asText();
    SchemaDialect dialect =
        new SchemaDialect(vector.path("allow_typevars").asBoolean(), registered::contains);
    if (vector.has("error")) {
      requireRefusal(vector.get("error"), text, dialect);
    } else if (vector.path("is_name").asBoolean()) {
      OperatorName name = OperatorName.parse(text);
      Expect.equal("name", vector.get("name").asText(), name.name());
      Expect.equal("overload", vector.get("overload").asText(), name.overload());
    } else {
      OperatorSchema schema = OperatorSchema.parse(text, dialect);
      RecordedSchema recorded = new RecordedSchema(vector);
      recorded.requireStructure(schema);
      recorded.requireText(schema, dialect);
    }
  }

  private static void requireRefusal(JsonNode error, String text, SchemaDialect dialect) {
    OperatorDeclaration found;
    try {
      found = OperatorDeclaration.parse(text, dialect);
    } catch (SchemaSyntax _) {
      return; // the kind of a parser's error may be recorded more coarsely
    }
    throw new Disagreement("error", error, found);
  }
}
