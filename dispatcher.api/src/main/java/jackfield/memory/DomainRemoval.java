package jackfield.memory;

import jackfield.internal.MemoryRemoval;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Removes memory together with the bundle that it belongs to. A call must never read an address
 * that no longer belongs to the tensor's elements. It must never use a device's address with the
 * host's keys, or the reverse. Calls must not pay for this. The platform therefore makes these
 * steps after the calls of the bundle's kernels and its own work have ended:
 *
 * <ol>
 *   <li>{@link #seal}: allocations and addresses are refused. Until the end of the next step {@link
 *       #unseal} restores everything.
 *   <li>A grace period: an {@linkplain jackfield.context.Epochs epoch} begins, and the calls of
 *       older epochs are awaited, because they may have read an address.
 *   <li>{@link #settle}: each storage is evacuated or orphaned, and its former memory is released.
 *       From here on evacuated storages and their tensors belong to the host. This includes tensors
 *       that a call creates meanwhile from a tensor whose former keys it has read.
 *   <li>A second grace period, for calls that have read those keys; then {@link #open} makes the
 *       evacuated tensors usable.
 * </ol>
 *
 * <p>An evacuated storage stays the same object, so views, saved values, versions and scopes need
 * no extra work. Its address changes, and so do the keys and the device of its tensors.
 *
 * <p><em>Threads</em>: used by one thread at a time.
 */
final class DomainRemoval implements MemoryRemoval {
  private final String bundle;
  private final List<MemoryDomain> domains;

  /**
   * Creates a removal on which no step was made.
   *
   * @param bundle the bundle that is removed, with its version, for errors
   * @param domains the domains of its memory; domains that cannot {@linkplain
   *     MemoryDomain#isRemovable be removed} are skipped
   */
  DomainRemoval(String bundle, Collection<MemoryDomain> domains) {
    this.bundle = bundle;
    this.domains = domains.stream().filter(MemoryDomain::isRemovable).distinct().toList();
  }

  @Override
  public boolean isEmpty() {
    return domains.isEmpty();
  }

  @Override
  public Tally vetoes() {
    Tally found = count(domain -> domain.fate() == TensorFate.VETO);
    if (found.isEmpty()) {
      return found;
    }
    System.gc();
    return count(domain -> domain.fate() == TensorFate.VETO);
  }

  private Tally count(Predicate<MemoryDomain> counted) {
    return domains.stream()
        .filter(counted)
        .map(domain -> domain.storages().tally())
        .reduce(Tally.NONE, Tally::plus);
  }

  @Override
  public void seal() {
    domains.forEach(domain -> domain.seal(bundle));
  }

  @Override
  public void unseal() {
    domains.forEach(MemoryDomain::unseal);
  }

  @Override
  public Outcome settle(boolean mayEvacuate) {
    return domains.stream()
        .map(domain -> domain.settle(mayEvacuate))
        .reduce(Outcome.NOTHING, Outcome::plus);
  }

  @Override
  public void open() {
    domains.forEach(MemoryDomain::open);
  }

  @Override
  public Outcome abandon() {
    seal();
    domains.forEach(MemoryDomain::abandon);
    return new Outcome(Tally.NONE, count(domain -> true), "calls are still running");
  }
}
