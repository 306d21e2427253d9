package jackfield.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.SchemaType.Basic;
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
    assertThat(schema.name().name()).isEqualTo(recorded.get("name").asText());
    assertThat(schema.name().overload()).isEqualTo(recorded.get("overload").asText());
    assertThat(schema.isVararg()).isEqualTo(flag(recorded, "vararg"));
    assertThat(schema.isVarret()).isEqualTo(flag(recorded, "varret"));
    assertThat(schema.isMutable()).isEqualTo(flag(recorded, "mutable"));
    assertThat(schema.dispatchArguments()).isEqualTo(integers(recorded.get("dispatch_args")));
    requireArguments(schema.arguments(), recorded.get("args"));
    requireArguments(schema.returns(), recorded.get("returns"));
  }

  /** Requires the recorded text, and that it reads as the same schema if C10 reads it so. */
  void requireText(OperatorSchema schema, SchemaDialect dialect) {
    String canonical = recorded.get("canonical").asText();
    assertThat(sortedAliases(schema.toString())).isEqualTo(sortedAliases(canonical));
    if (flag(recorded, "roundtrip")) {
      OperatorSchema again = OperatorSchema.parse(canonical, dialect);
      assertThat(again).isEqualTo(schema).hasToString(schema.toString());
    }
  }

  private static void requireArguments(List<SchemaArgument> arguments, JsonNode recorded) {
    assertThat(arguments).hasSize(recorded.size());
    for (int i = 0; i < arguments.size(); i++) {
      requireArgument(arguments.get(i), recorded.get(i));
    }
  }

  private static void requireArgument(SchemaArgument argument, JsonNode recorded) {
    String fake = recorded.get("type").asText();
    assertThat(argument.name()).isEqualTo(recorded.get("name").asText());
    assertThat(argument.fakeType()).hasToString(fake);
    assertThat(kindOf(argument.fakeType())).isEqualTo(recorded.get("kind").asText());
    assertThat(argument.type()).hasToString(recorded.path("real_type").asText(fake));
    assertThat(argument.fixedSize())
        .isEqualTo(
            recorded.has("N") ? OptionalInt.of(recorded.get("N").asInt()) : OptionalInt.empty());
    assertThat(argument.isKeywordOnly()).isEqualTo(flag(recorded, "kwarg_only"));
    assertThat(argument.isOut()).isEqualTo(flag(recorded, "out"));
    assertThat(argument.defaultValue().isPresent()).isEqualTo(recorded.has("default"));
    argument.defaultValue().ifPresent(value -> requireDefault(value, recorded.get("default")));
    assertThat(argument.alias().isPresent()).isEqualTo(recorded.has("alias"));
    argument.alias().ifPresent(alias -> requireAlias(alias, recorded.get("alias")));
  }

  private static void requireDefault(SchemaDefault value, JsonNode recorded) {
    JsonNode node = recorded.get("value");
    assertThat(tagOf(value)).isEqualTo(recorded.get("tag").asText());
    assertThat(value).hasToString(recorded.get("text").asText());
    if (value instanceof SchemaDefault.Int(long number)) {
      assertThat(number).isEqualTo(node.asLong());
    } else if (value instanceof SchemaDefault.Real(double number)) {
      assertThat(number).isEqualTo(node.asDouble());
    } else if (value instanceof SchemaDefault.Sequence(List<SchemaDefault> elements)) {
      assertThat(elements).hasSize(node.size());
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

  private static void requireAlias(AliasInfo alias, JsonNode recorded) {
    assertThat(alias.before()).isEqualTo(Set.copyOf(C10Recordings.texts(recorded.get("before"))));
    assertThat(alias.after()).isEqualTo(Set.copyOf(C10Recordings.texts(recorded.get("after"))));
    assertThat(alias.isWrite()).isEqualTo(flag(recorded, "write"));
    JsonNode contained = recorded.path("contained");
    assertThat(alias.contained()).hasSize(contained.size());
    for (int i = 0; i < contained.size(); i++) {
      requireAlias(alias.contained().get(i), contained.get(i));
    }
  }

  /** Sorts the names of each alias set, which C10 prints in any order. */
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

  private static int[] integers(JsonNode array) {
    return IntStream.range(0, array.size()).map(i -> array.get(i).asInt()).toArray();
  }
}
