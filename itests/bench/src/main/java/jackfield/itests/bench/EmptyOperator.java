package jackfield.itests.bench;

import jackfield.dispatch.DispatchContext;
import jackfield.dispatch.DispatchTable;
import jackfield.dispatch.KernelFunction;
import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorType;
import jackfield.dispatch.Stack;
import jackfield.tensor.Tensor;

/**
 * An operator of two tensors, as the generator writes them. All operators of the benchmark are of
 * this class on purpose: their kernels meet at one call site, the worst case of a shared one.
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
    boolean outermost = context.enter(this);
    try {
      DispatchTable table = table(context);
      long keys = table.keys(context, self.keyBits() | other.keyBits());
      return ((Keyed) table.kernel(keys)).call(keys, self, other);
    } finally {
      if (outermost) {
        context.exit();
      }
    }
  }

  Tensor redispatch(long keys, Tensor self, Tensor other) {
    DispatchTable table = table(DispatchContext.current());
    return ((Keyed) table.kernel(keys)).call(keys, self, other);
  }

  /** The type of the operator {@code bench::NAME}. */
  static final class Type extends OperatorType<EmptyOperator, Keyed, Keyed> {
    Type(String name) {
      super("bench::" + name + "(Tensor self, Tensor other) -> Tensor");
    }

    @Override
    public EmptyOperator create() {
      return new EmptyOperator(this);
    }

    @Override
    protected void callTyped(Keyed kernel, long keys, Stack stack) {
      int at = stack.fromTop(2, 0);
      Tensor result = kernel.call(keys, stack.tensor(at), stack.tensor(at + 1));
      stack.drop(2);
      stack.push(result);
    }

    @Override
    protected Keyed unboxed(KernelFunction function, Operator operator) {
      return (keys, self, other) -> {
        Stack stack = DispatchContext.current().stack();
        int bottom = stack.size();
        try {
          stack.push(self).push(other);
          function.callBoxed(operator, keys, stack);
          return stack.tensor(bottom);
        } finally {
          stack.drop(stack.size() - bottom);
        }
      };
    }
  }
}
