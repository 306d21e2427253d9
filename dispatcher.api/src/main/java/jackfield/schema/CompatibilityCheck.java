package jackfield.schema;

import jackfield.schema.SchemaCompatibility.Compatible;
import jackfield.schema.SchemaCompatibility.Incompatible;
import jackfield.schema.SchemaCompatibility.Reason;
import java.util.List;

/**
 * Decides whether a schema may replace an older one. Backward compatible means that old callers may
 * call the newer operator; forward compatible, that new callers may call the older one. Out
 * arguments are at the end and are compared separately, so arguments may be added before them.
 */
final class CompatibilityCheck {
  private final OperatorSchema newer;
  private final OperatorSchema older;
  private final int newerOut;
  private final int olderOut;

  CompatibilityCheck(OperatorSchema newer, OperatorSchema older) {
    this.newer = newer;
    this.older = older;
    this.newerOut = firstOut(newer.arguments());
    this.olderOut = firstOut(older.arguments());
  }

  SchemaCompatibility backward() {
    SchemaCompatibility shape = shape();
    if (!shape.isCompatible()) {
      return shape;
    }
    if (newer.arguments().size() < older.arguments().size()) {
      return new Incompatible(Reason.ARGUMENT_COUNT, "");
    }
    for (int i = 0; i < newer.returns().size(); i++) {
      // Returns are swapped: a newer return must fit wherever the older one did.
      if (!isBackward(older.returns().get(i), newer.returns().get(i))) {
        return new Incompatible(Reason.RETURN, Integer.toString(i + 1));
      }
    }
    return backwardArguments();
  }

  SchemaCompatibility forward() {
    SchemaCompatibility shape = shape();
    if (!shape.isCompatible()) {
      return shape;
    }
    if (newer.arguments().size() - newerOut != older.arguments().size() - olderOut) {
      return new Incompatible(Reason.OUT_COUNT, "");
    }
    for (int i = 0; i < Math.min(newerOut, olderOut); i++) {
      if (!isForward(newer.arguments().get(i), older.arguments().get(i))) {
        return at(Reason.ARGUMENT, newer.arguments().get(i));
      }
    }
    for (int i = olderOut; i < newerOut; i++) {
      SchemaArgument added = newer.arguments().get(i);
      if (added.defaultValue().isEmpty()) {
        return at(Reason.MISSING_DEFAULT, added);
      }
      if (added.defaultValue().get() instanceof SchemaDefault.Sequence) {
        return at(Reason.CONTAINER_DEFAULT, added);
      }
    }
    return outs(false);
  }

  private SchemaCompatibility shape() {
    if (!newer.name().equals(older.name())) {
      return new Incompatible(Reason.NAME, "");
    }
    if (newer.isVararg() != older.isVararg() || newer.isVarret() != older.isVarret()) {
      return new Incompatible(Reason.VARIADIC, "");
    }
    return newer.returns().size() == older.returns().size()
        ? new Compatible()
        : new Incompatible(Reason.RETURN_COUNT, "");
  }

  private SchemaCompatibility backwardArguments() {
    for (int i = 0; i < olderOut; i++) {
      if (!isBackward(newer.arguments().get(i), older.arguments().get(i))) {
        return at(Reason.ARGUMENT, newer.arguments().get(i));
      }
    }
    for (int i = olderOut; i < newerOut; i++) {
      if (newer.arguments().get(i).defaultValue().isEmpty()) {
        return at(Reason.MISSING_DEFAULT, newer.arguments().get(i));
      }
    }
    return outs(true);
  }

  private SchemaCompatibility outs(boolean isBackward) {
    for (int i = olderOut; i < older.arguments().size(); i++) {
      int matching = i - olderOut + newerOut;
      if (matching >= newer.arguments().size()) {
        return new Incompatible(Reason.OUT_COUNT, "");
      }
      SchemaArgument mine = newer.arguments().get(matching);
      SchemaArgument theirs = older.arguments().get(i);
      if (!(isBackward ? isBackward(mine, theirs) : isForward(mine, theirs))) {
        return at(Reason.OUT_ARGUMENT, mine);
      }
    }
    return new Compatible();
  }

  private static boolean isBackward(SchemaArgument newer, SchemaArgument older) {
    return isSamePosition(newer, older)
        && older.fakeType().isSubtypeOf(newer.fakeType())
        && keepsDefault(newer, older);
  }

  private static boolean isForward(SchemaArgument newer, SchemaArgument older) {
    return isSamePosition(newer, older)
        && newer.fakeType().isSubtypeOf(older.fakeType())
        && keepsDefault(newer, older)
        && newer.defaultValue().isPresent() == older.defaultValue().isPresent();
  }

  private static boolean isSamePosition(SchemaArgument newer, SchemaArgument older) {
    return newer.name().equals(older.name())
        && newer.fixedSize().equals(older.fixedSize())
        && newer.alias().equals(older.alias())
        && (older.isKeywordOnly() || !newer.isKeywordOnly());
  }

  private static boolean keepsDefault(SchemaArgument newer, SchemaArgument older) {
    return older.defaultValue().isEmpty() || older.defaultValue().equals(newer.defaultValue());
  }

  private static Incompatible at(Reason reason, SchemaArgument argument) {
    return new Incompatible(reason, argument.name());
  }

  private static int firstOut(List<SchemaArgument> arguments) {
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).isOut()) {
        return i;
      }
    }
    return arguments.size();
  }
}
