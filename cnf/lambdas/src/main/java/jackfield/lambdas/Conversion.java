package jackfield.lambdas;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/**
 * The conversion of a value on its way into the body of a lambda or out of it.
 *
 * @param from the type that the value is declared with
 * @param known the type that it is known to have, a subtype of {@code from}
 * @param to the type that is asked for
 */
record Conversion(ClassDesc from, ClassDesc known, ClassDesc to) {
  private static final Map<TypeKind, ClassDesc> BOXES =
      Map.of(
          TypeKind.BOOLEAN, ConstantDescs.CD_Boolean,
          TypeKind.BYTE, ConstantDescs.CD_Byte,
          TypeKind.CHAR, ConstantDescs.CD_Character,
          TypeKind.SHORT, ConstantDescs.CD_Short,
          TypeKind.INT, ConstantDescs.CD_Integer,
          TypeKind.LONG, ConstantDescs.CD_Long,
          TypeKind.FLOAT, ConstantDescs.CD_Float,
          TypeKind.DOUBLE, ConstantDescs.CD_Double);

  /** Whether it is one of those that {@link #write} knows. A number of another size is none. */
  boolean isPossible() {
    if (to.equals(ConstantDescs.CD_void)) {
      return true;
    }
    if (from.equals(ConstantDescs.CD_void)) {
      return false;
    }
    if (!to.isPrimitive() || from.equals(to)) {
      return true;
    }
    boolean isBoxed = BOXES.containsValue(known);
    return !from.isPrimitive() && (!isBoxed || known.equals(box(to)));
  }

  /** The class whose instances hold the values of a primitive type. */
  static ClassDesc box(ClassDesc primitive) {
    return BOXES.get(TypeKind.from(primitive));
  }

  /** Replaces the value on the stack. */
  void write(CodeBuilder code) {
    if (to.equals(ConstantDescs.CD_void)) {
      drop(code);
    } else if (from.isPrimitive() && !to.isPrimitive()) {
      code.invokestatic(box(from), "valueOf", MethodTypeDesc.of(box(from), from));
    } else if (!from.isPrimitive() && to.isPrimitive()) {
      cast(code, box(to));
      code.invokevirtual(box(to), to.displayName() + "Value", MethodTypeDesc.of(to));
    } else if (!from.isPrimitive()) {
      cast(code, to);
    }
  }

  private void drop(CodeBuilder code) {
    switch (TypeKind.from(from).slotSize()) {
      case 1 -> code.pop();
      case 2 -> code.pop2();
      default -> {}
    }
  }

  /** To the very type, so that the verifier loads no class to compare two. */
  private void cast(CodeBuilder code, ClassDesc type) {
    if (!from.equals(type) && !type.equals(ConstantDescs.CD_Object)) {
      code.checkcast(type);
    }
  }
}
