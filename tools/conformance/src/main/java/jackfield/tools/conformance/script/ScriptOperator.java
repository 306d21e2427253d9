package jackfield.tools.conformance.script;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Generator;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * A typed operator of scripts. Generated operators have an interface each; the arguments of this
 * one are an array, so that one class is enough for all signatures with one result.
 */
final class ScriptOperator extends Operator {
  /** A kernel of such an operator. */
  @FunctionalInterface
  interface Kernel {
    Object call(long keys, Object[] arguments);
  }

  private ScriptOperator(Type type) {
    super(type);
  }

  /** Returns the type of {@code name} for a typed call with the given signature. */
  static Type type(OperatorName name, String signature) {
    return new Type(name + signature);
  }

  /** Returns the union of the key sets of the arguments of a typed call. */
  static long keysOf(Object[] arguments) {
    long keys = 0;
    for (Object argument : arguments) {
      keys |=
          switch (argument) {
            case Tensor tensor -> tensor.keyBits();
            case Tensor[] tensors -> Operator.keysOf(tensors);
            case Generator generator -> generator.keyBits();
            case null, default -> 0;
          };
    }
    return keys;
  }

  Object call(Object[] arguments) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(number());
    long keys = NO_KEYS;
    try {
      DispatchTable table = table(context);
      keys = table.keys(context, keysOf(arguments));
      Object result = ((Kernel) table.kernel(keys)).call(keys, arguments);
      if (outermost) {
        context.exit();
      }
      return result;
    } catch (Throwable failure) {
      try {
        failed(outermost, keys, failure);
      } finally {
        if (outermost) {
          context.epoch = 0;
        }
      }
      throw failure;
    }
  }

  Object redispatch(long keys, Object[] arguments) {
    DispatchTable table = table(DispatchContext.current());
    try {
      return ((Kernel) table.redispatchKernel(keys)).call(keys, arguments);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  /** The type of such an operator. */
  static final class Type extends OperatorType<ScriptOperator, Kernel, Kernel> {
    private Type(String schema) {
      super(schema);
    }

    @Override
    public ScriptOperator create() {
      return new ScriptOperator(this);
    }

    @Override
    protected Kernel[] newKernels(int length) {
      return new Kernel[length];
    }

    @Override
    protected void callTyped(Kernel[] kernel, long keys, Stack stack) {
      int count = schema().arguments().size();
      Object[] arguments = new Object[count];
      for (int i = 0; i < count; i++) {
        arguments[i] = stack.value(stack.fromTop(count, i));
      }
      Object result = kernel[0].call(keys, arguments);
      stack.drop(count);
      ScriptValues.push(stack, result);
    }

    @Override
    protected Kernel unboxed(KernelFunction function, Operator operator) {
      OperatorSchema schema = schema();
      return (keys, arguments) -> {
        Stack stack = ScriptValues.stackOf(Arrays.asList(arguments));
        function.callBoxed(operator, keys, stack);
        return stack.value(stack.fromTop(schema.returns().size(), 0));
      };
    }
  }
}
