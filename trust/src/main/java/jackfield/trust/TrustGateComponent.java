package jackfield.trust;

import jackfield.spi.TrustGate;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.SynchronousConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Stands at the resolver's door from its bundle's start to its stop.
 *
 * <p>It is shut until its configuration was read, and hears of a change before the call that makes
 * it returns. Declarative Services does not configure it, since they take a component away and make
 * another when a configuration goes, and what came between would be let in.
 */
@Component(
    service = {TrustGate.class, ResolverHookFactory.class, SynchronousConfigurationListener.class},
    configurationPid = Configured.PID,
    configurationPolicy = ConfigurationPolicy.IGNORE,
    immediate = true)
@Designate(ocd = TrustSettings.class)
public final class TrustGateComponent
    implements TrustGate, ResolverHookFactory, BundleListener, SynchronousConfigurationListener {
  private final BundleContext framework;
  private final Configured configured;
  private final Gatekeeper gatekeeper;
  private final Set<ConfigurationAdmin> services = ConcurrentHashMap.newKeySet();

  /** Opens the gate's office; called by Declarative Services, as the others are. */
  @Activate
  public TrustGateComponent(BundleContext context) {
    framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    configured =
        new Configured(
            Path.of(Optional.ofNullable(context.getProperty("jackfield.home")).orElse("")));
    Optional<Path> distribution =
        Optional.ofNullable(context.getProperty("jackfield.dist")).map(Path::of);
    gatekeeper =
        new Gatekeeper(
            context.getDataFile("verify").toPath(),
            distribution,
            Clock.systemUTC(),
            configured.rules(Set.of(), Instant.now()));
    framework.addBundleListener(this);
  }

  /** Reads the configuration as soon as there is somebody to ask. */
  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  public void bind(ConfigurationAdmin service) {
    services.add(service);
    follow();
  }

  /** What was configured stays in force. */
  public void unbind(ConfigurationAdmin service) {
    services.remove(service);
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (Configured.isConcernedBy(event.getPid(), event.getFactoryPid())) {
      follow();
    }
  }

  // One after the other, so that the rules that were read last are followed last.
  private synchronized void follow() {
    gatekeeper.follow(configured.rules(services, Instant.now()));
  }

  /** Leaves: whatever comes is let in again. */
  @Deactivate
  public void deactivate() {
    framework.removeBundleListener(this);
  }

  @Override
  public ResolverHook begin(Collection<BundleRevision> triggers) {
    return new GateHook(gatekeeper, triggers);
  }

  @Override
  public Judgement judge(long bundleId) {
    Bundle bundle = framework.getBundle(bundleId);
    if (bundle == null) {
      throw new IllegalArgumentException("no bundle has the number " + bundleId);
    }
    return gatekeeper.judge(bundle.adapt(BundleRevision.class));
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.UNINSTALLED) {
      gatekeeper.forget(event.getBundle().getBundleId());
    }
  }
}
