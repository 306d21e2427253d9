package jackfield.boxing;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Operator;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Generates the calls of a signature, each with bytecode of its own, as generated operators have.
 *
 * @param call {@code (operator, carriers of the parameters) → carrier of the result}
 * @param redispatch the same with the raw key set after the operator
 */
record CallAdapter(MethodHandle call, MethodHandle redispatch) {
  static final ClassDesc OPERATOR = SpunClass.desc(Operator.class);
  static final ClassDesc CONTEXT = SpunClass.desc(DispatchContext.class);
  static final ClassDesc HELPERS = SpunClass.desc(SignedOperator.class);
  private static final ClassDesc TABLE = SpunClass.desc(DispatchTable.class);
  private static final MethodTypeDesc FAILED =
      SpunClass.desc(
          MethodType.methodType(
              void.class,
              Operator.class,
              DispatchContext.class,
              boolean.class,
              long.class,
              Throwable.class));
  private static final ClassDesc OBJECT = ConstantDescs.CD_Object;

  static CallAdapter spin(List<JavaValue> parameters, MethodKernel.Results results) {
    MethodType kernel = MethodKernel.type(parameters, results);
    MethodType redispatch = kernel.insertParameterTypes(0, Operator.class);
    MethodType call = redispatch.dropParameterTypes(1, 2);
    MethodHandles.Lookup spun =
        new SpunClass()
            .define((_, type) -> {
              write(type, "call", call, code -> new Writer(code, parameters, kernel).writeCall());
              write(
                  type,
                  "redispatch",
                  redispatch,
                  code -> new Writer(code, parameters, kernel).writeRedispatch());
            });
    return new CallAdapter(find(spun, "call", call), find(spun, "redispatch", redispatch));
  }

  static void write(
      ClassBuilder type,
      String name,
      MethodType methodType,
      java.util.function.Consumer<CodeBuilder> body) {
    type.withMethodBody(name, SpunClass.desc(methodType), ClassFile.ACC_STATIC, body);
  }

  static MethodHandle find(MethodHandles.Lookup spun, String name, MethodType type) {
    try {
      return spun.findStatic(spun.lookupClass(), name, type);
    } catch (ReflectiveOperationException impossible) { // the method was just generated
      throw new IllegalStateException("cannot find " + name + " of an adapter", impossible);
    }
  }

  /** Loads arguments from local variable {@code slot} on. */
  static int load(CodeBuilder code, List<JavaValue> values, int slot) {
    int next = slot;
    for (JavaValue value : values) {
      code.loadLocal(BoxedAdapter.kind(value), next);
      next += BoxedAdapter.kind(value).slotSize();
    }
    return next;
  }

  static int sizeOf(List<JavaValue> values) {
    return values.stream().mapToInt(value -> BoxedAdapter.kind(value).slotSize()).sum();
  }

  static void loadContext(CodeBuilder code) {
    code.invokestatic(CONTEXT, "current", MethodTypeDesc.of(CONTEXT));
  }

  private record Writer(CodeBuilder code, List<JavaValue> parameters, MethodType kernel) {
    private static final int FIRST = 1; // local variable after the operator

    void writeCall() {
      int context = FIRST + sizeOf(parameters);
      int outermost = context + 1;
      int keys = context + 2;
      int result = context + 4; // inside the call, with the variables after it
      TypeKind kind = TypeKind.from(kernel.returnType());
      loadContext(code);
      code.astore(context).aload(context).aload(0);
      code.invokevirtual(OPERATOR, "number", MethodTypeDesc.of(ConstantDescs.CD_int));
      code.invokevirtual(CONTEXT, "enter", MethodTypeDesc.ofDescriptor("(I)Z"));
      code.istore(outermost).loadConstant(Operator.NO_KEYS).lstore(keys);
      code.trying(
          block -> {
            new Writer(block, parameters, kernel).writeInside(context, keys, result);
            writeLeave(block, context, outermost);
          },
          catches ->
              catches.catchingAll(block -> {
                block.astore(result);
                writeLeaveFailed(block, context, outermost, keys, result);
                block.aload(result).athrow();
              }));
      if (kind != TypeKind.VOID) {
        code.loadLocal(kind, result);
      }
      code.return_(kind);
    }

