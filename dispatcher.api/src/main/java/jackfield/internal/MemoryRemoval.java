package jackfield.internal;

import java.util.Locale;

/**
 * The removal of a bundle's memory, in the steps that {@code jackfield.memory.DomainRemoval}
 * describes. The caller waits for calls between the steps.
 *
 * <p><em>Threads</em>: used by one thread at a time.
 */
public interface MemoryRemoval {
  /** Returns whether there is no memory to remove. */
  boolean isEmpty();

  /**
   * Counts the tensors that prevent the removal by {@code TensorFate.VETO}. It forces a garbage
   * collection before it counts, so unreachable tensors do not count.
   */
  Tally vetoes();

  /** Refuses allocations, and addresses in calls that begin after the next epoch. */
  void seal();

  /** Cancels {@link #seal}. */
  void unseal();

  /**
   * Evacuates or orphans the sealed storages. No call that began before the sealing may be running.
   *
   * @param mayEvacuate false to orphan all, whatever the domains say
   */
  Outcome settle(boolean mayEvacuate);

  /** Makes evacuated tensors usable. No call that began before {@link #settle} may be running. */
  void open();

  /**
   * Orphans all tensors at once and releases no memory, because calls may run that cannot be
   * awaited.
   */
  Outcome abandon();

  /**
   * A number of tensors and the size of their storages.
   *
   * @param tensors the number of tensors, including views
   * @param sizeBytes the size of the storages, each counted once
   */
  record Tally(int tensors, long sizeBytes) {
    /** No tensors. */
    public static final Tally NONE = new Tally(0, 0);

    /** Returns whether there are no tensors and no bytes. */
    public boolean isEmpty() {
      return tensors == 0 && sizeBytes == 0;
    }

    /** Returns the sum. */
    public Tally plus(Tally other) {
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
  record Outcome(Tally evacuated, Tally orphaned, String problem) {
    /** There were no tensors. */
    public static final Outcome NOTHING = new Outcome(Tally.NONE, Tally.NONE, "");

    /** Returns the sum, with the first problem. */
    public Outcome plus(Outcome other) {
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
}
