package jackfield.shell.command;

import jackfield.dispatch.Dispatcher;
import jackfield.shell.report.Json;
import jackfield.shell.report.KeyReports;
import jackfield.shell.report.KeySetReport;
import jackfield.shell.report.KeySetWords;
import jackfield.shell.report.Names;
import java.util.List;
import java.util.stream.Stream;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The commands that show dispatch keys: {@code keys}, {@code keyset}, {@code fallbacks}. */
@Component(
    service = KeyCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=keys",
      "osgi.command.function=__keys",
      "osgi.command.function=keyset",
      "osgi.command.function=__keyset",
      "osgi.command.function=fallbacks",
      "osgi.command.function=__fallbacks"
    })
public final class KeyCommands {
  private final Names names;
  private final KeyReports reports;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public KeyCommands(@Reference Dispatcher dispatcher) {
    this.names = new Names(dispatcher);
    this.reports = new KeyReports(dispatcher, names);
  }

  /** Lists all keys. */
  @Descriptor("lists the keys with their kind, bits, slot and fallback, and the leased backends")
  @Example({"keys | grep Autograd", "each (keys) { echo ($it slot) }"})
  public Object keys(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, reports.keys());
  }

  /** Shows the members of a key set and the slot of a call with it. */
  @Descriptor("shows the members of a key set, its slot, and the key set after a redispatch")
  @Example({"keyset \"CPU|AutogradCPU\"", "keyset CPU AutogradCPU", "keyset 0x2000010001"})
  public Object keyset(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("keys, backends (CPUBit), named sets (autograd) or raw numbers (0x10001)")
          String... set) {
    return Json.unless(json, KeySetReport.of(new KeySetWords(names).parse(List.of(set)), names));
  }

  /** Lists the fallbacks. */
  @Descriptor("lists the fallbacks: kernels of a key for every operator without its own")
  @Example("fallbacks | grep Autograd")
  public Object fallbacks(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, reports.fallbacks());
  }

  /** Offers the only flag. */
  public List<String> __keys() {
    return List.of(Json.FLAG);
  }

  /** Offers keys and named sets. */
  public List<String> __keyset() {
    return Stream.concat(KeySetWords.named().stream(), names.keys().stream()).toList();
  }

  /** Offers the only flag. */
  public List<String> __fallbacks() {
    return List.of(Json.FLAG);
  }
}
