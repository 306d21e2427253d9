package jackfield.shell.call;

import jackfield.dispatch.Dispatcher;
import jackfield.error.InvalidArgument;
import jackfield.kernel.Stack;
import jackfield.shell.command.Example;
import jackfield.shell.command.Operands;
import jackfield.tensor.Scope;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands that call operators: {@code call}, {@code time}. */
@Component(
    service = CallCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=call",
      "osgi.command.function=__call",
      "osgi.command.function=time",
      "osgi.command.function=__time"
    })
public final class CallCommands {
  private static final String ARGUMENTS =
      "literals: [[1, 2], [3, 4]] for a tensor of float32, [1L, 2L] for one of int64, [0, 1] for"
          + " int[], 0.5, True, None, float32, or name=value";
  private static final int MOST_CALLS = 10_000_000; // the times of all calls are kept, 80 MB

  private final Dispatcher dispatcher;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public CallCommands(@Reference Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /**
   * Calls an operator. It is called twice, since the first call loads classes; an operator that
   * writes its arguments or draws random numbers is called once.
   */
  @Descriptor("calls an operator with literals; shows the result, the provider and the time")
  @Example({
    "call aten::add [1,2] [3,4] alpha=2",
    "call aten::addmm [0,0] [[1,2]] [[1,2],[3,4]]",
    "x = (call aten::relu [-1,1]); call aten::neg $x"
  })
  public Called call(@Descriptor(ARGUMENTS) @Operands({"OPERATOR", "ARGUMENTS"}) Object... words) {
    PreparedCall call = prepare(words, 0);
    Stack stack = new Stack();
    long nanos = call.nanos(stack);
    List<Object> results = PreparedCall.results(stack);
    Optional<String> state = call.state();
    if (state.isEmpty()) {
      try (Scope _ = Scope.open()) {
        nanos = call.nanos(stack);
      }
    }
    String server = call.server(results).toString();
    return new Called(call.operator(), results, server, nanos, state);
  }

  private PreparedCall prepare(Object[] words, int first) {
    Object[] arguments = Arrays.copyOfRange(words, first + 1, words.length);
    Binding binding =
        Overloads.of(dispatcher, String.valueOf(words[first])).bind(CallWords.of(arguments));
    return new PreparedCall(dispatcher, binding);
  }

  /** Repeats a call. Ctrl-C ends it early; the figures are then those of the calls so far. */
  @Descriptor("repeats a call; shows the median, the 90th percentile and the rate")
  @Example("time 10000 call aten::add [1,2] [3,4]")
  public Timed time(
      @Descriptor("how many calls, 1 to 10000000") String times,
      @Descriptor(ARGUMENTS) @Operands({"call", "OPERATOR", "ARGUMENTS"}) Object... words) {
    long[] nanos = new long[count(times)];
    if (!String.valueOf(words[0]).equals("call")) {
      throw new InvalidArgument("time", "COMMAND", "is " + words[0] + "; time repeats call only");
    }
    PreparedCall prepared = prepare(words, 1);
    Stack stack = new Stack();
    int made = 0;
    List<Object> results = List.of();
    while (made < nanos.length && (made == 0 || !Thread.interrupted())) {
      try (Scope _ = Scope.open()) {
        nanos[made++] = prepared.nanos(stack);
        results = PreparedCall.results(stack);
      }
    }
    String server = prepared.server(results).toString();
    return Timed.of(prepared.operator(), Arrays.copyOf(nanos, made), server);
  }

  /** A text, since Gogo reports a number that is no int as a mismatch of types. */
  private static int count(String times) {
    if (!times.matches("0*[1-9][0-9]{0,7}") || Integer.parseInt(times) > MOST_CALLS) {
      throw new InvalidArgument(
          "time", "TIMES", "is %s; expected a number from 1 to %d".formatted(times, MOST_CALLS));
    }
    return Integer.parseInt(times);
  }

  /** Offers operators, with and without their overloads. */
  public List<String> __call() {
    return dispatcher.operators().stream()
        .flatMap(name -> Stream.of(name.name(), name.toString()))
        .distinct()
        .toList();
  }

  /** Offers the word {@code call}, and operators. */
  public List<String> __time() {
    return Stream.concat(Stream.of("call"), __call().stream()).toList();
  }
}
