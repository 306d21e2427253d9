package jackfield.notebook;

import jackfield.boxing.NamedCall;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.DispatcherClosed;
import jackfield.dispatch.Registration;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The kernels that cells have registered, the newest first. Each cell adds a kernel to the list of
 * its key, with a ranking above the kernels that are there: the newest cell serves, also if a
 * backend is plugged after it or another object's cells have kernels there, and {@link #undo}
 * withdraws it again.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class Cells implements AutoCloseable {
  private static final int LOWEST_RANKING = 1 << 30; // above the service.ranking of backends

  private final Dispatcher dispatcher;
  private final Deque<Cell> cells = new ArrayDeque<>(); // the newest first; guarded by this
  private int numbered; // guarded by this

  /** The kernel of one cell. */
  private record Cell(OperatorName operator, DispatchKey key, String name, Registration handle) {}

  /** Creates an empty list. */
  public Cells(Dispatcher dispatcher) {
    this.dispatcher = Objects.requireNonNull(dispatcher, "Cells: dispatcher is null");
  }

  /**
   * Registers a kernel. If {@code operator} is a schema and not defined yet, the operator is
   * defined with it.
   *
   * @param operator a schema such as {@code my::twice(Tensor x) -> Tensor}, or the name of a
   *     defined operator
   * @param key the name of a dispatch key, such as {@code CPU} or {@code CompositeImplicitAutograd}
   * @param cell the cell's name, for tables and histories; empty for the next number
   * @param count the number of the kernel's parameters
   * @return the provider of the key afterwards, in one line
   * @throws CellRefused if the operator is defined with another schema, or not at all, or has
   *     another number of arguments
   */
  public String kernel(
      String operator, String key, String cell, int count, CellKernel.OfAll kernel) {
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    return kernel(operator, key, cell, CellKernel.of(count, kernel));
  }

  synchronized String kernel(String operator, String key, String cell, CellKernel kernel) {
    Objects.requireNonNull(operator, "kernel: operator is null");
    Objects.requireNonNull(kernel, "kernel: kernel is null");
    Objects.requireNonNull(cell, "kernel: cell is null");
    DispatchKey at = DispatchKey.parse(Objects.requireNonNull(key, "kernel: key is null"));
    Optional<OperatorSchema> given = schema(operator);
    OperatorName name =
        given.map(OperatorSchema::name).orElseGet(() -> OperatorName.parse(operator));
    Optional<OperatorReport> report = dispatcher.report(name);
    Optional<OperatorSchema> defined = report.flatMap(OperatorReport::schema);
    refuseDifference(name, given, defined);
    OperatorSchema schema = defined.orElseGet(given::orElseThrow);
    refuseCount(schema, kernel.count());
    refuseTypes(schema, kernel);
    int number = ++numbered;
    String title = cell.isEmpty() ? "cell " + number : cell;
    int ranking = ranking(report, at);
    Registration handle =
        dispatcher.commit(
            Provenance.of(title),
            changes -> {
              if (defined.isEmpty()) {
                changes.define(schema);
              }
              changes.ranking(ranking);
              changes.kernel(name, at, KernelFunction.boxed(boxed(schema, kernel.call())));
            });
    cells.push(new Cell(name, at, title, handle));
    return "%s at %s: %s".formatted(name, at, served(name, at, ""));
  }

  /** Returns a ranking above all kernels at a key, those of other objects' cells included. */
  private static int ranking(Optional<OperatorReport> report, DispatchKey key) {
    int highest =
        kernels(report, key).stream().mapToInt(OperatorReport.Kernel::ranking).max().orElse(0);
    return Math.max(LOWEST_RANKING, highest == Integer.MAX_VALUE ? highest : highest + 1);
  }

  private static List<OperatorReport.Kernel> kernels(
      Optional<OperatorReport> report, DispatchKey key) {
    return report.map(found -> found.kernels().getOrDefault(key, List.of())).orElse(List.of());
  }

  private String served(OperatorName operator, DispatchKey key, String again) {
    List<OperatorReport.Kernel> kernels = kernels(dispatcher.report(operator), key);
    return kernels.isEmpty()
        ? "no kernel is left there"
        : "served by the kernel of %s%s".formatted(kernels.getFirst().provenance(), again);
  }

  private static Optional<OperatorSchema> schema(String operator) {
    return operator.contains("(") ? Optional.of(OperatorSchema.parse(operator)) : Optional.empty();
  }

  private static void refuseDifference(
      OperatorName name, Optional<OperatorSchema> given, Optional<OperatorSchema> defined) {
    if (given.isEmpty() && defined.isEmpty()) {
      throw CellRefused.kernel(
          name.toString(),
          "no operator of that name is defined",
          "the whole schema, such as \"%s(Tensor x) -> Tensor\"".formatted(name));
    }
    if (given.isPresent() && defined.isPresent() && !given.equals(defined)) {
      throw CellRefused.kernel(
          name.toString(),
          "it is defined as " + defined.orElseThrow(),
          "that schema, or undo() until the cell that defined it is undone");
    }
  }

  private static void refuseCount(OperatorSchema schema, int count) {
    int wanted = schema.arguments().size();
    if (wanted != count) {
      throw CellRefused.kernel(
          schema.name().toString(),
          "the kernel has %d parameters, %s has %d".formatted(count, schema, wanted),
          "a lambda with as many parameters");
    }
  }

  private static void refuseTypes(OperatorSchema schema, CellKernel kernel) {
    if (!kernel.isOfTensors()) {
      return;
    }
    for (SchemaArgument argument : schema.arguments()) {
      if (!isTensor(argument.type())) {
        throw CellRefused.kernel(
            schema.name().toString(),
            "the kernel takes tensors, argument %s is of type %s"
                .formatted(argument.name(), argument.type()),
            "typed((Tensor x, Double by) -> …), with the types of the arguments");
      }
    }
  }

  private static boolean isTensor(SchemaType type) {
    return type == SchemaType.Basic.TENSOR
        || (type instanceof SchemaType.OptionalOf(SchemaType present) && isTensor(present));
  }

  private static BoxedKernel boxed(OperatorSchema schema, CellKernel.OfAll kernel) {
    int count = schema.arguments().size();
    return (_, keys, stack) -> {
      Object[] arguments = new Object[count];
      for (int i = 0; i < count; i++) {
        arguments[i] = stack.value(stack.fromTop(count, i));
      }
      Object result = called(schema, kernel, arguments);
      stack.drop(count);
      push(stack, CellResults.fitting(schema, keys, arguments, result));
    };
  }

  private static Object called(OperatorSchema schema, CellKernel.OfAll kernel, Object[] arguments) {
    try {
      return kernel.call(arguments);
    } catch (ClassCastException unfit) {
      throw isOfParameter(unfit) ? unfit(schema, unfit) : unfit;
    }
  }

  /** Returns whether the parameter of a lambda has another type than the argument that it got. */
  private static boolean isOfParameter(ClassCastException unfit) {
    StackTraceElement[] trace = unfit.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith(Notebook.class.getName());
  }

  private static CellRefused unfit(OperatorSchema schema, ClassCastException cause) {
    CellRefused refused =
        CellRefused.arguments(
            schema.name().toString(),
            "a parameter of the kernel has another type than its argument: " + cause.getMessage(),
            "the types of the arguments of " + schema + ": int is Long, float is Double");
    refused.initCause(cause);
    return refused;
  }

  private static void push(Stack stack, Object[] results) {
    for (Object each : results) {
      stack.pushValue(each);
    }
  }

  /**
   * Calls an operator; missing arguments take the defaults of its schema.
   *
   * @return its result, a list if there are several, or null if there is none
   * @throws jackfield.kernel.NoSuchOperator if it is not defined
   */
  public Object call(String operator, Object... arguments) {
    Objects.requireNonNull(operator, "call: operator is null");
    Objects.requireNonNull(arguments, "call: arguments is null");
    Operator found = dispatcher.operator(operator);
    List<Object> results = NamedCall.call(found, Arrays.asList(arguments), Map.of());
    return switch (results.size()) {
      case 0 -> null;
      case 1 -> results.getFirst();
      default -> results;
    };
  }

  /**
   * Withdraws the newest cell's kernel, and the definition if that cell made it.
   *
   * @return what was withdrawn and what serves instead, in one line
   */
  public String undo() {
    Cell newest = take();
    if (newest == null) {
      return "there is no cell to undo";
    }
    newest.handle().close(); // may wait for calls, which may use other cells
    return "%s at %s: withdrew the kernel of %s; %s"
        .formatted(newest.operator(), newest.key(), newest.name(), remaining(newest));
  }

  private synchronized Cell take() {
    return cells.poll();
  }

  private String remaining(Cell undone) {
    try {
      return served(undone.operator(), undone.key(), " again");
    } catch (DispatcherClosed _) {
      return "the dispatcher is closed";
    }
  }

  /**
   * Withdraws the kernels of all cells, the newest first. If the platform was closed before, they
   * are withdrawn already.
   */
  @Override
  public void close() {
    for (Cell newest = take(); newest != null; newest = take()) {
      newest.handle().close();
    }
  }
}
