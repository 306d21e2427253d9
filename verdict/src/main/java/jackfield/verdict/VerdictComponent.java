package jackfield.verdict;

import jackfield.spi.RemovedBundles;
import java.lang.System.Logger.Level;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

/** Offers the verdicts of the leak detector as a service. */
@Component(service = RemovedBundles.class, immediate = true, configurationPid = "jackfield.verdict")
@Designate(ocd = Rules.class)
public final class VerdictComponent implements RemovedBundles {
  private static final System.Logger LOG = System.getLogger("jackfield.verdict");

  private final HeapDumps dumps;
  private final LeakDetector detector;
  private final Revisions revisions;
  private final CollectionListener cleared;

  /** Creates and starts the detector; called by Declarative Services. */
  @Activate
  public VerdictComponent(BundleContext context, Rules rules) {
    // The framework's own context outlives this bundle and receives every event.
    var framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    this.dumps = new HeapDumps(Path.of(System.getProperty("java.io.tmpdir")), limits(rules));
    var queue = new ReferenceQueue<ClassLoader>();
    this.revisions = new Revisions(framework, this::removed, queue);
    this.detector =
        new LeakDetector(
            settings(rules, Policy.PROMPT),
            new VirtualMachineCollector(),
            dumps,
            revisions,
            MappedFiles.ofThisProcess());
    this.cleared = new CollectionListener(queue, detector::cleared);
    revisions.open();
  }

  private void removed(Revision revision) {
    detector.removed(revision);
  }

  private static Settings settings(Rules rules, Policy present) {
    return new Settings(
        policy(rules.verdict(), present),
        TimeUnit.MILLISECONDS.toNanos(rules.deadline_millis()),
        rules.collect(),
        TimeUnit.MILLISECONDS.toNanos(rules.collect_interval_millis()),
        rules.kept());
  }

  /** Returns the policy of that name, or {@code present} with a warning if there is none. */
  private static Policy policy(String name, Policy present) {
    for (Policy policy : Policy.values()) {
      if (policy.name().equalsIgnoreCase(name.strip())) {
        return policy;
      }
    }
    LOG.log(
        Level.WARNING,
        "jackfield.verdict: verdict={0} is no policy, {1} stays in force; available: prompt, natural",
        name,
        present.name().toLowerCase(Locale.ROOT));
    return present;
  }

  private static HeapDumps.Limits limits(Rules rules) {
    return new HeapDumps.Limits(rules.heap_dump(), rules.heap_dump_max_megabytes());
  }

  @Modified
  void follow(Rules rules) {
    detector.follow(settings(rules, detector.policy()));
    dumps.follow(limits(rules));
  }

  @Deactivate
  void close() {
    revisions.close();
    cleared.close();
    detector.close();
  }

  @Override
  public List<RemovedBundle> removedBundles() {
    return detector.removedBundles();
  }

  @Override
  public Optional<CompletableFuture<RemovedBundle>> verdict(long bundleId) {
    return detector.verdict(bundleId);
  }

  @Override
  public Policy policy() {
    return detector.policy();
  }

  @Override
  public CompletableFuture<Void> decideNow() {
    return detector.decideNow();
  }

  @Override
  public String collector() {
    return detector.collector();
  }
}
