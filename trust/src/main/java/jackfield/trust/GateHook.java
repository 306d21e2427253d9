package jackfield.trust;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Keeps what the gatekeeper refuses out of one resolve operation.
 *
 * <p>Only a refused revision that was itself to be resolved is taken from the resolvable ones. As
 * soon as a hook takes any, Felix 7 offers nobody what is already resolved, so that one refused
 * bundle, lying about installed, would keep all others from resolving. A refused revision that
 * might be drawn in is kept out by its wires: it is offered to nobody, and offered nothing, which
 * for a fragment means that it finds no host.
 */
final class GateHook implements ResolverHook {
  private final Gatekeeper gatekeeper;
  private final Set<BundleRevision> triggers;
  private final Map<BundleRevision, Boolean> refused = new ConcurrentHashMap<>();

  GateHook(Gatekeeper gatekeeper, Collection<BundleRevision> triggers) {
    this.gatekeeper = gatekeeper;
    this.triggers = Set.copyOf(triggers);
  }

  @Override
  public void filterResolvable(Collection<BundleRevision> candidates) {
    candidates.removeIf(revision -> triggers.contains(revision) && isRefused(revision));
  }

  @Override
  public void filterMatches(
      BundleRequirement requirement, Collection<BundleCapability> candidates) {
    if (isRefused(requirement.getRevision())) {
      candidates.removeIf(offer -> true);
    } else {
      candidates.removeIf(offer -> isRefused(offer.getRevision()));
    }
  }

  private boolean isRefused(BundleRevision revision) {
    return refused.computeIfAbsent(revision, gatekeeper::refuses);
  }

  @Override
  public void filterSingletonCollisions(
      BundleCapability singleton, Collection<BundleCapability> collisions) {} // no opinion

  @Override
  public void end() {} // the hook is made for one operation
}
