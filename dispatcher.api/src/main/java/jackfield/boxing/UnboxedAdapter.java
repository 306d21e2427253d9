package jackfield.boxing;

import jackfield.kernel.BoxedKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Stack;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * Generates the unboxed form of boxed kernels. The method pushes the arguments, calls the kernel
 * and takes the results, numbers unboxed.
 */
final class UnboxedAdapter {
  private static final ClassDesc STACK = SpunClass.desc(Stack.class);
  private static final int OPERATOR_SLOT = 1; // local variable after the kernel
  private static final int KEYS = 2;
  private static final int FIRST = 4;

  private final SpunClass spun;
  private final List<JavaValue> parameters;
  private final MethodKernel.Results results;
  private final List<Integer> written;
  private final int stack;
  private final int bottom;

  private UnboxedAdapter(
      SpunClass spun,
      List<JavaValue> parameters,
      MethodKernel.Results results,
      List<Integer> written) {
    this.spun = spun;
    this.parameters = parameters;
    this.results = results;
    this.written = written;
    this.stack = FIRST + CallAdapter.sizeOf(parameters);
    this.bottom = stack + 1;
  }

  /**
   * Returns {@code (kernel, operator, keys, carriers of the parameters) → carrier of the result}.
   *
   * @param written for each result the index of the argument that replaces it, −1 for none
   */
  static MethodHandle spin(
      List<JavaValue> parameters, MethodKernel.Results results, List<Integer> written) {
    MethodType type =
        MethodKernel.type(parameters, results)
            .insertParameterTypes(0, BoxedKernel.class, Operator.class);
    return CallAdapter.find(
        new SpunClass()
            .define((spun, builder) ->
                CallAdapter.write(
                    builder,
                    "boxed",
                    type,
                    new UnboxedAdapter(spun, parameters, results, written)::write)),
        "boxed",
        type);
  }

  private void write(CodeBuilder code) {
    TypeKind kind = TypeKind.from(results.carrier());
    int result = bottom + 1;
    code.invokestatic(STACK, "current", MethodTypeDesc.of(STACK)).astore(stack);
    code.aload(stack);
    code.invokevirtual(STACK, "size", MethodTypeDesc.of(ConstantDescs.CD_int)).istore(bottom);
    code.trying(
        block -> {
          writeInside(block);
          if (kind != TypeKind.VOID) {
            block.storeLocal(kind, result);
          }
        },
        catches ->
            catches.catchingAll(block -> {
              writeDrop(block);
              block.athrow();
            }));
    writeDrop(code);
    if (kind != TypeKind.VOID) {
      code.loadLocal(kind, result);
    }
    code.return_(kind);
  }

  private void writeDrop(CodeBuilder code) {
    code.aload(stack).iload(bottom);
    code.invokestatic(
        CallAdapter.HELPERS,
        "dropTo",
        MethodTypeDesc.of(ConstantDescs.CD_void, STACK, ConstantDescs.CD_int));
  }

  private void writeInside(CodeBuilder code) {
    int slot = FIRST;
    for (JavaValue value : parameters) {
      int at = slot;
      BoxedAdapter.writePush(
          spun, code, value, () -> code.loadLocal(BoxedAdapter.kind(value), at), stack);
      slot += BoxedAdapter.kind(value).slotSize();
    }
    code.aload(0).aload(OPERATOR_SLOT).lload(KEYS).aload(stack);
    code.invokeinterface(
        SpunClass.desc(BoxedKernel.class),
        "call",
        MethodTypeDesc.of(
            ConstantDescs.CD_void, CallAdapter.OPERATOR, ConstantDescs.CD_long, STACK));
    code.aload(OPERATOR_SLOT).aload(stack).iload(bottom).loadConstant(results.types().size());
    code.invokestatic(
        CallAdapter.HELPERS,
        "requireResults",
        MethodTypeDesc.of(
            ConstantDescs.CD_void,
            CallAdapter.OPERATOR,
            STACK,
            ConstantDescs.CD_int,
            ConstantDescs.CD_int));
    writeResult(code);
  }

  private void writeResult(CodeBuilder code) {
    if (results.single() != null) {
      writeResult(code, results.single(), 0);
    } else if (results.tuple() != null) {
      MethodHandle constructor = results.tuple().constructor();
      spun.constant(code, constructor, MethodHandle.class);
      for (int i = 0; i < results.tuple().components().size(); i++) {
        writeResult(code, results.tuple().components().get(i), i);
      }
      code.invokevirtual(
          ConstantDescs.CD_MethodHandle, "invokeExact", SpunClass.desc(constructor.type()));
    }
  }

  private void writeResult(CodeBuilder code, JavaValue value, int index) {
    int argument = written.get(index);
    if (argument >= 0) {
      int slot = FIRST + CallAdapter.sizeOf(parameters.subList(0, argument));
      code.loadLocal(BoxedAdapter.kind(value), slot);
      return;
    }
    BoxedAdapter.prepareTake(spun, code, value);
    code.aload(stack).iload(bottom).loadConstant(index).iadd();
    BoxedAdapter.take(code, value);
  }
}
