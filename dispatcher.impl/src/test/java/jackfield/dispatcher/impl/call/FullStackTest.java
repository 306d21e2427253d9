package jackfield.dispatcher.impl.call;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.context.DispatchContext;
import jackfield.dispatcher.impl.registry.Concat;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callers that call themselves without end, with calls of an operator on the way: whichever call
 * finds the stack full, the thread is outside afterwards, or drains would wait for it for ever. It
 * takes compiled callers, whose frames grow when an exception throws them back to the interpreter.
 */
@Tag("slow")
final class FullStackTest {
  private static final int THREADS = 1_000;
  private static final long STACK_BYTES = 150_000;
  private static final int KERNEL_DEPTH = 4; // so that some overflow in the kernel, others before

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);
  private final Random random = new Random(1);
  private final AtomicInteger stayedInside = new AtomicInteger();

  /** The operator as a function. */
  public interface Concatenation {
    /** Calls it. */
    String call(Tensor self, String text);
  }

  private static String deep(String text, int depth) {
    return depth == 0 ? text : deep(text, depth - 1);
  }

  @BeforeEach
  void define() {
    Concat.Keyed kernel = (keys, self, text) -> deep(text, random.nextInt(KERNEL_DEPTH));
    dispatcher.commit(
        Provenance.of("backend.x"),
        changes -> {
          changes.define(Concat.TYPE.schema());
          changes.kernel(
              Concat.TYPE.name(), DispatchKey.CPU, KernelFunction.typed(Concat.TYPE, kernel));
        });
  }

  // Three of a kind, each with its call in place: only so are both compiled into one frame.

  @SuppressWarnings("InfiniteRecursion") // until the stack is full, which is what this is about
  private int typed(int depth, long sum) {
    if ((depth & 3) == 3) {
      concat.call(x, "text");
    }
    return typed(depth + 1, sum + depth) + 1;
  }

  @SuppressWarnings("InfiniteRecursion")
  private int boxed(int depth, long sum) {
    if ((depth & 3) == 3) {
      Stack stack = Stack.current();
      concat.callBoxed(stack.push(x).push("text"));
      stack.drop(1);
    }
    return boxed(depth + 1, sum + depth) + 1;
  }

  @SuppressWarnings("InfiniteRecursion")
  private int signed(Concatenation function, int depth, long sum) {
    if ((depth & 3) == 3) {
      function.call(x, "text");
    }
    return signed(function, depth + 1, sum + depth) + 1;
  }

  private void run(Runnable endless) {
    try {
      endless.run();
    } catch (StackOverflowError _) {
      // as it must end
    }
    if (DispatchContext.current().epoch() != 0) {
      stayedInside.incrementAndGet();
    }
  }

  private void allLeave(Runnable endless) throws InterruptedException {
    for (int i = 0; i < THREADS; i++) {
      long bytes = STACK_BYTES + i % 97 * 1_009L; // the end of the stack is met at many places
      Thread thread = new Thread(null, () -> run(endless), "full-stack", bytes);
      thread.start();
      thread.join();
    }
    assertThat(stayedInside).hasValue(0);
  }

  @Test
  void typedCallsLeave() throws InterruptedException {
    allLeave(() -> typed(0, 0));
  }

  @Test
  void boxedCallsLeave() throws InterruptedException {
    allLeave(() -> boxed(0, 0));
  }

  @Test
  void callsThroughAnInterfaceLeave() throws InterruptedException {
    Concatenation function =
        dispatcher.function("t::concat", MethodHandles.lookup(), Concatenation.class);
    allLeave(() -> signed(function, 0, 0));
  }
}
