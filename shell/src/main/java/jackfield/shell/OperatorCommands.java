package jackfield.shell;

import jackfield.dispatch.DispatchKey;
import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.OperatorName;
import jackfield.dispatch.TableReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands that look into the dispatcher: {@code ops}, {@code table}, {@code why}. */
@Component(
    service = OperatorCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=ops",
      "osgi.command.function=__ops",
      "osgi.command.function=table",
      "osgi.command.function=__table",
      "osgi.command.function=why",
      "osgi.command.function=__why"
    })
public final class OperatorCommands {
  private final Dispatcher dispatcher;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public OperatorCommands(@Reference Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Lists all operators that something is registered for. */
  @Descriptor("lists the operators; example: ops | grep add")
  public List<String> ops() {
    return dispatcher.operators().stream().map(OperatorName::toString).toList();
  }

  /** Lists the operators whose names contain a text. */
  @Descriptor("lists the operators whose names contain a text")
  public List<String> ops(@Descriptor("part of a name, such as add") String part) {
    return ops().stream().filter(name -> name.contains(part)).toList();
  }

  /** Shows who serves which key of an operator. */
  @Descriptor("shows who serves which key of an operator, why, and who waits beneath")
  public TableText table(
      @Descriptor("show keys that nobody serves too")
          @Parameter(
              names = {"-a", "--all"},
              presentValue = "true",
              absentValue = "false")
          boolean all,
      @Descriptor("an operator, such as aten::addmm") String operator) {
    return new TableText(dispatcher.table(parse(operator)), all);
  }

  /** Says in words why keys of an operator are served as they are. */
  @Descriptor("says in words why keys of an operator are served as they are")
  public String why(
      @Descriptor("an operator, such as aten::addmm") String operator,
      @Descriptor("one or several keys, such as CPU AutogradCPU") String... keys) {
    TableReport report = dispatcher.table(parse(operator));
    List<String> answers = new ArrayList<>();
    for (String key : keys.length == 0 ? new String[] {"CPU"} : keys) {
      answers.add(new WhyText(report, dispatcher.history(), key(key)).toString());
    }
    return String.join("\n", answers);
  }

  private static OperatorName parse(String operator) {
    return OperatorName.parse(operator.contains("::") ? operator : "aten::" + operator);
  }

  private static DispatchKey key(String name) {
    return DispatchKey.parse(name);
  }

  /** Offers operators. */
  public List<String> __ops() {
    return ops();
  }

  /** Offers operators. */
  public List<String> __table() {
    return ops();
  }

  /** Offers operators and keys. */
  public List<String> __why() {
    Stream<String> keys = DispatchKey.runtime().stream().map(DispatchKey::toString);
    return Stream.concat(ops().stream(), keys).toList();
  }
}
