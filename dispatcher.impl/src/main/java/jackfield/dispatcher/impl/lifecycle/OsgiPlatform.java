package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.log.ComponentLog;
import jackfield.dispatcher.impl.registry.Expectation;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.DispatcherComponent;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.ChangePolicy;
import jackfield.spi.DrainPolicy;
import jackfield.spi.Platform;
import jackfield.spi.PlugSteps;
import jackfield.spi.SelfCheck;
import jackfield.spi.SwapReport;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/** Plugs, unplugs and swaps bundles of the running framework. */
@Component(service = Platform.class, immediate = true)
public final class OsgiPlatform implements Platform {
  private final LocalDispatcher dispatcher;
  private final WhiteboardComponent whiteboard;
  private final Bundles bundles;
  private final Settings settings;
  private final Steps steps = new Steps();
  private final Uninstallation uninstallation = new Uninstallation(steps);
  private final Removals removals = new Removals();
  private final Claims claims = new Claims();
  private final Map<SelfCheck, Long> checks = new ConcurrentHashMap<>(); // with the bundle's id

  /** Creates the component; called by Declarative Services. */
  @Activate
  public OsgiPlatform(
      BundleContext context,
      @Reference DispatcherComponent dispatcher,
      @Reference WhiteboardComponent whiteboard,
      @Reference Settings settings,
      @Reference ComponentLog log,
      @Reference ServiceComponentRuntime components) {
    this.dispatcher = dispatcher.dispatcher();
    this.whiteboard = whiteboard;
    this.settings = settings;
    this.bundles =
        new Bundles(
            context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext(),
            components,
            log.refusals());
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindSteps(PlugSteps listener) {
    steps.add(listener);
  }

  void unbindSteps(PlugSteps listener) {
    steps.remove(listener);
  }

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindCheck(ServiceReference<SelfCheck> reference, SelfCheck check) {
    checks.put(check, (Long) reference.getProperty(Constants.SERVICE_BUNDLEID));
  }

  void unbindCheck(SelfCheck check) {
    checks.remove(check);
  }

  // ---- what the requests use

  LocalDispatcher dispatcher() {
    return dispatcher;
  }

  WhiteboardComponent whiteboard() {
    return whiteboard;
  }

  Removals runningRemovals() {
    return removals;
  }

  Settings settings() {
    return settings;
  }

  Steps steps() {
    return steps;
  }

  /** Returns how errors name a file; see {@link Bundles#subject}. */
  String subject(Path file) {
    return bundles.subject(file);
  }

  BundleInstall install(String action, String subject) {
    return new BundleInstall(action, subject, bundles, claims, whiteboard, steps, removals);
  }

  /** Creates the removal of a bundle, which ends with its uninstallation. */
  BundleRemoval removal(
      Bundle bundle,
      DrainPolicy policy,
      ServiceTransaction made,
      Consumer<ServiceTransaction> onRestored) {
    return new BundleRemoval(bundle, policy, made, steps, uninstallation, onRestored);
  }

  /** Returns the self-checks that {@code bundle} registered. */
  List<SelfCheck> selfChecks(Bundle bundle) {
    return checks.entrySet().stream()
        .filter(check -> check.getValue() == bundle.getBundleId())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Lets calls wait, as configured, for the kernels that {@code made} withdrew. */
  Expectation expect(ServiceTransaction made) {
    return dispatcher.waits().expect(made.withdrawnKernels(), settings.awaitKernel());
  }

  Collection<Object> services(Bundle bundle) {
    return whiteboard.servicesOf(bundle.getBundleId());
  }

  // ---- requests

  @Override
  public PlugReport plug(Path file, ChangePolicy changes) {
    return new Plug(this, changes).run(List.of(file)).getFirst();
  }

  @Override
  public List<PlugReport> plug(List<Path> files) {
    return new Plug(this, ChangePolicy.AS_CONFIGURED).run(files);
  }

  @Override
  public PlugReport unplug(String bundle) {
    return unplug(bundle, settings.drainPolicy());
  }

  @Override
  public PlugReport unplug(String asked, DrainPolicy policy) {
    long start = System.nanoTime();
    return alone("unplug", asked, bundle -> unplug(bundle, policy, start));
  }

  private PlugReport unplug(Bundle bundle, DrainPolicy policy, long start) {
    PlugReport before = report(PlugReport.Action.UNPLUGGED, bundle, "", start);
    ServiceTransaction made = withdraw("unplug", bundle);
    BundleRemoval removal = removal(bundle, policy, made, ServiceTransaction::complete);
    return new PlugReport(
        switch (removals.conclude(bundle, removal)) {
          case REMOVED -> PlugReport.Action.UNPLUGGED;
          case QUARANTINED -> PlugReport.Action.QUARANTINED;
          case DRAINING -> PlugReport.Action.DRAINING;
          case QUIESCING, RESTORED -> throw new IllegalStateException("not the end of a wait");
        },
        before.bundle(),
        before.version(),
        before.bundleId(),
        dispatcher.generation(),
        removal.memory().text(),
        "",
        System.nanoTime() - start);
  }

  /** Withdraws all registrations of a bundle as one generation. */
  ServiceTransaction withdraw(String action, Bundle bundle) {
    String name = WhiteboardComponent.shortName(bundle);
    try {
      steps.before(PlugSteps.Step.COMMIT, name);
      return whiteboard.exchange(services(bundle), List.of());
    } catch (RuntimeException | Error thrown) { // a listener to steps refused
      throw new PlugFailure(action, name, "commit", Bundles.reason(thrown), "ask again", thrown);
    }
  }

  /** Runs a request that removes or updates a bundle, alone; refuses bundles of the core. */
  private <T> T alone(String action, String asked, Function<Bundle, T> request) {
    Bundle found = find(action, asked);
    bundles.refuseCore(found, action, asked);
    return removals.alone(
        found,
        action,
        asked,
        () -> {
          whiteboard.whiteboard().evacuation(services(found)).refuse(action, asked);
          return request.apply(found);
        });
  }

  /** Finds the bundle of a name; prefers bundles that are not being plugged or removed. */
  private Bundle find(String action, String asked) {
    List<Bundle> found = bundles.find(asked);
    List<Bundle> standing =
        found.stream()
            .filter(bundle -> !removals.isBeingRemoved(bundle) && !claims.isBeingPlugged(bundle))
            .toList();
    if (standing.size() > 1) {
      throw Bundles.ambiguous(action, asked, standing);
    }
    if (!standing.isEmpty()) {
      return standing.getFirst();
    }
    return found.stream()
        .filter(bundle -> !claims.isBeingPlugged(bundle))
        .findFirst()
        .orElseThrow(() -> absent(action, asked, !found.isEmpty()));
  }

  private PlugFailure absent(String action, String asked, boolean isBeingPlugged) {
    return isBeingPlugged
        ? new PlugFailure(
            action,
            asked,
            "another request is plugging it",
            "wait until that request has ended",
            null)
        : new PlugFailure(
            action,
            asked,
            "no bundle of that name is installed",
            "one of " + plugged().stream().map(Contribution::bundle).distinct().sorted().toList(),
            null);
  }

  @Override
  public SwapReport swap(String old, Path replacement, ChangePolicy changes) {
    return swap(old, replacement, settings.drainPolicy(), changes);
  }

  @Override
  public SwapReport swap(String old, Path replacement, DrainPolicy policy) {
    return swap(old, replacement, policy, ChangePolicy.AS_CONFIGURED);
  }

  private SwapReport swap(String old, Path replacement, DrainPolicy policy, ChangePolicy changes) {
    return alone(
        "swap", old, replaced -> new Swap(this, replaced, policy, changes).run(replacement));
  }

  @Override
  public SwapReport update(String bundle, Path content, ChangePolicy changes) {
    return alone("update", bundle, updated -> new Update(this, updated, changes).run(content));
  }

  @Override
  public List<Removal> removals() {
    return removals.reports();
  }

  @Override
  public void cancelDrain(String bundle) {
    removals.cancel(bundle);
  }

  long generation() {
    return dispatcher.generation();
  }

  /** Returns the report of a request that began at {@code start}. */
  PlugReport report(PlugReport.Action action, Bundle bundle, String check, long start) {
    return new PlugReport(
        action,
        WhiteboardComponent.shortName(bundle),
        bundle.getVersion().toString(),
        bundle.getBundleId(),
        dispatcher.generation(),
        "",
        check,
        System.nanoTime() - start);
  }

  @Override
  public List<Contribution> plugged() {
    return whiteboard.whiteboard().plugged().stream()
        .map(entry ->
            new Contribution(
                entry.kind(),
                entry.name(),
                entry.provenance().bundle(),
                entry.provenance().version(),
                entry.ranking(),
                entry.kernels()))
        .toList();
  }
}
