package jackfield.tools.bench;

import jackfield.context.DispatchContext;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;

/**
 * An operator of two tensors, in the form in which the generator writes operators. All operators of
 * the benchmark have this class on purpose: their kernels share one call site, which is the worst
 * case.
 */
final class EmptyOperator extends Operator {
  /** A kernel. */
  @FunctionalInterface
  interface Keyed {
    Tensor call(long keys, Tensor self, Tensor other);
  }

  EmptyOperator(Type type) {
    super(type);
  }

  Tensor call(Tensor self, Tensor other) {
    DispatchContext context = DispatchContext.current();
    long inside = context.epoch();
    long epoch = inside != 0 ? inside : context.enterEpoch(number());
    long keys = NO_KEYS;
    try {
      DispatchTable table = table(epoch);
      keys = table.keys(context, self.keyBits() | other.keyBits());
      Tensor result =
          ((Keyed[]) table.kernels())[DispatchTable.index(keys)].call(keys, self, other);
      if (inside == 0) {
        context.exit();
      }
      return result;
    } catch (Throwable failure) {
      try {
        failed(inside == 0, keys, failure);
      } finally {
        if (inside == 0) {
          context.epoch = 0;
        }
      }
      throw failure;
    }
  }

  Tensor redispatch(long keys, Tensor self, Tensor other) {
    DispatchTable table = table(DispatchContext.current());
    try {
      return ((Keyed[]) table.redispatchKernels())
          [DispatchTable.index(keys)].call(keys, self, other);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  /** The type of the operator {@code bench::NAME}. */
  abstract static class Type extends OperatorType<EmptyOperator, Keyed, Keyed> {
    /**
     * Returns a type; each of eight numbers has a class of its own, like the types of generated
     * operators.
     */
    static Type of(String name, int number) {
      return switch (number) {
        case 0 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 1 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 2 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 3 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 4 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 5 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        case 6 ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
        default ->
            new Type(name) {
              @Override
              protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
                run(kernel[0], keys, stack);
              }
            };
      };
    }

    private Type(String name) {
      super("bench::" + name + "(Tensor self, Tensor other) -> Tensor");
    }

    @Override
    public EmptyOperator create() {
      return new EmptyOperator(this);
    }

    @Override
    protected Keyed[] newKernels(int length) {
      return new Keyed[length];
    }

    final void run(Keyed kernel, long keys, Stack stack) {
      int at = stack.fromTop(2, 0);
      Tensor result = kernel.call(keys, stack.tensor(at), stack.tensor(at + 1));
      stack.replace(2, result);
    }

    @Override
    protected Keyed unboxed(KernelFunction function, Operator operator) {
      BoxedKernel kernel = function.boxed();
      return (keys, self, other) -> {
        Stack stack = Stack.current();
        int bottom = stack.size();
        try {
          stack.push(self).push(other);
          kernel.call(operator, keys, stack);
          stack.requireResults(operator, bottom, 1);
          return stack.tensor(bottom);
        } finally {
          stack.cut(bottom);
        }
      };
    }
  }
}
