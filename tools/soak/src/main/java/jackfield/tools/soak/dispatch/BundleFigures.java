package jackfield.tools.soak.dispatch;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import jackfield.tools.soak.measure.Figure;
import jackfield.tools.soak.measure.ThreadFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the CPU time of committing many operators at once, and the bytes that an operator
 * retains.
 */
public final class BundleFigures {
  private static final int OPERATORS = 500;
  private static final int ROUNDS = 41;
  private static final int MANY = 1_000;
  private static final int CALLS = 1_000_000;
  private static final int COLLECTIONS = 4;
  private static final Provenance PROVENANCE = Provenance.of("figures");

  private final Dispatcher dispatcher;

  public BundleFigures(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Measures all figures. */
  List<Figure> measure() {
    List<Figure> figures = new ArrayList<>();
    List<StressOperator.Type> types = types("bundle", OPERATORS);
    double[] millis = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = ThreadFigures.cpuNanos();
      Registration registration = commit(types);
      millis[round] = (ThreadFigures.cpuNanos() - start) / 1e6;
      registration.close();
    }
    figures.add(new Figure("commit.bundle.cold", millis[0], "ms", 0));
    Arrays.sort(millis, ROUNDS / 2, ROUNDS);
    figures.add(new Figure("commit.bundle.warm", millis[3 * ROUNDS / 4], "ms", 20));
    figures.add(new Figure("commit.memory.operator", bytesOfAnOperator(), "bytes", 0));
    figures.add(new Figure("commit.allocation.call", bytesOfACall(), "bytes", 0));
    return figures;
  }

  private static List<StressOperator.Type> types(String name, int count) {
    List<StressOperator.Type> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(new StressOperator.Type(name + i));
    }
    return types;
  }

  /** Defines operators with two kernels each, like a library, a backend and a feature. */
  private Registration commit(List<StressOperator.Type> types) {
    return dispatcher.commit(
        PROVENANCE, changes -> types.forEach(type -> definePlugged(type, changes)));
  }

  private static void definePlugged(StressOperator.Type type, Changes changes) {
    StressOperator.Keyed kernel = (keys, self, effort) -> effort;
    changes
        .define(type.schema())
        .kernel(type.name(), DispatchKey.CPU, KernelFunction.typed(type, kernel))
        .kernel(type.name(), DispatchKey.AUTOGRAD, KernelFunction.fallthrough());
  }

  /**
   * Returns the bytes that an operator retains on the heap: entry, definition, kernel, two tables.
   */
  private double bytesOfAnOperator() {
    List<StressOperator.Type> types = types("memory", MANY);
    long before = usedBytes();
    List<StressOperator> operators = new ArrayList<>();
    try (Registration _ = commit(types)) {
      types.forEach(type -> operators.add(dispatcher.operator(type)));
      return (double) (usedBytes() - before) / operators.size();
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Returns the bytes that a call allocates; its kernel allocates nothing here. */
  public double bytesOfACall() {
    List<StressOperator.Type> types = types("allocation", 1);
    StressOperator operator = dispatcher.operator(types.getFirst());
    Tensor tensor = HostData.tensor(new float[] {1}, 1);
    try (Registration _ = commit(types)) {
      call(operator, tensor);
      long before = ThreadFigures.allocatedBytes();
      call(operator, tensor);
      return (double) (ThreadFigures.allocatedBytes() - before) / CALLS;
    }
  }

  private static void call(StressOperator operator, Tensor tensor) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += operator.call(tensor, i);
    }
    if (sum != (long) CALLS * (CALLS - 1) / 2) {
      throw new IllegalStateException("a kernel gave back something else than it was given");
    }
  }
}
