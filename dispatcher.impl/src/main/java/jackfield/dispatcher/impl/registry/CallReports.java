package jackfield.dispatcher.impl.registry;

import jackfield.context.DispatchContext;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.table.Calls;
import jackfield.kernel.AmbiguousKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.Resolution;
import jackfield.kernel.Stack;
import jackfield.kernel.ValueText;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.PlugEvent;
import jackfield.report.TableReport;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.Tensor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Builds the errors of calls without a kernel, from the arguments and the table. */
final class CallReports implements Calls {
  private final LocalDispatcher dispatcher;
  private final KernelFunction missing = KernelFunction.boxed(this::awaitOrReport);
  private final KernelFunction ambiguous = KernelFunction.boxed(this::reportAmbiguous);
  private final KernelFunction undefined = KernelFunction.boxed(this::reportUndefined);

  CallReports(LocalDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public KernelFunction missing() {
    return missing;
  }

  @Override
  public KernelFunction ambiguous() {
    return ambiguous;
  }

  @Override
  public KernelFunction undefined() {
    return undefined;
  }

  private void awaitOrReport(Operator operator, long keys, Stack stack) {
    requireOpen(operator);
    if (isTransparent(operator, keys)) {
      KernelFunction.fallthrough().callBoxed(operator, keys, stack); // throws
    }
    DispatchKey key = DispatchKeySet.highestKey(keys);
    if (!isPinned() && dispatcher.waits().awaitExpected(operator.name(), key)) {
      // A later generation than that of the call. It stays valid during the call: a withdrawal
      // waits for all calls of older epochs too.
      operator.tableAcquire().function(keys).callBoxed(operator, keys, stack);
    } else if (operator.schemaOrNull() == null) {
      throw dispatcher.registrations().missing(operator.name());
    } else {
      throw missing(operator, keys, stack);
    }
  }

  /** Returns whether calls skip the key, so that only a redispatch to it gets here. */
  private static boolean isTransparent(Operator operator, long keys) {
    return operator
        .table(DispatchContext.current())
        .resolution(DispatchKeySet.tableIndex(keys))
        .kernel()
        .isFallthrough();
  }

  /**
   * Returns whether the thread is inside a {@code Pin}, which fixes one generation for all its
   * calls.
   */
  private static boolean isPinned() {
    return DispatchContext.current().operator() == 0;
  }

  private NoKernel missing(Operator operator, long keys, Stack stack) {
    requireBackends(operator, stack);
    DispatchKey key = DispatchKeySet.highestKey(keys);
    Optional<PlugEvent> withdrawal = dispatcher.withdrawalOf(operator.name(), key);
    return new NoKernel(
        operator.name(),
        key,
        dispatcher.privateBackends().name(key),
        arguments(operator, stack),
        served(operator),
        withdrawal.map(event -> text(key, event)).orElse(""),
        remedy(key, withdrawal.orElse(null)) + ", or move the tensors");
  }

  private static String remedy(DispatchKey key, PlugEvent withdrawal) {
    if (withdrawal == null) {
      return "plug a bundle that has a kernel for " + key;
    }
    String provider = withdrawal.provenance().bundle();
    if (withdrawal.kind() == PlugEvent.Kind.CUT_OFF) {
      return "update %s or restart it".formatted(provider);
    }
    return isOfBundle(withdrawal)
        ? "plug %s again".formatted(provider)
        : "register a kernel for %s again".formatted(key);
  }

  /** Returns whether a bundle made the registration, not a cell or a program around it. */
  private static boolean isOfBundle(PlugEvent event) {
    return !event.provenance().version().isEmpty();
  }

  private static String text(DispatchKey key, PlugEvent withdrawal) {
    String how = isOfBundle(withdrawal) ? "was stopped" : "withdrew its kernel";
    return String.format(
        Locale.ROOT,
        "a kernel for %s was withdrawn %.1f s ago: %s %s",
        key,
        Duration.between(withdrawal.time(), Instant.now()).toMillis() / 1e3,
        withdrawal.provenance(),
        withdrawal.kind() == PlugEvent.Kind.CUT_OFF ? "failed too often" : how);
  }

  /**
   * Throws for tensors whose memory provider was unplugged: their calls find no kernel for that
   * reason.
   */
  private static void requireBackends(Operator operator, Stack stack) {
    OperatorSchema schema = operator.schemaOrNull();
    int count = schema == null ? 0 : Math.min(schema.arguments().size(), stack.size());
    for (int i = 0; i < count; i++) {
      requireBackends(stack.value(stack.fromTop(count, i)));
    }
  }

  private static void requireBackends(Object value) {
    switch (value) {
      case Tensor tensor -> Internals.MEMORY.requireBackend(tensor.storage());
      case Object[] array -> requireBackends(Arrays.asList(array));
      case List<?> list -> list.forEach(CallReports::requireBackends);
      case null, default -> {} // contains no tensors
    }
  }

  /** Throws if the platform stops: then no class can be loaded any more, such as those below. */
  private void requireOpen(Operator operator) {
    dispatcher.requireLasting(operator.name());
  }

  private void reportAmbiguous(Operator operator, long keys, Stack stack) {
    requireOpen(operator);
    throw new AmbiguousKernel(operator.name(), served(operator));
  }

  private void reportUndefined(Operator operator, long keys, Stack stack) {
    requireOpen(operator);
    throw dispatcher.registrations().missing(operator.name());
  }

  private static List<String> arguments(Operator operator, Stack stack) {
    OperatorSchema schema = operator.schemaOrNull();
    List<String> texts = new ArrayList<>();
    int count = schema == null ? 0 : Math.min(schema.arguments().size(), stack.size());
    for (int i = 0; i < count; i++) {
      Object value = stack.value(stack.fromTop(count, i));
      texts.add(schema.arguments().get(i).name() + " " + text(value));
    }
    return texts;
  }

  /** Returns a value as text. Arrays have no useful text of their own, and lists may be long. */
  private static String text(Object value) {
    return switch (value) {
      case null -> "None";
      case List<?> list -> ValueText.of(list);
      case Tensor tensor -> tensor.summary();
      default -> value.getClass().isArray() ? ValueText.of(value) : value.toString();
    };
  }

  private List<String> served(Operator operator) {
    TableReport report = dispatcher.table(operator.name());
    List<String> rows = new ArrayList<>();
    for (TableReport.Row row : report.rows()) {
      if (row.reason() == Resolution.Reason.KERNEL) {
        rows.add("%-12s %s".formatted(row.key(), row.servedBy()));
      }
    }
    return rows;
  }
}
