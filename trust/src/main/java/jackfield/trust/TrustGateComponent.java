package jackfield.trust;

import jackfield.spi.TrustGate;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.Optional;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleListener;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.Designate;

/** Stands at the resolver's door from its bundle's start to its stop. */
@Component(
    service = {TrustGate.class, ResolverHookFactory.class},
    configurationPid = "jackfield.trust",
    immediate = true)
@Designate(ocd = TrustSettings.class)
public final class TrustGateComponent implements TrustGate, ResolverHookFactory, BundleListener {
  private final BundleContext framework;
  private final Path home;
  private final Gatekeeper gatekeeper;

  /** Opens the gate's office; called by Declarative Services, as the others are. */
  @Activate
  public TrustGateComponent(BundleContext context, TrustSettings settings) {
    framework = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getBundleContext();
    home = Path.of(Optional.ofNullable(context.getProperty("jackfield.home")).orElse(""));
    Optional<Path> distribution =
        Optional.ofNullable(context.getProperty("jackfield.dist")).map(Path::of);
    gatekeeper =
        new Gatekeeper(
            context.getDataFile("verify").toPath(),
            distribution,
            Clock.systemUTC(),
            TrustRules.of(settings, home));
    framework.addBundleListener(this);
  }

  /** Follows a changed configuration at once. */
  @Modified
  public void modified(TrustSettings settings) {
    gatekeeper.follow(TrustRules.of(settings, home));
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
