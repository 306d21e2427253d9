package jackfield.schema;

import jackfield.schema.SchemaType.AwaitOf;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.CustomClass;
import jackfield.schema.SchemaType.FutureOf;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.SchemaType.RemoteOf;
import jackfield.schema.SchemaType.TupleOf;
import jackfield.schema.SchemaType.UnionOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The subtype order of schema types: Any is the supertype of all, numbers are subtypes of Scalar,
 * members are subtypes of their unions. Lists and dictionaries are invariant because kernels may
 * write into them.
 */
final class Subtyping {
  private static final Set<SchemaType> NUMBERS = Set.of(Basic.INT, Basic.FLOAT, Basic.COMPLEX);

  private Subtyping() {}

  static boolean isSubtype(SchemaType type, SchemaType other) {
    if (other == Basic.ANY || type.equals(other)) {
      return true;
    }
    return switch (type) {
      case UnionOf(List<SchemaType> members) -> members.stream().allMatch(m -> isSubtype(m, other));
      case OptionalOf(SchemaType element) -> isOptionalSubtype(element, other);
      case Basic.NONE -> other instanceof OptionalOf || isMember(type, other);
      case Basic.INT, Basic.FLOAT, Basic.COMPLEX -> other == Basic.SCALAR || isMember(type, other);
      case Basic.SCALAR -> isNumberSubtype(other);
      case CustomClass _ -> other == Basic.ANY_CLASS || isMember(type, other);
      case TupleOf tuple -> isTupleSubtype(tuple, other) || isMember(type, other);
      case FutureOf(SchemaType e) when other instanceof FutureOf(SchemaType o) -> isSubtype(e, o);
      case AwaitOf(SchemaType e) when other instanceof AwaitOf(SchemaType o) -> isSubtype(e, o);
      case RemoteOf(SchemaType e) when other instanceof RemoteOf(SchemaType o) -> isSubtype(e, o);
      default -> isMember(type, other);
    };
  }

  /** Returns {@code type} without None. */
  static SchemaType withoutNone(SchemaType type) {
    if ((type instanceof Basic basic && basic != Basic.NONE) || type instanceof ListOf) {
      return type; // the common cases: a switch over types is linked when it first runs
    }
    return switch (type) {
      case Basic.NONE -> throw new IllegalArgumentException("None? has no type but None");
      case OptionalOf(SchemaType element) -> element;
      case UnionOf(List<SchemaType> members) -> unionWithoutNone(members);
      default -> type;
    };
  }

  /** Returns whether {@code members} are those of {@code Scalar?}. */
  static boolean isOptionalNumber(List<SchemaType> members) {
    return members.size() == 4 && members.contains(Basic.NONE) && members.containsAll(NUMBERS);
  }

  private static SchemaType unionWithoutNone(List<SchemaType> members) {
    List<SchemaType> rest = new ArrayList<>(members);
    rest.remove(Basic.NONE);
    if (rest.size() == 1) {
      return rest.getFirst();
    }
    return rest.size() == 3 && rest.containsAll(NUMBERS) ? Basic.SCALAR : new UnionOf(rest);
  }

  private static boolean isMember(SchemaType type, SchemaType other) {
    return switch (other) {
      case OptionalOf(SchemaType element) -> isSubtype(type, element);
      case UnionOf(List<SchemaType> members) -> members.stream().anyMatch(m -> isSubtype(type, m));
      default -> false;
    };
  }

  private static boolean isOptionalSubtype(SchemaType element, SchemaType other) {
    return switch (other) {
      case OptionalOf(SchemaType otherElement) -> isSubtype(element, otherElement);
      case UnionOf union -> isMember(Basic.NONE, union) && isSubtype(element, union);
      default -> false;
    };
  }

  private static boolean isNumberSubtype(SchemaType other) {
    return other instanceof UnionOf
        ? NUMBERS.stream().allMatch(number -> isMember(number, other))
        : isMember(Basic.SCALAR, other);
  }

  private static boolean isTupleSubtype(TupleOf tuple, SchemaType other) {
    if (!(other instanceof TupleOf(List<SchemaType> others))
        || others.size() != tuple.elements().size()) {
      return false;
    }
    for (int i = 0; i < others.size(); i++) {
      if (!isSubtype(tuple.elements().get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }
}
