package jackfield.dispatcher.impl.c10;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;

/**
 * A typed operator of any schema with at most one result. Generated operators have an interface
 * each; this one takes its arguments in an array.
 */
final class ArrayOperator extends Operator {
  /** A kernel of such an operator. */
  @FunctionalInterface
  interface Kernel {
    Object call(long keys, Object[] arguments);
  }

  private ArrayOperator(Type type) {
    super(type);
  }

  Object call(Object... arguments) {
    long ofTensors = 0;
    for (Object argument : arguments) {
      ofTensors |= argument instanceof Tensor tensor ? tensor.keyBits() : 0;
    }
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(number());
    long keys = NO_KEYS;
    try {
      DispatchTable table = table(context);
      keys = table.keys(context, ofTensors);
      return ((Kernel) table.kernel(keys)).call(keys, arguments);
    } catch (Throwable failure) {
      failed(outermost, keys, failure);
      throw failure;
    } finally {
      if (outermost) {
        context.exit();
      }
    }
  }

  Object redispatch(long keys, Object... arguments) {
    DispatchTable table = table(DispatchContext.current());
    try {
      return ((Kernel) table.redispatchKernel(keys)).call(keys, arguments);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  /** The type of such an operator. */
  static final class Type extends OperatorType<ArrayOperator, Kernel, Kernel> {
    Type(String schema) {
      super(schema);
    }

    @Override
    public ArrayOperator create() {
      return new ArrayOperator(this);
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
      if (!schema().returns().isEmpty()) {
        Values.push(stack, result);
      }
    }

    @Override
    protected Kernel unboxed(KernelFunction function, Operator operator) {
      return (keys, arguments) -> {
        Stack stack = Values.stackOf(arguments);
        function.callBoxed(operator, keys, stack);
        return schema().returns().isEmpty() ? null : stack.value(0);
      };
    }
  }
}
