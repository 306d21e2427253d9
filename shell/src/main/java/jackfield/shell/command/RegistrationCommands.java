package jackfield.shell.command;

import jackfield.dispatch.Dispatcher;
import jackfield.shell.report.HistoryReports;
import jackfield.shell.report.Json;
import jackfield.shell.report.KernelReports;
import jackfield.shell.report.LibraryReports;
import jackfield.shell.report.Names;
import java.util.List;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The commands that show registrations: {@code libraries}, {@code kernels}, {@code dangling},
 * {@code history}.
 */
@Component(
    service = RegistrationCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=libraries",
      "osgi.command.function=__libraries",
      "osgi.command.function=kernels",
      "osgi.command.function=__kernels",
      "osgi.command.function=dangling",
      "osgi.command.function=__dangling",
      "osgi.command.function=history",
      "osgi.command.function=__history"
    })
public final class RegistrationCommands {
  private final Names names;
  private final LibraryReports libraries;
  private final KernelReports kernels;
  private final HistoryReports history;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public RegistrationCommands(@Reference Dispatcher dispatcher) {
    this.names = new Names(dispatcher);
    this.libraries = new LibraryReports(dispatcher, names);
    this.kernels = new KernelReports(dispatcher, names);
    this.history = new HistoryReports(dispatcher, names);
  }

  /** Lists the libraries with their numbers of registrations. */
  @Descriptor("lists library blocks and bundles with their numbers of registrations")
  @Example({"libraries | grep aten", "each (libraries) { echo ($it by) }"})
  public Object libraries(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, libraries.libraries());
  }

  /** Lists the kernels of a bundle. */
  @Descriptor("lists the kernels and fallbacks of a bundle, and whether each is active")
  @Example("kernels backend.cpu | grep shadowed")
  public Object kernels(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("a bundle's name without version, such as backend.cpu") String bundle) {
    return Json.unless(json, kernels.ofBundle(bundle));
  }

  /** Lists the kernels of operators without a definition. */
  @Descriptor("lists the kernels of operators without a definition")
  @Example("dangling")
  public Object dangling(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, kernels.dangling());
  }

  /** Lists the commits and withdrawals. */
  @Descriptor("lists which bundles were plugged and unplugged, the newest first")
  @Example({"history", "history aten::addmm", "gogo:history"})
  public Object history(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, history.commits());
  }

  /** Lists the changes of an operator. */
  @Descriptor("lists the definitions and kernels that an operator got and lost, the newest first")
  public Object history(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("an operator, such as aten::addmm") String operator) {
    return Json.unless(json, history.changes(operator));
  }

  /** Offers the only flag. */
  public List<String> __libraries() {
    return List.of(Json.FLAG);
  }

  /** Offers bundles. */
  public List<String> __kernels() {
    return names.bundles();
  }

  /** Offers the only flag. */
  public List<String> __dangling() {
    return List.of(Json.FLAG);
  }

  /** Offers operators. */
  public List<String> __history() {
    return names.operators();
  }
}
