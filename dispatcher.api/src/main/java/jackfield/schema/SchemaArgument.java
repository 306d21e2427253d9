package jackfield.schema;

import jackfield.schema.SchemaType.Basic;
import jackfield.schema.SchemaType.ListOf;
import jackfield.schema.SchemaType.OptionalOf;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An argument or a return of an operator.
 *
 * <p>Equality ignores the real type: {@code ScalarType x} equals {@code int x}, because both are
 * passed as int.
 *
 * @param name the name; empty for a return without one
 * @param type the type as written, with SymInt, ScalarType, Layout and MemoryFormat kept
 * @param fixedSize the {@code 2} of {@code int[2]}
 * @param defaultValue the value used if the caller passes none
 * @param isKeywordOnly whether it can be passed by name only
 * @param alias the alias annotation
 */
public record SchemaArgument(
    String name,
    SchemaType type,
    OptionalInt fixedSize,
    Optional<SchemaDefault> defaultValue,
    boolean isKeywordOnly,
    Optional<AliasInfo> alias) {
  /** Checks that no part is null. */
  public SchemaArgument {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(fixedSize, "fixedSize");
    Objects.requireNonNull(defaultValue, "defaultValue");
    Objects.requireNonNull(alias, "alias");
  }

  /** Returns a plain argument: positional, without default and alias annotation. */
  public static SchemaArgument of(String name, SchemaType type) {
    return new SchemaArgument(
        name, type, OptionalInt.empty(), Optional.empty(), false, Optional.empty());
  }

  /** Returns the type that is used to compare and pass values. */
  public SchemaType fakeType() {
    return type.fake();
  }

  /** Returns whether the operator writes the value. */
  public boolean isWritten() {
    return alias.isPresent() && alias.get().isWrite();
  }

  /** Returns whether this is an out argument: written, and passed by name only. */
  public boolean isOut() {
    return isKeywordOnly && isWritten();
  }

  /** Returns whether the keys of tensors passed here take part in dispatch. */
  public boolean isDispatched() {
    SchemaType fake = fakeType();
    SchemaType inner = fake instanceof ListOf list ? list.element() : fake;
    SchemaType plain = inner instanceof OptionalOf optional ? optional.element() : inner;
    if (plain instanceof Basic basic && basic != Basic.NONE) {
      return basic
          == Basic.TENSOR; // nearly all: no switch over types, which is linked when it runs
    }
    return fake.isSubtypeOf(Basic.TENSOR)
        || fake.isSubtypeOf(new OptionalOf(Basic.TENSOR))
        || fake.isSubtypeOf(new ListOf(Basic.TENSOR))
        || fake.isSubtypeOf(new ListOf(new OptionalOf(Basic.TENSOR)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaArgument that
        && name.equals(that.name)
        && fakeType().equals(that.fakeType())
        && fixedSize.equals(that.fixedSize)
        && defaultValue.equals(that.defaultValue)
        && isKeywordOnly == that.isKeywordOnly
        && alias.equals(that.alias);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, fakeType(), fixedSize, defaultValue, isKeywordOnly, alias);
  }

  /** Returns the argument as schemas print it. */
  @Override
  public String toString() {
    return SchemaText.of(this);
  }
}
