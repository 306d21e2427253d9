package jackfield.verdict;

import jackfield.spi.Departures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/** Hears who leaves and offers the verdicts. */
@Component(service = Departures.class, immediate = true, configurationPid = "jackfield.verdict")
@Designate(ocd = Rules.class)
public final class VerdictComponent implements Departures {
  private final HeapDumps dumps;
  private final Judge judge;
  private final Revisions revisions;

  /** Creates and opens it; called by Declarative Services. */
  @Activate
  public VerdictComponent(BundleContext context, Rules rules) {
    // By the framework's own context: it outlives this bundle and sees every event.
    var framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    this.dumps = new HeapDumps(Path.of(System.getProperty("java.io.tmpdir")), limits(rules));
    this.revisions = new Revisions(framework, this::left);
    this.judge =
        new Judge(
            settings(rules),
            new VirtualMachineCollector(),
            dumps,
            revisions,
            MappedFiles.ofThisProcess());
    revisions.open();
  }

  private void left(Revision revision) {
    judge.left(revision);
  }

  private static Judge.Settings settings(Rules rules) {
    return new Judge.Settings(
        TimeUnit.MILLISECONDS.toNanos(rules.deadline_millis()),
        rules.collect(),
        TimeUnit.MILLISECONDS.toNanos(rules.collect_interval_millis()),
        rules.kept());
  }

  private static HeapDumps.Limits limits(Rules rules) {
    return new HeapDumps.Limits(rules.heap_dump(), rules.heap_dump_max_megabytes());
  }

  @Modified
  void follow(Rules rules) {
    judge.follow(settings(rules));
    dumps.follow(limits(rules));
  }

  @Deactivate
  void close() {
    revisions.close();
    judge.close();
  }

  @Override
  public List<Departure> departures() {
    return judge.departures();
  }

  @Override
  public Optional<CompletableFuture<Departure>> verdict(long bundleId) {
    return judge.verdict(bundleId);
  }

  @Override
  public String collector() {
    return judge.collector();
  }
}
