package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.schema.AliasInfo;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaDefault;
import jackfield.schema.SchemaDialect;
import jackfield.schema.SchemaType;
import jackfield.schema.SchemaType.Basic;
import jackfield.tools.conformance.script.C10Numbering;
import jackfield.tools.conformance.script.Expect;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares a schema with its recorded structure, part by part. */
final class RecordedSchema {
  private static final Map<Basic, String> IRREGULAR_KINDS =
      Map.of(
          Basic.SCALAR, "NumberType",
          Basic.STR, "StringType",
          Basic.NONE, "NoneType",
          Basic.DEVICE, "DeviceObjType",
          Basic.STREAM, "StreamObjType",
          Basic.ANY_CLASS, "AnyClassType",
          Basic.ANY_ENUM, "AnyEnumType");
  private static final Pattern ALIAS_SET = Pattern.compile("[*\\w]+(?:\\|[*\\w]+)+");

  private final JsonNode recorded;

  RecordedSchema(JsonNode recorded) {
    this.recorded = recorded;
  }

  void requireStructure(OperatorSchema schema) {
    Expect.equal("name", recorded.get("name").asText(), schema.name().name());
    Expect.equal("overload", recorded.get("overload").asText(), schema.name().overload());
    Expect.equal("vararg", flag(recorded, "vararg"), schema.isVararg());
    Expect.equal("varret", flag(recorded, "varret"), schema.isVarret());
    Expect.equal("mutable", flag(recorded, "mutable"), schema.isMutable());
    if (recorded.has(
        "dispatch_args")) { // not recorded for schemas with more arguments than C10 dispatches on
      Expect.equal(
          "dispatch_args",
          integers(recorded.get("dispatch_args")),
          Arrays.stream(schema.dispatchArguments()).boxed().toList());
    }
    requireArguments("args", schema.arguments(), recorded.get("args"));
    requireArguments("returns", schema.returns(), recorded.get("returns"));
  }

  /**
   * Requires that the schema's text parses as the same schema and equals the recorded text. C10
   * prints some schemas in a form that it cannot parse; then the recorded text is ignored.
   */
  void requireText(OperatorSchema schema, SchemaDialect dialect) {
    OperatorSchema again = OperatorSchema.parse(schema.toString(), dialect);
    Expect.equal("roundtrip", schema, again);
    Expect.equal("roundtrip text", schema.toString(), again.toString());
    if (flag(recorded, "roundtrip")) {
      String canonical = recorded.get("canonical").asText();
      Expect.equal("canonical", sortedAliases(canonical), sortedAliases(schema.toString()));
    }
  }

  private static void requireArguments(
      String where, List<SchemaArgument> arguments, JsonNode recorded) {
    Expect.equal(where + " number", recorded.size(), arguments.size());
    for (int i = 0; i < arguments.size(); i++) {
      requireArgument(where + " " + i, arguments.get(i), recorded.get(i));
    }
  }

  private static void requireArgument(String where, SchemaArgument argument, JsonNode recorded) {
    String fake = recorded.get("type").asText();
    Expect.equal(where + " name", recorded.get("name").asText(), argument.name());
    Expect.equal(where + " type", fake, argument.fakeType().toString());
    Expect.equal(where + " kind", recorded.get("kind").asText(), kindOf(argument.fakeType()));
    Expect.equal(
        where + " real type", recorded.path("real_type").asText(fake), argument.type().toString());
    Expect.equal(
        where + " size",
        recorded.has("N") ? OptionalInt.of(recorded.get("N").asInt()) : OptionalInt.empty(),
        argument.fixedSize());
    Expect.equal(where + " kwarg_only", flag(recorded, "kwarg_only"), argument.isKeywordOnly());
    Expect.equal(where + " out", flag(recorded, "out"), argument.isOut());
    Expect.equal(
        where + " has default", recorded.has("default"), argument.defaultValue().isPresent());
    argument
        .defaultValue()
        .ifPresent(value -> requireDefault(where + " default", value, recorded.get("default")));
    Expect.equal(where + " has alias", recorded.has("alias"), argument.alias().isPresent());
    argument
        .alias()
        .ifPresent(alias -> requireAlias(where + " alias", alias, recorded.get("alias")));
  }

  private static void requireDefault(String where, SchemaDefault value, JsonNode recorded) {
    JsonNode node = recorded.get("value");
    Expect.equal(where + " tag", recorded.get("tag").asText(), tagOf(value));
    Expect.equal(where, recorded.get("text").asText(), value.toString());
    if (value instanceof SchemaDefault.Int(long number)) {
      Expect.equal(where, node.asLong(), number);
    } else if (value instanceof SchemaDefault.Real(double number)) {
      Expect.equal(where, node.asDouble(), number);
    } else if (value instanceof SchemaDefault.Sequence(List<SchemaDefault> elements)) {
      Expect.equal(where + " length", node.size(), elements.size());
    }
  }

  private static String tagOf(SchemaDefault value) {
    return switch (value) {
      case SchemaDefault.None _ -> "None";
      case SchemaDefault.Bool _ -> "Bool";
      case SchemaDefault.Int _ -> "Int";
      case SchemaDefault.Real _ -> "Double";
      case SchemaDefault.Complex _ -> "ComplexDouble";
      case SchemaDefault.Text _ -> "String";
      case SchemaDefault.Device _ -> "Device";
      case SchemaDefault.Sequence _ -> "GenericList";
    };
  }

  private static void requireAlias(String where, AliasInfo alias, JsonNode recorded) {
    Expect.equal(
        where + " before", Set.copyOf(C10Numbering.texts(recorded.get("before"))), alias.before());
    Expect.equal(
        where + " after", Set.copyOf(C10Numbering.texts(recorded.get("after"))), alias.after());
    Expect.equal(where + " write", flag(recorded, "write"), alias.isWrite());
    JsonNode contained = recorded.path("contained");
    Expect.equal(where + " contained", contained.size(), alias.contained().size());
    for (int i = 0; i < contained.size(); i++) {
      requireAlias(where + " contained " + i, alias.contained().get(i), contained.get(i));
    }
  }

  /** Sorts the names of each alias set, since C10 prints them in an arbitrary order. */
  private static String sortedAliases(String text) {
    return ALIAS_SET
        .matcher(text)
        .replaceAll(set ->
            Arrays.stream(set.group().split("\\|")).sorted().collect(Collectors.joining("|")));
  }

  private static String kindOf(SchemaType type) {
    return switch (type) {
      case Basic basic -> IRREGULAR_KINDS.getOrDefault(basic, regularKind(basic));
      case SchemaType.ListOf _ -> "ListType";
      case SchemaType.OptionalOf _ -> "OptionalType";
      case SchemaType.TupleOf _ -> "TupleType";
      case SchemaType.DictOf _ -> "DictType";
      case SchemaType.UnionOf _ -> "UnionType";
      case SchemaType.FutureOf _ -> "FutureType";
      case SchemaType.AwaitOf _ -> "AwaitType";
      case SchemaType.RemoteOf _ -> "RRefType";
      case SchemaType.Variable _ -> "VarType";
      case SchemaType.CustomClass _ -> "ClassType";
    };
  }

  private static String regularKind(Basic basic) {
    String text = basic.toString();
    return Character.toUpperCase(text.charAt(0)) + text.substring(1) + "Type";
  }

  private static boolean flag(JsonNode node, String name) {
    return node.path(name).asBoolean(false);
  }

  private static List<Integer> integers(JsonNode array) {
    return IntStream.range(0, array.size()).mapToObj(i -> array.get(i).asInt()).toList();
  }
}
