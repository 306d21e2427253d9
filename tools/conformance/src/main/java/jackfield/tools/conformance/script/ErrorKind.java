package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jackfield.boxing.RegistrationRefused;
import jackfield.conformance.vectors.Failures;
import jackfield.dispatch.AwaitTimedOut;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.error.JackfieldException;
import jackfield.kernel.AmbiguousKernel;
import jackfield.kernel.FallthroughCalled;
import jackfield.kernel.KernelWithdrawn;
import jackfield.kernel.NoKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.key.DispatchKey;
import jackfield.key.KeyConflict;
import jackfield.key.NoFreeBackend;
import jackfield.key.ReservedName;
import jackfield.key.UnknownKey;
import jackfield.schema.SchemaDifference;
import jackfield.schema.SchemaMismatch;
import jackfield.schema.SchemaSyntax;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Translates the platform's errors to the kinds of the recordings, and compares the two. */
final class ErrorKind {
  private static final Map<RegistrationRefused.Kind, String> IRREGULAR =
      Map.of(
          RegistrationRefused.Kind.DEFINITION_IN_IMPLEMENTING_LIBRARY, "def_in_impl_library",
          RegistrationRefused.Kind.FALLBACK_OUTSIDE_IMPLEMENTING_LIBRARY,
              "fallback_outside_impl_library",
          RegistrationRefused.Kind.INVALID_KEY, "invalid_registration",
          RegistrationRefused.Kind.INVALID_KERNEL, "invalid_registration");
  // Two parsers may report the same mistake with different kinds.
  private static final Set<String> OF_PARSERS =
      Set.of(
          "syntax",
          "unknown_type",
          "invalid_default",
          "default_order",
          "vararg",
          "union_of_one",
          "illegal_overload_name");

  private final C10Numbering numbering;

  ErrorKind(C10Numbering numbering) {
    this.numbering = numbering;
  }

  /** Returns {@code thrown} in the form of the recordings. */
  ObjectNode of(RuntimeException thrown) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    return switch (thrown) {
      case ScriptFailure failure -> failure.tell(node);
      case JackfieldException refusal -> tell(node, refusal);
      default -> node.put("kind", Failures.describe(thrown));
    };
  }

  private ObjectNode tell(ObjectNode node, JackfieldException thrown) {
    return switch (thrown) {
      case DuplicateDefinition _ -> node.put("kind", "duplicate_definition");
      case SchemaSyntax syntax -> node.put("kind", lower(syntax.kind()));
      case SchemaMismatch mismatch -> tell(node, mismatch);
      case KeyConflict conflict ->
          node.put("kind", "key_conflict")
              .put("kernel_key", conflict.kernelKey().toString())
              .put("library_key", conflict.libraryKey().toString());
      case RegistrationRefused refused -> tell(node, refused);
      case NoSuchOperator missing -> {
        node.put("kind", "schema_not_found");
        yield missing.isImplemented() ? node.put("implementation_exists", true) : node;
      }
      case NoKernel missing -> tell(node, missing);
      case AmbiguousKernel _ -> node.put("kind", "ambiguous_autograd_other");
      case FallthroughCalled _ -> node.put("kind", "fallthrough_executed");
      case KernelWithdrawn _ -> node.put("kind", "kernel_withdrawn");
      case NoFreeBackend _ -> node.put("kind", "private_backend_taken");
      case ReservedName _ -> node.put("kind", "private_backend_name_reserved");
      case AwaitTimedOut _ -> node.put("kind", "await_timed_out");
      case UnknownKey _ -> node.put("kind", "unknown_key");
      default -> node.put("kind", Failures.describe(thrown));
    };
  }

  private static ObjectNode tell(ObjectNode node, RegistrationRefused refused) {
    node.put("kind", IRREGULAR.getOrDefault(refused.kind(), lower(refused.kind())));
    return refused.kind() == RegistrationRefused.Kind.DUPLICATE_FALLBACK
        ? node.put("key", refused.subject())
        : node;
  }

  private static ObjectNode tell(ObjectNode node, SchemaMismatch mismatch) {
    node.put("kind", "inferred_schema_mismatch");
    mismatch
        .difference()
        .ifPresent(difference -> {
          switch (difference) {
            case SchemaDifference.ArgumentCount _ -> node.put("argument_count", true);
            case SchemaDifference.ReturnCount _ -> node.put("return_count", true);
            case SchemaDifference.ArgumentType type -> node.put("argument_type", type.position());
            case SchemaDifference.ReturnType type -> node.put("return_type", type.position());
          }
        });
    return node;
  }

  private ObjectNode tell(ObjectNode node, NoKernel missing) {
    return missing.key() == DispatchKey.UNDEFINED
        ? node.put("kind", "missing_kernel_no_tensor")
        : node.put("kind", "missing_kernel")
            .put(
                "key",
                missing.key().isBuildingBlock()
                    ? numbering.nameOfHighest(missing.key())
                    : missing.keyName());
  }

  private static String lower(Enum<?> kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether {@code found} agrees with the recorded error, as far as kinds can tell. */
  static boolean agree(JsonNode recorded, JsonNode found) {
    String kind = recorded.path("kind").asText();
    String ours = found.path("kind").asText();
    if (OF_PARSERS.contains(kind)) {
      return OF_PARSERS.contains(ours);
    }
    if (kind.equals("missing_kernel_any")) {
      return ours.equals("missing_kernel") || ours.equals("missing_kernel_no_tensor");
    }
    return recorded.properties().stream()
        .filter(field -> !field.getKey().equals("column"))
        .allMatch(field -> field.getValue().asText().equals(found.path(field.getKey()).asText()));
  }
}
