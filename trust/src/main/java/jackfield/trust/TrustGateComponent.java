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
 * Hooks the gate into the framework's resolver from its bundle's start to its stop.
 *
 * <p>The gate is shut until its configuration has been read. It applies a change of the
 * configuration before the call that makes the change returns. Declarative Services does not
 * configure it. When a configuration is deleted it would deactivate this component and activate
 * another, and bundles that resolve in between would be admitted.
 */
@Component(
    service = {TrustGate.class, ResolverHookFactory.class, SynchronousConfigurationListener.class},
    configurationPid = GateConfigurations.PID,
    configurationPolicy = ConfigurationPolicy.IGNORE,
    immediate = true)
@Designate(ocd = TrustSettings.class)
public final class TrustGateComponent
    implements TrustGate, ResolverHookFactory, BundleListener, SynchronousConfigurationListener {
  private final BundleContext framework;
  private final GateConfigurations configured;
  private final Gatekeeper gatekeeper;
  private final Set<ConfigurationAdmin> services = ConcurrentHashMap.newKeySet();

  /** Creates the gate, shut; called by Declarative Services. */
  @Activate
  public TrustGateComponent(BundleContext context) {
    framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    configured =
        new GateConfigurations(
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

  /** Adds a Configuration Admin and reads the configuration. */
  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  public void bind(ConfigurationAdmin service) {
    services.add(service);
    follow();
  }

  /** Removes a Configuration Admin; the rules stay in force. */
  public void unbind(ConfigurationAdmin service) {
    services.remove(service);
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    if (GateConfigurations.isConcernedBy(event.getPid(), event.getFactoryPid())) {
      follow();
    }
  }

  // Synchronized, so that the rules that were read last are applied last.
  private synchronized void follow() {
    gatekeeper.follow(configured.rules(services, Instant.now()));
  }

  /** Stops listening; from now on every bundle resolves. */
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
      throw new IllegalArgumentException("no bundle has the id " + bundleId);
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
