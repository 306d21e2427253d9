package jackfield.tools.bench;

import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cases of {@link DispatchCases} under JMH. Each runs in a process of its own, after all eight
 * kernel classes went through the shared call sites in that process.
 *
 * <p>An invocation is a thousand calls, so that the allocations of JMH between invocations do not
 * show in the bytes per call.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class DispatchBenchmark { // not final, as JMH extends it
  private static final int CALLS = 1_000;

  private final DispatchCases cases = new DispatchCases();
  private Registration registration;

  /** Registers the operators and calls all kernels through the shared call sites. */
  @Setup
  public void register() {
    registration = cases.register(new LocalDispatcher());
    cases.pollute();
  }

  /** Withdraws the operators. */
  @TearDown
  public void withdraw() {
    registration.close();
  }

  /** Calls a kernel without a dispatcher: the lower bound. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object direct() {
    return cases.direct(CALLS);
  }

  /** Calls an operator. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object plain() {
    return cases.plain(CALLS);
  }

  /** Calls an operator in a pinned region. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object pinned() {
    return cases.pinned(CALLS);
  }

  /** Calls an operator whose first kernel redispatches. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object redispatch() {
    return cases.redispatch(CALLS);
  }

  /** Calls a typed kernel boxed. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object boxedCall() {
    return cases.boxedCall(CALLS);
  }

  /** Calls an operator whose first kernel is boxed and redispatches. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object boxedFallback() {
    return cases.boxedFallback(CALLS);
  }

  /** Calls a kernel from a method boxed, through the adapter class that was spun for it. */
  @Benchmark
  @OperationsPerInvocation(CALLS)
  public Object boxedMethod() {
    return cases.boxedMethod(CALLS);
  }
}
