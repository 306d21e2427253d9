package jackfield.shell.command;

import jackfield.dispatch.Dispatcher;
import jackfield.error.InvalidArgument;
import jackfield.report.OperatorReport;
import jackfield.shell.report.Devices;
import jackfield.shell.report.DumpReport;
import jackfield.shell.report.Json;
import jackfield.shell.report.KernelReports;
import jackfield.shell.report.KeySetWords;
import jackfield.shell.report.Names;
import jackfield.shell.report.SchemaReport;
import jackfield.shell.report.TableText;
import jackfield.shell.report.WhyReport;
import jackfield.shell.report.WhyText;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The commands that show operators: {@code ops}, {@code schema}, {@code table}, {@code why}, {@code
 * dump}.
 */
@Component(
    service = OperatorCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=ops",
      "osgi.command.function=__ops",
      "osgi.command.function=schema",
      "osgi.command.function=__schema",
      "osgi.command.function=table",
      "osgi.command.function=__table",
      "osgi.command.function=why",
      "osgi.command.function=__why",
      "osgi.command.function=dump",
      "osgi.command.function=__dump"
    })
public final class OperatorCommands {
  private static final String OPERATOR = "an operator, such as aten::addmm";
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9_.:]");
  private static final String[] USUAL_KEYS = {"CPU"};

  private final Dispatcher dispatcher;
  private final Names names;
  private final Supplier<Devices> devices;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public OperatorCommands(BundleContext context, @Reference Dispatcher dispatcher) {
    this(dispatcher, () -> Devices.of(context));
  }

  /** Creates the commands with another source of the devices' states. */
  public OperatorCommands(Dispatcher dispatcher, Supplier<Devices> devices) {
    this.dispatcher = dispatcher;
    this.names = new Names(dispatcher);
    this.devices = devices;
  }

  /** Lists all operators with registrations. */
  @Descriptor("lists the operators")
  @Example({"ops | grep add", "each (ops add) { echo (schema $it) }"})
  public Object ops(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return ops(json, "");
  }

  /** Lists the operators whose names contain a text. */
  @Descriptor("lists the operators whose names contain a text")
  public Object ops(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("part of a name, such as add") String part) {
    Matcher strange = NOT_IN_NAMES.matcher(part);
    if (strange.find()) {
      throw new InvalidArgument(
          "ops",
          "PART",
          "is %s, and no name has its character %d, %s; try letters, digits, _, . and :, as in add"
              .formatted(part, strange.start() + 1, strange.group()));
    }
    List<String> found = names.operators().stream().filter(name -> name.contains(part)).toList();
    return json ? Json.text(found) : found;
  }

  /** Shows the schema of an operator. */
  @Descriptor("shows an operator's arguments and results, and the bundle that defined it")
  @Example({"schema aten::addmm", "each ((schema add.Tensor) arguments) { echo ($it name) }"})
  public Object schema(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor(OPERATOR) String operator) {
    OperatorReport report = names.report(operator);
    return Json.unless(json, SchemaReport.of(report, names.schema(report)));
  }

  /** Shows the provider of each key of an operator. */
  @Descriptor("shows the provider of each key of an operator, the reason, and shadowed kernels")
  @Example({"table aten::addmm", "each (table addmm) { echo ($it servedBy) }"})
  public Object table(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("show keys without a kernel of their own too")
          @Parameter(
              names = {"-a", "--all"},
              presentValue = "true",
              absentValue = "false")
          boolean all,
      @Descriptor(OPERATOR) String operator) {
    TableText text =
        new TableText(
            dispatcher.table(Names.operator(operator)),
            names.report(operator),
            names,
            new KernelReports(dispatcher, names));
    return Json.unless(json, text.listing(all));
  }

  /** Explains why keys of an operator have their kernels. */
  @Descriptor("explains why keys of an operator have their kernels; without a key, for CPU")
  @Example({"why aten::addmm CUDA", "why addmm \"CPU|AutogradCPU|ADInplaceOrView\""})
  public Object why(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor(OPERATOR) String operator,
      @Descriptor("one or several keys or key sets, such as CPU AutogradCPU or \"CPU|Profiler\"")
          String... keys) {
    OperatorReport report = names.report(operator);
    WhyReport why =
        new WhyReport(report, names, new WhyText(report, names, dispatcher, devices.get()));
    List<String> asked = List.of(keys.length == 0 ? USUAL_KEYS : keys);
    return Json.unless(json, why.listing(asked, new KeySetWords(names)));
  }

  /** Shows an operator in the format of PyTorch. */
  @Descriptor("shows an operator's registrations and table in the format of PyTorch")
  @Example("dump aten::addmm")
  public Object dump(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor(OPERATOR) String operator) {
    return Json.unless(json, DumpReport.of(names.report(operator)));
  }

  /** Offers operators. */
  public List<String> __ops() {
    return names.operators();
  }

  /** Offers operators. */
  public List<String> __schema() {
    return names.operators();
  }

  /** Offers operators. */
  public List<String> __table() {
    return names.operators();
  }

  /** Offers operators and keys. */
  public List<String> __why() {
    return Stream.concat(names.operators().stream(), names.keys().stream()).toList();
  }

  /** Offers operators. */
  public List<String> __dump() {
    return names.operators();
  }
}
