package jackfield.shell.command;

import jackfield.shell.report.Json;
import jackfield.shell.report.LeakReports;
import jackfield.spi.Departures;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Leaving;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
  private static final String NOW = "--now";
  private static final long LIMIT_SECONDS = 60; // far beyond any deadline that makes sense

  private final Departures departures;
  private final LeakReports leaks;

  /** Creates the command; called by Declarative Services. */
  @Activate
  public LeakCommands(@Reference Departures departures, @Reference Platform platform) {
    this(departures, platform::leaving);
  }

  LeakCommands(Departures departures, Supplier<List<Leaving>> leaving) {
    this.departures = departures;
    this.leaks = new LeakReports(departures, leaving);
  }

  /** Lists who left and what became of their class loaders. */
  @Descriptor("lists the bundles that left, and whether their class loaders are collected")
  @Example({"leaks", "leaks --now", "leaks | grep leaked", "each (leaks) { echo ($it reason) }"})
  public Object leaks(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("asks for pending verdicts: collects, and dumps the heap for what stays")
          @Parameter(names = NOW, presentValue = "true", absentValue = "false")
          boolean isNow)
      throws InterruptedException {
    if (isNow) {
      awaitVerdicts();
    }
    return Json.unless(json, leaks.all());
  }

  /** What is pending after the limit is shown so. */
  private void awaitVerdicts() throws InterruptedException {
    try {
      departures.judgeNow().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      return;
    } catch (ExecutionException broken) { // a verdict never is
      throw new IllegalStateException("no verdict", broken.getCause());
    }
  }

  /** Offers the flags. */
  public List<String> __leaks() {
    return List.of(Json.FLAG, NOW);
  }
}
