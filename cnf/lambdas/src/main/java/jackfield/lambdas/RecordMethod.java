package jackfield.lambdas;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Optional;

/**
 * The method {@code equals} or {@code hashCode} of a record, as {@link
 * java.lang.runtime.ObjectMethods} defines it. The method {@code toString} stays as it is, since a
 * start calls none.
 *
 * @param method {@code equals} or {@code hashCode}
 * @param fields the fields of the components, in their order
 */
record RecordMethod(String method, MethodTypeDesc type, List<DirectMethodHandleDesc> fields)
    implements LinkedMethod {
  private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
  private static final MethodTypeDesc ARE_EQUAL =
      MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
  private static final MethodTypeDesc HASH =
      MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object);
  private static final int FACTOR = 31;

  static Optional<LinkedMethod> of(InvokeDynamicInstruction instruction) {
    String name = instruction.name().stringValue();
    if (!instruction.bootstrapMethod().owner().equals(BOOTSTRAPS) || name.equals("toString")) {
      return Optional.empty();
    }
    List<DirectMethodHandleDesc> fields =
        instruction.bootstrapArgs().stream()
            .skip(2) // the record's class and the names of its components
            .map(DirectMethodHandleDesc.class::cast)
            .toList();
    return Optional.of(new RecordMethod(name, instruction.typeSymbol(), fields));
  }

  @Override
  public String name() {
    return "record$" + method;
  }

  @Override
  public void writeBody(CodeBuilder code) {
    if (method.equals("equals")) {
      writeEquals(code);
    } else {
      writeHashCode(code);
    }
  }

  private void writeHashCode(CodeBuilder code) {
    code.iconst_0();
    for (DirectMethodHandleDesc field : fields) {
      code.loadConstant(FACTOR).imul();
      writeField(code, 0, field);
      writeHash(code, typeOf(field));
      code.iadd();
    }
    code.ireturn();
  }

  private static void writeHash(CodeBuilder code, ClassDesc type) {
    if (type.isPrimitive()) {
      MethodTypeDesc hash = MethodTypeDesc.of(ConstantDescs.CD_int, type);
      code.invokestatic(Conversion.box(type), "hashCode", hash);
    } else {
      code.invokestatic(OBJECTS, "hashCode", HASH);
    }
  }

  private void writeEquals(CodeBuilder code) {
    ClassDesc type = type().parameterType(0);
    Label other = code.newLabel();
    Label differs = code.newLabel();
    code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn();
    code.labelBinding(other).aload(1).instanceOf(type).ifeq(differs);
    code.aload(1).checkcast(type).astore(2);
    for (DirectMethodHandleDesc field : fields) {
      writeField(code, 0, field);
      writeField(code, 2, field);
      writeComparison(code, typeOf(field), differs);
    }
    code.iconst_1().ireturn();
    code.labelBinding(differs).iconst_0().ireturn();
  }

  private static void writeComparison(CodeBuilder code, ClassDesc type, Label differs) {
    switch (TypeKind.from(type)) {
      case REFERENCE -> code.invokestatic(OBJECTS, "equals", ARE_EQUAL).ifeq(differs);
      case LONG -> code.lcmp().ifne(differs);
      case FLOAT, DOUBLE -> {
        MethodTypeDesc compare = MethodTypeDesc.of(ConstantDescs.CD_int, type, type);
        code.invokestatic(Conversion.box(type), "compare", compare).ifne(differs);
      }
      default -> code.if_icmpne(differs);
    }
  }

  private static void writeField(CodeBuilder code, int slot, DirectMethodHandleDesc field) {
    code.aload(slot).getfield(field.owner(), field.methodName(), typeOf(field));
  }

  private static ClassDesc typeOf(DirectMethodHandleDesc field) {
    return field.invocationType().returnType();
  }
}
