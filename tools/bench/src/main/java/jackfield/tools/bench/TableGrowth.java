package jackfield.tools.bench;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

/**
 * How registrations and dispatch tables grow with the number of operators. Each operator has the
 * usual kernels (CPU, Meta, Autograd), and a caller holds its typed handle. The timed commit
 * registers one more kernel for each operator, as a backend that is plugged does.
 *
 * @param operators the number of operators
 * @param bytes what the dispatcher retains for each operator: registrations, history, handle, table
 * @param firstMillis the time of the first such commit
 * @param warmMillis the median time of later ones
 * @param warmBytes what a later one allocates for each operator
 */
record TableGrowth(
    int operators, long bytes, double firstMillis, double warmMillis, long warmBytes) {
  private static final int ROUNDS = 40;
  // The class is in another bundle, which does not export it; TableGrowthTest compares the names.
  static final String OVERRIDE_WARNINGS = "jackfield.dispatcher.impl.registry.OverrideWarnings";
  private static final Logger OVERRIDES = // each timed commit overrides kernels, and would warn
      Logger.getLogger(OVERRIDE_WARNINGS);

  /** Measures with {@code operators} operators, which it removes in the end. */
  static TableGrowth of(Dispatcher dispatcher, int operators) {
    Level before = OVERRIDES.getLevel();
    OVERRIDES.setLevel(Level.OFF);
    try {
      return measured(dispatcher, operators);
    } finally {
      OVERRIDES.setLevel(before);
    }
  }

  private static TableGrowth measured(Dispatcher dispatcher, int operators) {
    List<EmptyOperator.Type> types =
        IntStream.range(0, operators)
            .mapToObj(number -> EmptyOperator.Type.of("grown_" + number, number % 8))
            .toList();
    List<Operator> handles = new ArrayList<>(operators);
    long before = retained();
    try (Registration _ =
        commit(dispatcher, "library", changes -> types.forEach(type -> define(changes, type)))) {
      types.forEach(type -> handles.add(dispatcher.operator(type)));
      long bytes = (retained() - before) / operators;
      double first = touch(dispatcher, types);
      long allocated = allocated();
      double[] later =
          IntStream.range(0, ROUNDS).mapToDouble(round -> touch(dispatcher, types)).toArray();
      long each = (allocated() - allocated) / (2L * ROUNDS * operators);
      Arrays.sort(later);
      return new TableGrowth(handles.size(), bytes, first, later[ROUNDS / 2], each);
    }
  }

  private static Registration commit(
      Dispatcher dispatcher, String name, Consumer<Changes> changes) {
    return dispatcher.commit(Provenance.of(name), changes);
  }

  private static void define(Changes changes, EmptyOperator.Type type) {
    changes.define(type.schema());
    for (DispatchKey key : List.of(DispatchKey.CPU, DispatchKey.META, DispatchKey.AUTOGRAD)) {
      changes.kernel(type.name(), key, kernel(type));
    }
  }

  private static KernelFunction kernel(EmptyOperator.Type type) {
    EmptyOperator.Keyed kernel = (keys, self, other) -> self;
    return KernelFunction.typed(type, kernel);
  }

  /** Registers one more kernel for each operator and returns the time that took, in ms. */
  private static double touch(Dispatcher dispatcher, List<EmptyOperator.Type> types) {
    long start = System.nanoTime();
    Registration backend =
        commit(
            dispatcher,
            "backend",
            changes ->
                types.forEach(type -> changes.kernel(type.name(), DispatchKey.CPU, kernel(type))));
    double millis = (System.nanoTime() - start) / 1e6;
    backend.close();
    return millis;
  }

  /** Returns the bytes in use after collections. */
  private static long retained() {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 4; round++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  /** Returns the bytes that this thread has allocated. */
  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  /** Returns the measurement as one line. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%6d operators  %6d B each  commit %7.1f ms first %7.1f ms warm  %6d B each",
        operators,
        bytes,
        firstMillis,
        warmMillis,
        warmBytes);
  }
}
