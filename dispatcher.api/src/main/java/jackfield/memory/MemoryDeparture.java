package jackfield.memory;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * How memory leaves with the bundle that it belongs to. Nobody may ever read an address that is no
 * longer that of the tensor's elements, nor reach a device's address under the host's keys or the
 * reverse, and callers pay nothing for that; so whoever sees a bundle out makes these steps, after
 * the calls inside its kernels and its own work have ended:
 *
 * <ol>
 *   <li>{@link #seal}: allocations and addresses are refused. Until here, and as long as the next
 *       step lasts, {@link #unseal} puts all back as it was.
 *   <li>A grace period: an {@linkplain jackfield.context.Epochs#advance epoch} is begun, and the
 *       calls of older ones are waited for. They may have read an address before.
 *   <li>{@link #settle}: each storage is evacuated or orphaned, and its former memory released.
 *       Evacuated ones are the host's from here on, and so are the tensors over them, those too
 *       that a call makes meanwhile from a tensor whose former keys it has read.
 *   <li>A second grace period, for calls that have read those keys; then {@link #open}: what was
 *       evacuated can be used.
 * </ol>
 *
 * <p>A storage that was evacuated stays the same object, so views, saved values, versions and
 * scopes need no care: what changes is its address, and of its tensors keys and device.
 *
 * <p><em>Threads</em>: used by one thread at a time.
 */
public final class MemoryDeparture {
  private final String leaver;
  private final List<MemoryDomain> domains;

  /**
   * A number of tensors and the size of what they look into.
   *
   * @param tensors views counted
   * @param sizeBytes of the storages, each once
   */
  public record Tally(int tensors, long sizeBytes) {
    static final Tally NONE = new Tally(0, 0);

    /** Returns whether there is nothing. */
    public boolean isEmpty() {
      return tensors == 0 && sizeBytes == 0;
    }

    Tally plus(Tally other) {
      return new Tally(tensors + other.tensors, sizeBytes + other.sizeBytes);
    }

    /** Returns it in words: {@code 3 tensors, 1.2 MiB}. */
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
   * @param evacuated those that moved to the host
   * @param orphaned those that stayed behind
   * @param problem why some were not evacuated that should have been; empty if none
   */
  public record Outcome(Tally evacuated, Tally orphaned, String problem) {
    static final Outcome NOTHING = new Outcome(Tally.NONE, Tally.NONE, "");

    Outcome plus(Outcome other) {
      return new Outcome(
          evacuated.plus(other.evacuated),
          orphaned.plus(other.orphaned),
          problem.isEmpty() ? other.problem : problem);
    }

    /** Returns it in words: {@code 3 tensors, 1.2 MiB evacuated to the host}; empty for none. */
    @Override
    public String toString() {
      String moved = evacuated.isEmpty() ? "" : evacuated + " evacuated to the host";
      String left = orphaned.isEmpty() ? "" : orphaned + " orphaned";
      String both = moved + (moved.isEmpty() || left.isEmpty() ? "" : "; ") + left;
      return problem.isEmpty() || both.isEmpty() ? both : both + ": " + problem;
    }
  }

  /**
   * Begins with nothing done yet.
   *
   * @param leaver the bundle that leaves, with its version, for errors
   * @param domains those of its memory; others than those that {@linkplain MemoryDomain#mayLeave
   *     may leave} are passed over
   */
  public MemoryDeparture(String leaver, Collection<MemoryDomain> domains) {
    this.leaver = leaver;
    this.domains = domains.stream().filter(MemoryDomain::mayLeave).distinct().toList();
  }

  /** Returns whether there is no memory that leaves. */
  public boolean isEmpty() {
    return domains.isEmpty();
  }

  /**
   * Counts what forbids to leave, {@link TensorFate#VETO}; what nobody holds any more is collected
   * before.
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

  /** Refuses allocations, and in calls that begin after the next epoch addresses. */
  public void seal() {
    domains.forEach(domain -> domain.seal(leaver));
  }

  /** Lets all be used as before. */
  public void unseal() {
    domains.forEach(MemoryDomain::unseal);
  }

  /**
   * Evacuates or orphans what was sealed, when no call is left that began before.
   *
   * @param mayEvacuate false to orphan all, whatever the domains say
   */
  public Outcome settle(boolean mayEvacuate) {
    return domains.stream()
        .map(domain -> domain.settle(mayEvacuate))
        .reduce(Outcome.NOTHING, Outcome::plus);
  }

  /** Lets evacuated tensors be used, when no call is left that began before they were settled. */
  public void open() {
    domains.forEach(MemoryDomain::open);
  }

  /** Orphans all at once and releases nothing, since calls may be inside that cannot be awaited. */
  public Outcome abandon() {
    seal();
    domains.forEach(MemoryDomain::abandon);
    return new Outcome(Tally.NONE, count(domain -> true), "calls are inside");
  }
}
