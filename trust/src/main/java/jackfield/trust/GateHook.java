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
 * Excludes the bundles that the gatekeeper refuses from one resolve operation.
 *
 * <p>The hook removes a refused revision from the resolvable ones only if the revision triggered
 * the operation. As soon as a hook removes any, Felix 7 no longer offers the capabilities of
 * resolved bundles. One refused bundle that is merely installed would then keep all others from
 * resolving. Other refused revisions are excluded by their wires: the hook removes their
 * capabilities and their candidates. A refused fragment thus finds no host.
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
  public void end() {} // the hook exists for one operation
}
