package jackfield.shell.command;

import jackfield.shell.report.Json;
import jackfield.shell.report.LeakReports;
import jackfield.spi.Platform;
import jackfield.spi.Platform.Removal;
import jackfield.spi.RemovedBundles;
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

/** The command {@code leaks}, which shows the verdicts on unplugged bundles. */
@Component(
    service = LeakCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=leaks",
      "osgi.command.function=__leaks"
    })
public final class LeakCommands {
  private static final String NOW = "--now";
  private static final long LIMIT_SECONDS = 60; // far beyond any reasonable deadline

  private final RemovedBundles removedBundles;
  private final LeakReports leaks;

  /** Creates the command; called by Declarative Services. */
  @Activate
  public LeakCommands(@Reference RemovedBundles removedBundles, @Reference Platform platform) {
    this(removedBundles, platform::removals);
  }

  LeakCommands(RemovedBundles removedBundles, Supplier<List<Removal>> removals) {
    this.removedBundles = removedBundles;
    this.leaks = new LeakReports(removedBundles, removals);
  }

  /** Lists the unplugged bundles and the verdicts on their class loaders. */
  @Descriptor("lists the unplugged bundles, and whether their class loaders are collected")
  @Example({"leaks", "leaks --now", "leaks | grep leaked", "each (leaks) { echo ($it reason) }"})
  public Object leaks(
      @Descriptor(Json.SAYS)
          @Parameter(names = Json.FLAG, presentValue = "true", absentValue = "false")
          boolean json,
      @Descriptor("requests pending verdicts: collects garbage, and dumps the heap for what stays")
          @Parameter(names = NOW, presentValue = "true", absentValue = "false")
          boolean isNow)
      throws InterruptedException {
    if (isNow) {
      awaitVerdicts();
    }
    return Json.unless(json, leaks.all());
  }

  /** Waits for the verdicts; shows those that exceed the limit as pending. */
  private void awaitVerdicts() throws InterruptedException {
    try {
      removedBundles.decideNow().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      return;
    } catch (ExecutionException broken) { // verdicts do not fail
      throw new IllegalStateException("no verdict", broken.getCause());
    }
  }

  /** Offers the flags. */
  public List<String> __leaks() {
    return List.of(Json.FLAG, NOW);
  }
}
