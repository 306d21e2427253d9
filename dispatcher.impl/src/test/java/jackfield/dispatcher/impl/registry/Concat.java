package jackfield.dispatcher.impl.registry;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Stack;
import jackfield.tensor.Tensor;

/**
 * A typed operator as the generator writes them: {@code t::concat(Tensor self, str text) -> str}.
 */
public final class Concat extends Operator {
  public static final OperatorType<Concat, Keyed, Kernel> TYPE = new Type();

  @FunctionalInterface
  public interface Keyed {
    public String call(long keys, Tensor self, String text);
  }

  @FunctionalInterface
  public interface Kernel extends Keyed {
    public String call(Tensor self, String text);

    @Override
    public default String call(long keys, Tensor self, String text) {
      return call(self, text);
    }
  }

  private Concat() {
    super(TYPE);
  }

  public String call(Tensor self, String text) {
    DispatchContext context = DispatchContext.current();
    boolean outermost = context.enter(number());
    long keys = NO_KEYS;
    try {
      DispatchTable table = table(context);
      keys = table.keys(context, self.keyBits());
      String result = ((Keyed) table.kernel(keys)).call(keys, self, text);
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

  public String redispatch(long keys, Tensor self, String text) {
    DispatchTable table = table(DispatchContext.current());
    try {
      return ((Keyed) table.redispatchKernel(keys)).call(keys, self, text);
    } catch (Throwable failure) {
      failed(false, keys, failure);
      throw failure;
    }
  }

  private static final class Type extends OperatorType<Concat, Keyed, Kernel> {
    Type() {
      super("t::concat(Tensor self, str text) -> str");
    }

    @Override
    public Concat create() {
      return new Concat();
    }

    @Override
    protected Keyed[] newKernels(int length) {
      return new Keyed[length];
    }

    @Override
    protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
      int at = stack.fromTop(2, 0);
      String result = kernel[0].call(keys, stack.tensor(at), stack.string(at + 1));
      stack.drop(2);
      stack.push(result);
    }

    @Override
    protected Keyed unboxed(KernelFunction function, Operator operator) {
      return (keys, self, text) -> {
        Stack stack = Stack.current();
        int bottom = stack.size();
        try {
          stack.push(self).push(text);
          function.callBoxed(operator, keys, stack);
          return stack.string(bottom);
        } finally {
          stack.cut(bottom);
        }
      };
    }
  }
}
