package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.report.CallObserver;
import jackfield.report.ObservedCall;
import jackfield.report.OperatorDump;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A dispatcher with something of everything, whose commits can be made to fail; two of them are
 * equal if their {@link #state} is.
 */
final class World {
  static final OperatorName TYPED = Concat.TYPE.name();
  static final OperatorName BOXED = OperatorName.parse("t::boxed");

  final LocalDispatcher dispatcher;
  final Whiteboard whiteboard;
  final Concat concat;
  final Operator boxed;
  final Registration library;
  final Registration older;
  final Feature feature = new Speaking("feature");
  final List<String> heard = new ArrayList<>();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  /** A feature with kernels for both operators and a fallback. */
  record Speaking(String name) implements Feature {
    @Override
    public void register(KernelRegistrar kernels) {
      kernels
          .boxed(TYPED, DispatchKey.META, (operator, keys, stack) -> answer(stack, 2, name))
          .boxed(BOXED, DispatchKey.CPU, (operator, keys, stack) -> answer(stack, 1, name))
          .fallback(DispatchKey.TRACER, (operator, keys, stack) -> answer(stack, 1, name));
    }
  }

  private static void answer(Stack stack, int arguments, String text) {
    stack.drop(arguments);
    stack.push(text);
  }

  /** Counts the calls of one observer. */
  static final class Counting implements CallObserver {
    int calls;

    @Override
    public Object started(ObservedCall call) {
      calls++;
      return null;
    }
  }

  World(FaultPoint faults) {
    dispatcher = new LocalDispatcher(faults);
    whiteboard = new Whiteboard(dispatcher);
    concat = dispatcher.operator(Concat.TYPE);
    library =
        commit(
            "library",
            changes ->
                changes
                    .namespace("t")
                    .define(Concat.TYPE.schema(), List.of(1))
                    .define(OperatorSchema.parse("t::boxed(Tensor x) -> str"))
                    .name(OperatorName.parse("t::kept")));
    boxed = dispatcher.operator("t::boxed");
    older = kernels("older");
    whiteboard.plug(feature, Provenance.of("feature"), 0);
    dispatcher.listen(
        new OperatorListener() {
          @Override
          public void overridden(Overriding overriding) {
            heard.add(overriding.by() + " over " + overriding.over());
          }
        });
  }

  Registration commit(String by, Consumer<Changes> changes) {
    return dispatcher.commit(Provenance.of(by), changes);
  }

  /** Registers kernels and a definition. */
  Registration kernels(String by) {
    return commit(
        by,
        changes ->
            changes
                .define(OperatorSchema.parse("t::of_%s(Tensor x) -> str".formatted(by)))
                .kernel(OperatorName.parse("t::of_" + by), DispatchKey.CPU, saying(by))
                .kernel(BOXED, DispatchKey.CPU, saying(by))
                .kernel(
                    TYPED,
                    DispatchKey.CPU,
                    KernelFunction.typed(Concat.TYPE, (Concat.Kernel) (self, text) -> text + by)));
  }

  static KernelFunction saying(String text) {
    return KernelFunction.boxed((operator, keys, stack) -> answer(stack, 1, text));
  }

  /** Returns all that a change which fails must leave as it was; calls what can be called. */
  List<Object> state() {
    List<Object> state = new ArrayList<>();
    for (OperatorName name : dispatcher.operators()) {
      var report = dispatcher.report(name).orElseThrow();
      state.add(new OperatorDump(report).state());
      state.add(new OperatorDump(report).computedTable());
      state.add(report.registrations());
      state.add(report.tags());
      state.add(report.signature());
      state.add(dispatcher.history(name));
    }
    state.add(dispatcher.fallbacks());
    state.add(dispatcher.libraries().toString());
    state.add(dispatcher.history());
    state.add(dispatcher.generation());
    state.add(whiteboard.plugged().size());
    state.add(List.copyOf(heard));
    state.addAll(calls());
    return state;
  }

  /** Returns the histories of the operators as text without times. */
  List<String> events() {
    return dispatcher.operators().stream()
        .flatMap(name -> dispatcher.history(name).stream())
        .map(event ->
            "%d %s %s %s %s"
                .formatted(
                    event.generation(),
                    event.isRegistration(),
                    event.key(),
                    event.before(),
                    event.after()))
        .toList();
  }

  /** Returns what calls through held operators answer. */
  List<Object> calls() {
    List<Object> answers = new ArrayList<>();
    answers.add(answer(() -> concat.call(x, "")));
    answers.add(answer(() -> call(boxed)));
    return answers;
  }

  /** Returns what calls answer of operators that are requested only now. */
  List<Object> lateCalls() {
    return dispatcher.operators().stream()
        .filter(name -> name.base().startsWith("of_"))
        .map(name -> answer(() -> call(dispatcher.operator(name.toString()))))
        .toList();
  }

  private String call(Operator operator) {
    Stack stack = new Stack().push(x);
    operator.callBoxed(stack);
    return stack.string(0);
  }

  private static Object answer(Supplier<String> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      return failure.getClass();
    }
  }

  /** Makes what was stored but not published visible, if there was any. */
  static void advance() {
    long _ = Internals.EPOCHS.advance();
  }
}
