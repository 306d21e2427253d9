package jackfield.tools.bench;

import jackfield.boxing.JavaKernel;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.dispatch.Registration;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.bench.EmptyOperator.Keyed;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * The cost of the dispatcher alone: empty kernels, of eight classes that share the same call sites,
 * with the generation protocol on.
 */
final class DispatchCases {
  private static final long CALLS = 15_000_000;
  private static final int KERNELS = 8;
  private static final int POLLUTION = 400_000;

  private final EmptyOperator[] plain = new EmptyOperator[KERNELS];
  private final EmptyOperator[] hop = new EmptyOperator[KERNELS];
  private final EmptyOperator[] boxed = new EmptyOperator[KERNELS];
  private final EmptyOperator[] method = new EmptyOperator[KERNELS];
  private final Tensor a = HostData.tensor(new float[] {1}, 1);
  private final Tensor b = HostData.tensor(new float[] {2}, 1);
  private final Keyed[] kernels =
      new Keyed[KERNELS]; // called without a dispatcher: the lower bound
  private boolean isPolluted;

  /** A kernel method without keys and stack, as authors of kernels write it. */
  @FunctionalInterface
  interface Method {
    Tensor call(Tensor self, Tensor other);
  }

  /** Registers the operators; closing the registration withdraws them. */
  Registration register(Dispatcher dispatcher) {
    return dispatcher.commit(
        Provenance.of("bench"),
        changes -> {
          for (int i = 0; i < KERNELS; i++) {
            plain[i] = define(dispatcher, changes, "plain" + i, i);
            hop[i] = define(dispatcher, changes, "hop" + i, i);
            boxed[i] = define(dispatcher, changes, "boxed" + i, i);
            method[i] =
                define(dispatcher, changes, EmptyOperator.Type.of("method" + i, i), method(i));
            changes.kernel(plain[i].name(), DispatchKey.AUTOGRAD, KernelFunction.fallthrough());
            changes.kernel(method[i].name(), DispatchKey.AUTOGRAD, KernelFunction.fallthrough());
            EmptyOperator.Type type = (EmptyOperator.Type) hop[i].type();
            changes.kernel(
                type.name(), DispatchKey.AUTOGRAD, KernelFunction.typed(type, hop(hop[i], i)));
            changes.kernel(
                boxed[i].name(), DispatchKey.AUTOGRAD, KernelFunction.boxed(boxedHop(i)));
          }
        });
  }

  private static EmptyOperator define(
      Dispatcher dispatcher, Changes changes, String name, int number) {
    EmptyOperator.Type type = EmptyOperator.Type.of(name, number);
    return define(dispatcher, changes, type, KernelFunction.typed(type, empty(number)));
  }

  private static EmptyOperator define(
      Dispatcher dispatcher, Changes changes, EmptyOperator.Type type, KernelFunction kernel) {
    changes.define(type.schema());
    changes.kernel(type.name(), DispatchKey.CPU, kernel);
    return dispatcher.operator(type);
  }

  private static Keyed empty(int number) {
    return switch (number) {
      case 0 -> (keys, self, other) -> self;
      case 1 -> (keys, self, other) -> other;
      case 2 -> (keys, self, other) -> keys > 0 ? self : other;
      case 3 -> (keys, self, other) -> keys > 1 ? self : other;
      case 4 -> (keys, self, other) -> keys > 2 ? self : other;
      case 5 -> (keys, self, other) -> keys > 3 ? self : other;
      case 6 -> (keys, self, other) -> keys > 4 ? self : other;
      default -> (keys, self, other) -> keys > 5 ? self : other;
    };
  }

  /** Returns a kernel that redispatches; each expression has a class of its own. */
  private static Keyed hop(EmptyOperator operator, int number) {
    return switch (number) {
      case 0 -> (keys, self, other) -> operator.redispatch(below(keys), self, other);
      case 1 -> (keys, self, other) -> operator.redispatch(below(keys), other, self);
      case 2 -> (keys, self, other) -> operator.redispatch(below(keys), self, self);
      case 3 -> (keys, self, other) -> operator.redispatch(below(keys), other, other);
      case 4 -> (keys, one, two) -> operator.redispatch(below(keys), one, two);
      case 5 -> (keys, one, two) -> operator.redispatch(below(keys), two, one);
      case 6 -> (keys, one, two) -> operator.redispatch(below(keys), one, one);
      default -> (keys, one, two) -> operator.redispatch(below(keys), two, two);
    };
  }

