package jackfield.shell;

import jackfield.spi.Departures;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Leaving;
import java.util.List;
import java.util.function.Supplier;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The command that looks at who left: {@code leaks}. */
@Component(
    service = LeakCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=leaks",
      "osgi.command.function=__leaks"
    })
public final class LeakCommands {
  private final LeakReports leaks;

  /** Creates the command; called by Declarative Services. */
  @Activate
  public LeakCommands(@Reference Departures departures, @Reference Platform platform) {
    this(departures, platform::leaving);
  }

  LeakCommands(Departures departures, Supplier<List<Leaving>> leaving) {
    this.leaks = new LeakReports(departures, leaving);
  }

  /** Lists who left and what became of their class loaders. */
  @Descriptor("lists the bundles that left, and whether their class loaders are collected")
  @Example({"leaks", "leaks | grep leaked", "each (leaks) { echo ($it reason) }"})
  public Object leaks(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json) {
    return Json.unless(json, leaks.all());
  }

  /** Offers the only flag. */
  public List<String> __leaks() {
    return List.of(Json.FLAG);
  }
}
