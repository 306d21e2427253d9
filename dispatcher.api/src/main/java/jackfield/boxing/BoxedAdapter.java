package jackfield.boxing;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
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
 * Generates the boxed form of a method, with the bytecode that one would write by hand. The class
 * takes the arguments from the stack by their types, numbers unboxed, calls the method and pushes
 * its results.
 */
final class BoxedAdapter {
  private static final ClassDesc STACK = SpunClass.desc(Stack.class);
  private static final ClassDesc VALUE = SpunClass.desc(JavaValue.class);
  private static final MethodTypeDesc CALL =
      SpunClass.desc(MethodType.methodType(void.class, Operator.class, long.class, Stack.class));
  private static final int KEYS = 2; // local variable after this and the operator; a long takes two
  private static final int STACK_SLOT = 4;
  private static final int BOTTOM = 5;
  private static final int RESULT = 6;

  private final MethodKernel method;

  private BoxedAdapter(MethodKernel method) {
    this.method = method;
  }

  static BoxedKernel spin(MethodKernel method) {
    MethodHandles.Lookup spun = new SpunClass().define(new BoxedAdapter(method)::write);
    try {
      MethodType none = MethodType.methodType(void.class);
      return (BoxedKernel) spun.findConstructor(spun.lookupClass(), none).invoke();
    } catch (RuntimeException | Error unchecked) {
      throw unchecked;
    } catch (Throwable impossible) { // the generated constructor throws nothing
      throw new IllegalStateException("cannot create an adapter of " + method, impossible);
    }
  }

  private void write(SpunClass spun, ClassBuilder type) {
    type.withInterfaceSymbols(SpunClass.desc(BoxedKernel.class));
    type.withMethodBody(
        ConstantDescs.INIT_NAME,
        ConstantDescs.MTD_void,
        0,
        code ->
            code.aload(0)
                .invokespecial(
                    ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void)
                .return_());
    type.withMethodBody("call", CALL, ClassFile.ACC_PUBLIC, code -> writeCall(spun, code));
  }

  private void writeCall(SpunClass spun, CodeBuilder code) {
    List<JavaValue> parameters = method.parameters();
    code.aload(STACK_SLOT).loadConstant(parameters.size()).iconst_0();
    code.invokevirtual(STACK, "fromTop", MethodTypeDesc.ofDescriptor("(II)I")).istore(BOTTOM);
    spun.constant(code, method.direct(), MethodHandle.class);
    code.lload(KEYS);
    for (int i = 0; i < parameters.size(); i++) {
      writeTake(spun, code, parameters.get(i), i);
    }
    code.invokevirtual(
        ConstantDescs.CD_MethodHandle, "invokeExact", SpunClass.desc(method.direct().type()));
    TypeKind kind = TypeKind.from(method.results().carrier());
    if (kind != TypeKind.VOID) {
      code.storeLocal(kind, RESULT);
    }
    code.aload(STACK_SLOT).loadConstant(parameters.size());
    code.invokevirtual(STACK, "drop", MethodTypeDesc.ofDescriptor("(I)V"));
    writeResults(spun, code);
    code.return_();
  }

  private static void writeTake(SpunClass spun, CodeBuilder code, JavaValue value, int index) {
    prepareTake(spun, code, value);
    code.aload(STACK_SLOT).iload(BOTTOM).loadConstant(index).iadd();
    take(code, value);
  }

  /** Pushes the {@link JavaValue} that reads values of the less frequent types. */
  static void prepareTake(SpunClass spun, CodeBuilder code, JavaValue value) {
    if (!StackReader.METHODS.containsKey(value.carrier())) {
      spun.constant(code, value, JavaValue.class);
    }
  }

  /** Takes a value; if a {@link JavaValue} is needed, it is below the stack and the index. */
  static void take(CodeBuilder code, JavaValue value) {
    Class<?> carrier = value.carrier();
    String reader = StackReader.METHODS.get(carrier);
    if (reader == null) {
      code.invokevirtual(
          VALUE, "read", MethodTypeDesc.of(ConstantDescs.CD_Object, STACK, ConstantDescs.CD_int));
      code.checkcast(SpunClass.desc(carrier));
    } else {
      code.invokestatic(
          StackReader.DESC,
          reader,
          MethodTypeDesc.of(SpunClass.desc(carrier), STACK, ConstantDescs.CD_int));
    }
  }

  private void writeResults(SpunClass spun, CodeBuilder code) {
    JavaValue single = method.results().single();
    JavaTuple tuple = method.results().tuple();
    if (single != null) {
      writePush(spun, code, single, () -> code.loadLocal(kind(single), RESULT), STACK_SLOT);
    } else if (tuple != null) {
      for (int i = 0; i < tuple.components().size(); i++) {
        MethodHandle accessor = tuple.accessors().get(i);
        Runnable component =
            () -> {
              spun.constant(code, accessor, MethodHandle.class);
              code.aload(RESULT);
              code.invokevirtual(
                  ConstantDescs.CD_MethodHandle, "invokeExact", SpunClass.desc(accessor.type()));
            };
        writePush(spun, code, tuple.components().get(i), component, STACK_SLOT);
      }
    }
  }

  static TypeKind kind(JavaValue value) {
    return TypeKind.from(value.carrier());
  }

  /** Pushes the value that {@code load} loads to the stack in local variable {@code stackSlot}. */
  static void writePush(
      SpunClass spun, CodeBuilder code, JavaValue value, Runnable load, int stackSlot) {
    String push =
        switch (kind(value)) {
          case LONG -> "pushLong";
          case DOUBLE -> "pushDouble";
          case BOOLEAN -> "pushBoolean";
          default -> StackReader.METHODS.containsKey(value.carrier()) ? "push" : null;
        };
    if (push == null) {
      spun.constant(code, value, JavaValue.class);
      code.aload(stackSlot);
      load.run();
      MethodTypeDesc type =
          MethodTypeDesc.of(ConstantDescs.CD_void, STACK, ConstantDescs.CD_Object);
      code.invokevirtual(VALUE, "push", type);
      return;
    }
    code.aload(stackSlot);
    load.run();
    Class<?> pushed = value.carrier().isPrimitive() ? value.carrier() : Object.class;
    code.invokevirtual(STACK, push, MethodTypeDesc.of(STACK, SpunClass.desc(pushed))).pop();
  }
}
