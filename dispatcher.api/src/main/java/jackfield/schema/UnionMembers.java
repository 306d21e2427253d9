package jackfield.schema;

import jackfield.schema.SchemaType.AwaitOf;
import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.CustomClass;
import jackfield.schema.SchemaType.DictOf;
import jackfield.schema.SchemaType.FutureOf;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import jackfield.schema.SchemaType.RemoteOf;
import jackfield.schema.SchemaType.TupleOf;
import jackfield.schema.SchemaType.UnionOf;
import jackfield.schema.SchemaType.Variable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The normal form of a union: flat, without members that are subtypes of others, sorted. */
final class UnionMembers {
  private static final List<SchemaType> NUMBERS = List.of(Basic.INT, Basic.FLOAT, Basic.COMPLEX);

  // C10 sorts by the numeric kind of the type, then by its text; printing shows that order.
  private static final Comparator<SchemaType> ORDER =
      Comparator.comparingInt(UnionMembers::rank).thenComparing(SchemaType::toString);

  private UnionMembers() {}

  static List<SchemaType> simplify(List<SchemaType> types) {
    List<SchemaType> kept = new ArrayList<>();
    types.stream().flatMap(UnionMembers::flatten).forEach(type -> merge(kept, type));
    kept.sort(ORDER);
    return List.copyOf(kept);
  }

  static String text(List<SchemaType> members) {
    List<String> texts = new ArrayList<>();
    boolean isNumber = members.containsAll(NUMBERS);
    for (SchemaType member : members) {
      if (!isNumber || !NUMBERS.contains(member)) {
        texts.add(member.toString());
      }
    }
    if (isNumber) {
      texts.add(Basic.SCALAR.toString());
    }
    return texts.stream().collect(Collectors.joining(", ", "Union(", ")"));
  }

  private static Stream<SchemaType> flatten(SchemaType type) {
    return switch (type) {
      case UnionOf(List<SchemaType> members) -> members.stream().flatMap(UnionMembers::flatten);
      case OptionalOf(SchemaType element) -> Stream.concat(flatten(element), Stream.of(Basic.NONE));
      case Basic.SCALAR -> NUMBERS.stream();
      default -> Stream.of(type);
    };
  }

  private static void merge(List<SchemaType> kept, SchemaType type) {
    SchemaType merged = type;
    for (int i = kept.size() - 1; i >= 0; i--) {
      SchemaType other = kept.get(i);
      // A nested optional cannot occur here: an optional inside a union would be flattened again.
      boolean isNoneApart = (merged == Basic.NONE) != (other == Basic.NONE);
      Optional<SchemaType> joint = isNoneApart ? Optional.empty() : unify(merged, other);
      if (joint.isPresent()) {
        merged = joint.get();
        kept.remove(i);
      }
    }
    kept.add(merged);
  }

  private static Optional<SchemaType> unify(SchemaType one, SchemaType other) {
    if (one.isSubtypeOf(other)) {
      return Optional.of(other);
    }
    if (other.isSubtypeOf(one)) {
      return Optional.of(one);
    }
    if (one == Basic.NONE || other == Basic.NONE) {
      return Optional.of(new OptionalOf(one == Basic.NONE ? other : one));
    }
    return switch (one) {
      case OptionalOf(SchemaType element) -> unify(element, other).map(OptionalOf::new);
      case TupleOf tuple when other instanceof TupleOf otherTuple -> unifyTuples(tuple, otherTuple);
      case FutureOf(SchemaType e) when other instanceof FutureOf(SchemaType o) ->
          unify(e, o).map(FutureOf::new);
      default ->
          other instanceof OptionalOf(SchemaType element)
              ? unify(one, element).map(OptionalOf::new)
              : Optional.empty();
    };
  }

  private static Optional<SchemaType> unifyTuples(TupleOf one, TupleOf other) {
    if (one.elements().size() != other.elements().size()) {
      return Optional.empty();
    }
    List<SchemaType> joint = new ArrayList<>();
    for (int i = 0; i < one.elements().size(); i++) {
      Optional<SchemaType> element = unify(one.elements().get(i), other.elements().get(i));
      if (element.isEmpty()) {
        return Optional.empty();
      }
      joint.add(element.get());
    }
    return Optional.of(new TupleOf(joint));
  }

  private static int rank(SchemaType type) {
    return switch (type) {
      case Basic basic -> basic.rank();
      case TupleOf _ -> 5;
      case ListOf _ -> 6;
      case DictOf _ -> 7;
      case FutureOf _ -> 11;
      case AwaitOf _ -> 12;
      case RemoteOf _ -> 13;
      case OptionalOf _ -> 20;
      case Variable _ -> 21;
      case CustomClass _ -> 25;
      case UnionOf _ -> 39;
    };
  }
}
