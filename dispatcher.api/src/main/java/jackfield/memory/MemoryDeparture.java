package jackfield.memory;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
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
 *   <li>A grace period: an {@linkplain jackfield.context.Epochs#advance epoch} begins, and the
 *       calls of older epochs are awaited, because they may have read an address.
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
public final class MemoryDeparture {
  private final String leaver;
  private final List<MemoryDomain> domains;

  /**
   * A number of tensors and the size of their storages.
   *
   * @param tensors the number of tensors, including views
   * @param sizeBytes the size of the storages, each counted once
   */
  public record Tally(int tensors, long sizeBytes) {
    static final Tally NONE = new Tally(0, 0);

    /** Returns whether there are no tensors and no bytes. */
    public boolean isEmpty() {
      return tensors == 0 && sizeBytes == 0;
    }

    Tally plus(Tally other) {
      return new Tally(tensors + other.tensors, sizeBytes + other.sizeBytes);
    }

    /** Returns the text, such as {@code 3 tensors, 1.2 MiB}. */
    @Override
    public String toString() {
      return tensors + (tensors == 1 ? " tensor, " : " tensors, ") + sizeText();
    }

    private String sizeText() {
      if (sizeBytes < 1 << 10) {
        return sizeBytes + " bytes";
      }
      boolean isLarge = sizeBytes >= 1 << 20;
      double size = (double) sizeBytes / (isLarge ? 1 << 20 : 1 << 10);
      return String.format(Locale.ROOT, "%.1f %s", size, isLarge ? "MiB" : "KiB");
    }
  }

  /**
   * What became of the tensors.
   *
   * @param evacuated the tensors that were moved to the host
   * @param orphaned the tensors whose memory was removed
   * @param problem why some tensors could not be evacuated; empty for none
   */
  public record Outcome(Tally evacuated, Tally orphaned, String problem) {
    static final Outcome NOTHING = new Outcome(Tally.NONE, Tally.NONE, "");

    Outcome plus(Outcome other) {
      return new Outcome(
          evacuated.plus(other.evacuated),
          orphaned.plus(other.orphaned),
          problem.isEmpty() ? other.problem : problem);
    }

    /**
     * Returns the text, such as {@code 3 tensors, 1.2 MiB evacuated to the host}; empty for none.
     */
    @Override
    public String toString() {
      String moved = evacuated.isEmpty() ? "" : evacuated + " evacuated to the host";
      String left = orphaned.isEmpty() ? "" : orphaned + " orphaned";
      String both = moved + (moved.isEmpty() || left.isEmpty() ? "" : "; ") + left;
      return problem.isEmpty() || both.isEmpty() ? both : both + ": " + problem;
    }
  }

  /**
   * Creates a removal on which no step was made.
   *
   * @param leaver the bundle that is removed, with its version, for errors
   * @param domains the domains of its memory; domains that cannot {@linkplain MemoryDomain#mayLeave
   *     be removed} are skipped
   */
  public MemoryDeparture(String leaver, Collection<MemoryDomain> domains) {
    this.leaver = leaver;
    this.domains = domains.stream().filter(MemoryDomain::mayLeave).distinct().toList();
  }

  /** Returns whether there is no memory to remove. */
  public boolean isEmpty() {
    return domains.isEmpty();
  }

  /**
   * Counts the tensors that prevent the removal by {@link TensorFate#VETO}. It forces a garbage
   * collection before it counts, so unreachable tensors do not count.
   */
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
        .map(domain -> domain.residents().tally())
        .reduce(Tally.NONE, Tally::plus);
  }

  /** Refuses allocations, and addresses in calls that begin after the next epoch. */
  public void seal() {
    domains.forEach(domain -> domain.seal(leaver));
  }

  /** Cancels {@link #seal}. */
  public void unseal() {
    domains.forEach(MemoryDomain::unseal);
  }

  /**
   * Evacuates or orphans the sealed storages. No call that began before the sealing may be running.
   *
   * @param mayEvacuate false to orphan all, whatever the domains say
   */
  public Outcome settle(boolean mayEvacuate) {
    return domains.stream()
        .map(domain -> domain.settle(mayEvacuate))
        .reduce(Outcome.NOTHING, Outcome::plus);
  }

  /** Makes evacuated tensors usable. No call that began before {@link #settle} may be running. */
  public void open() {
    domains.forEach(MemoryDomain::open);
  }

  /**
   * Orphans all tensors at once and releases no memory, because calls may run that cannot be
   * awaited.
   */
  public Outcome abandon() {
    seal();
    domains.forEach(MemoryDomain::abandon);
    return new Outcome(Tally.NONE, count(domain -> true), "calls are still running");
  }
}