    /**
     * Leaves the epoch by writing the field if the stack is too full for a call; see
     * DispatchContext.
     */
    private static void writeLeaveFailed(
        CodeBuilder code, int context, int outermost, int keys, int failure) {
      code.trying(
          block -> {
            block.aload(0).aload(context).iload(outermost).lload(keys).aload(failure);
            block.invokestatic(HELPERS, "leaveFailed", FAILED);
          },
          full ->
              full.catchingAll(block ->
                  block
                      .pop()
                      .iload(outermost)
                      .ifThen(inside ->
                          inside
                              .aload(context)
                              .lconst_0()
                              .putfield(CONTEXT, "epoch", ConstantDescs.CD_long))));
    }

    private static void writeLeave(CodeBuilder code, int context, int outermost) {
      code.aload(context).iload(outermost);
      code.invokestatic(
          HELPERS,
          "leave",
          MethodTypeDesc.of(ConstantDescs.CD_void, CONTEXT, ConstantDescs.CD_boolean));
    }

    private void writeInside(int context, int keys, int result) {
      int table = result + 2; // a result takes up to two variables
      code.aload(0).aload(context);
      code.invokevirtual(OPERATOR, "table", MethodTypeDesc.of(TABLE, CONTEXT)).astore(table);
      code.aload(table).aload(context);
      writeKeys();
      code.invokevirtual(
          TABLE, "keys", MethodTypeDesc.of(ConstantDescs.CD_long, CONTEXT, ConstantDescs.CD_long));
      code.lstore(keys).aload(table).lload(keys);
      writeKernel("kernel", keys, FIRST);
      TypeKind kind = TypeKind.from(kernel.returnType());
      if (kind != TypeKind.VOID) {
        code.storeLocal(kind, result);
      }
    }

    private void writeKeys() {
      code.lconst_0();
      int slot = FIRST;
      for (JavaValue value : parameters) {
        if (value.isDispatched()) {
          code.aload(slot);
          code.invokestatic(
              SpunClass.desc(JavaValue.class),
              "keysOf",
              MethodTypeDesc.of(ConstantDescs.CD_long, OBJECT));
          code.lor();
        }
        slot += BoxedAdapter.kind(value).slotSize();
      }
    }

    /**
     * Runs the kernel that the table's method {@code from} returns for the key set on the stack,
     * with the arguments from {@code first} on.
     */
    private void writeKernel(String from, int keys, int first) {
      code.invokevirtual(TABLE, from, MethodTypeDesc.of(OBJECT, ConstantDescs.CD_long));
      code.checkcast(ConstantDescs.CD_MethodHandle).lload(keys);
      load(code, parameters, first);
      code.invokevirtual(ConstantDescs.CD_MethodHandle, "invokeExact", SpunClass.desc(kernel));
    }

    void writeRedispatch() {
      int failure = FIRST + 2 + sizeOf(parameters);
      code.trying(
          block -> new Writer(block, parameters, kernel).writeBelow(),
          catches ->
              catches.catchingAll(block -> {
                block.astore(failure).aload(0).lload(FIRST).aload(failure);
                block.invokestatic(
                    HELPERS,
                    "failedBelow",
                    MethodTypeDesc.of(
                        ConstantDescs.CD_void,
                        OPERATOR,
                        ConstantDescs.CD_long,
                        ConstantDescs.CD_Throwable));
                block.aload(failure).athrow();
              }));
    }

    private void writeBelow() {
      code.aload(0);
      loadContext(code);
      code.invokevirtual(OPERATOR, "table", MethodTypeDesc.of(TABLE, CONTEXT)).lload(FIRST);
      writeKernel("redispatchKernel", FIRST, FIRST + 2);
      code.return_(TypeKind.from(kernel.returnType()));
    }
  }
}
