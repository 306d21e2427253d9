package jackfield.shell.call;

import jackfield.context.DispatchContext;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Pin;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Operator;
import jackfield.kernel.Resolution;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.schema.OperatorTags;
import jackfield.schema.SchemaArgument;
import jackfield.schema.SchemaType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** An operator with the arguments of a call, which may be repeated. */
final class PreparedCall {
  private static final DispatchKeySet BACKENDS =
      KeySets.BACKEND_FUNCTIONALITIES.or(KeySets.BACKENDS);

  private final Dispatcher dispatcher;
  private final Operator operator;
  private final Binding binding;

  PreparedCall(Dispatcher dispatcher, Binding binding) {
    this.dispatcher = dispatcher;
    this.operator = dispatcher.operator(binding.schema().name().toString());
    this.binding = binding;
  }

  String operator() {
    return operator.name().toString();
  }

  /**
   * Returns why a second call would do something else than the first; empty if it would not. Only
   * the schema and the tags are asked: a kernel may have other effects that they do not declare.
   */
  Optional<String> state() {
    if (binding.schema().isMutable()) {
      return Optional.of("the operator writes an argument");
    }
    boolean isRandom =
        binding.schema().arguments().stream().anyMatch(PreparedCall::isGenerator)
            || dispatcher
                .report(binding.schema().name())
                .filter(report -> report.tags().contains(OperatorTags.RANDOM))
                .isPresent();
    return isRandom ? Optional.of("the operator draws random numbers") : Optional.empty();
  }

  private static boolean isGenerator(SchemaArgument argument) {
    SchemaType type = argument.type();
    return type == SchemaType.Basic.GENERATOR
        || (type instanceof SchemaType.OptionalOf(SchemaType present)
            && present == SchemaType.Basic.GENERATOR);
  }

  /** Calls the operator and returns how long that took, in nanoseconds. */
  long nanos(Stack stack) {
    binding.values().forEach(stack::pushValue);
    long start = System.nanoTime();
    operator.callBoxed(stack);
    return System.nanoTime() - start;
  }

  /** Removes the results of a call from the stack. */
  static List<Object> results(Stack stack) {
    List<Object> results = new ArrayList<>();
    for (int i = 0; i < stack.size(); i++) {
      results.add(stack.value(i));
    }
    stack.cut(0);
    return Collections.unmodifiableList(results);
  }

  /**
   * Returns the key and the provider of the kernel for the arguments' backend, or for that of the
   * results if no argument is a tensor. A call runs the kernels of autograd and of features before.
   */
  Server server(List<Object> results) {
    Stack stack = new Stack();
    binding.values().forEach(stack::pushValue);
    results.forEach(stack::pushValue);
    long keys = 0;
    for (int i = 0; i < stack.size(); i++) {
      keys |= stack.keys(i);
    }
    try (Pin _ = dispatcher.pin()) {
      DispatchContext context = DispatchContext.current();
      DispatchTable table = operator.table(context);
      DispatchKeySet reached = new DispatchKeySet(table.keys(context, keys)).and(BACKENDS);
      DispatchKey key = reached.highestKey();
      Resolution resolution = table.resolution(key.tableIndex());
      return Server.of(dispatcher.privateBackends().name(key), resolution);
    }
  }

  /**
   * The provider of a kernel.
   *
   * @param key the dispatch key
   * @param provider the bundle and its version; empty if there is no kernel
   * @param reason why this kernel is active
   */
  record Server(String key, String provider, Resolution.Reason reason) {
    private static Server of(String key, Resolution resolution) {
      String provider = resolution.provenance() == null ? "" : resolution.provenance().toString();
      return new Server(key, provider, resolution.reason());
    }

    @Override
    public String toString() {
      boolean isOwn = reason == Resolution.Reason.KERNEL;
      return key + ": " + provider + (isOwn ? "" : " (" + reason + ")");
    }
  }
}