  /** Returns a boxed kernel that redispatches; each expression has a class of its own. */
  private static BoxedKernel boxedHop(int number) {
    return switch (number) {
      case 0 -> (operator, keys, stack) -> operator.redispatchBoxed(below(keys), stack);
      case 1 -> (operator, keys, stack) -> operator.redispatchBoxed(below(keys | 1), stack);
      case 2 -> (operator, keys, stack) -> operator.redispatchBoxed(below(keys) | 1, stack);
      case 3 -> (operator, all, stack) -> operator.redispatchBoxed(below(all), stack);
      case 4 -> (operator, all, stack) -> operator.redispatchBoxed(below(all | 1), stack);
      case 5 -> (operator, all, stack) -> operator.redispatchBoxed(below(all) | 1, stack);
      case 6 -> (self, all, stack) -> self.redispatchBoxed(below(all), stack);
      default -> (self, all, stack) -> self.redispatchBoxed(below(all | 1), stack);
    };
  }

  /**
   * Returns a kernel from a method; each is called through an adapter class that is spun for it.
   */
  private static KernelFunction method(int number) {
    Method kernel =
        switch (number) {
          case 0 -> (self, other) -> self;
          case 1 -> (self, other) -> other;
          case 2 -> (self, other) -> self != null ? self : other;
          case 3 -> (self, other) -> other != null ? other : self;
          case 4 -> (one, two) -> one;
          case 5 -> (one, two) -> two;
          case 6 -> (one, two) -> one != null ? one : two;
          default -> (one, two) -> two != null ? two : one;
        };
    return JavaKernel.function(MethodHandles.lookup(), Method.class, kernel);
  }

  private static long below(long keys) {
    return DispatchKeySet.below(keys, DispatchKey.AUTOGRAD_CPU);
  }

  List<Case> cases() {
    return List.of(
        new Case("dispatch.direct", this::direct, CALLS),
        new Case("dispatch.plain", this::plain, CALLS),
        new Case("dispatch.redispatch", this::redispatch, CALLS),
        new Case("dispatch.boxed_call", this::boxedCall, CALLS),
        new Case("dispatch.boxed_fallback", this::boxedFallback, CALLS),
        new Case("dispatch.boxed_method", this::boxedMethod, CALLS),
        new Case("dispatch.pinned", this::pinned, CALLS));
  }

  /**
   * Calls all kernels through the shared call sites, so that no call site is compiled for one
   * kernel only.
   */
  void pollute() {
    if (isPolluted) {
      return;
    }
    isPolluted = true;
    for (int i = 0; i < KERNELS; i++) {
      kernels[i] = empty(i);
    }
    Stack stack = Stack.current();
    for (int i = 0; i < POLLUTION; i++) {
      int number = i % KERNELS;
      plain[number].call(a, b);
      hop[number].call(a, b);
      boxed[number].call(a, b);
      stack.push(a).push(b);
      plain[number].callBoxed(stack);
      stack.drop(1);
      stack.push(a).push(b);
      method[number].callBoxed(stack);
      stack.drop(1);
    }
  }

  Object direct(long times) {
    pollute();
    Object last = null;
    for (long i = 0; i < times; i++) {
      last = kernels[(int) i & (KERNELS - 1)].call(i, a, b);
    }
    return last;
  }

  Object plain(long times) {
    pollute();
    EmptyOperator operator = plain[0];
    Object last = null;
    for (long i = 0; i < times; i++) {
      last = operator.call(a, b);
    }
    return last;
  }

  /**
   * Calls in one pinned region; the difference to the plain call is the cost of entering and
   * leaving.
   */
  Object pinned(long times) {
    pollute();
    EmptyOperator operator = plain[0];
    Object last = null;
    try (Pin _ = Pin.open()) {
      for (long i = 0; i < times; i++) {
        last = operator.call(a, b);
      }
    }
    return last;
  }

  Object redispatch(long times) {
    pollute();
    EmptyOperator operator = hop[0];
    Object last = null;
    for (long i = 0; i < times; i++) {
      last = operator.call(a, b);
    }
    return last;
  }

  Object boxedCall(long times) {
    pollute();
    EmptyOperator operator = plain[0];
    Stack stack = Stack.current();
    Object last = null;
    for (long i = 0; i < times; i++) {
      stack.push(a).push(b);
      operator.callBoxed(stack);
      last = stack.tensor(stack.size() - 1);
      stack.drop(1);
    }
    return last;
  }

  Object boxedFallback(long times) {
    pollute();
    EmptyOperator operator = boxed[0];
    Object last = null;
    for (long i = 0; i < times; i++) {
      last = operator.call(a, b);
    }
    return last;
  }

  /** Calls a kernel from a method, in the way in which the boxed call calls a typed kernel. */
  Object boxedMethod(long times) {
    pollute();
    EmptyOperator operator = method[0];
    Stack stack = Stack.current();
    Object last = null;
    for (long i = 0; i < times; i++) {
      stack.push(a).push(b);
      operator.callBoxed(stack);
      last = stack.tensor(stack.size() - 1);
      stack.drop(1);
    }
    return last;
  }
}
