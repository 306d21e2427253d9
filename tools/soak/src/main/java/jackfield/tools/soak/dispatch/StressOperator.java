package jackfield.tools.soak.dispatch;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;

/**
 * An operator in the form in which the generator writes them, {@code stress::NAME(Tensor self, int
 * effort) -> int}: its answer identifies the kernels that ran.
 */
public final class StressOperator extends Operator {
  /** A kernel. */
  @FunctionalInterface
  public interface Keyed {
    /** Answers a call. */
    long call(long keys, Tensor self, long effort);
  }

  private StressOperator(Type type) {
    super(type);
  }

  /** Calls unboxed. */
  public long call(Tensor self, long effort) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(number());
    long keys = NO_KEYS;
    try {
      DispatchTable table = table(context);
      keys = table.keys(context, self.keyBits());
      long result = ((Keyed) table.kernel(keys)).call(keys, self, effort);
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

  /** Redispatches to the kernel for {@code keys}. */
  public long redispatch(long keys, Tensor self, long effort) {
    DispatchTable table = table(DispatchContext.current());
    try {
      return ((Keyed) table.redispatchKernel(keys)).call(keys, self, effort);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  /** Calls boxed, through the thread's stack. */
  public long callBoxed(Tensor self, long effort) {
    Stack stack = Stack.current();
    int bottom = stack.size();
    try {
      stack.push(self).pushLong(effort);
      callBoxed(stack);
      return stack.longAt(bottom);
    } finally {
      stack.cut(bottom);
    }
  }

  /** The type of one such operator. */
  public static final class Type extends OperatorType<StressOperator, Keyed, Keyed> {
    /** Creates a type. */
    public Type(String name) {
      super("stress::" + name + "(Tensor self, int effort) -> int");
    }

    @Override
    public StressOperator create() {
      return new StressOperator(this);
    }

    @Override
    protected Keyed[] newKernels(int length) {
      return new Keyed[length];
    }

    @Override
    protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
      int at = stack.fromTop(2, 0);
      long result = kernel[0].call(keys, stack.tensor(at), stack.longAt(at + 1));
      stack.drop(2);
      stack.pushLong(result);
    }

    @Override
    protected Keyed unboxed(KernelFunction function, Operator operator) {
      return (keys, self, effort) -> {
        Stack stack = Stack.current();
        int bottom = stack.size();
        try {
          stack.push(self).pushLong(effort);
          function.callBoxed(operator, keys, stack);
          return stack.longAt(bottom);
        } finally {
          stack.cut(bottom);
        }
      };
    }
  }
}
