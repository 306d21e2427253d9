package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;

/**
 * One kernel at one key of one operator; told apart by identity, not by content.
 *
 * <p>The order in a key's list is by ranking, then newest first. What is new is told by the number
 * that a registration gets when it first comes, so that one that was taken back and is restored has
 * its old place. What comes by an update in place has the place of what left: a framework that
 * restarts its bundles does so in the order of their installation, which an update does not change.
 */
public final class KernelRegistration implements Withdrawable {
  private final OperatorName operator;
  private final DispatchKey key;
  private final boolean isCatchAll;
  private final KernelFunction kernel;
  private final int ranking;
  private final Provenance provenance;
  private final long inPlaceOf; // the number that it stands for; 0 for its own
  private long sequence; // 0 until first registered; guarded by the dispatcher's lock
  private volatile boolean isWithdrawn;

  public KernelRegistration(
      OperatorName operator,
      DispatchKey key,
      boolean isCatchAll,
      KernelFunction kernel,
      int ranking,
      Provenance provenance,
      long inPlaceOf) {
    this.operator = operator;
    this.key = key;
    this.isCatchAll = isCatchAll;
    this.kernel = kernel;
    this.ranking = ranking;
    this.provenance = provenance;
    this.inPlaceOf = inPlaceOf;
  }

  public OperatorName operator() {
    return operator;
  }

  public DispatchKey key() {
    return key;
  }

  public KernelFunction kernel() {
    return kernel;
  }

  public int ranking() {
    return ranking;
  }

  public Provenance provenance() {
    return provenance;
  }

  /** Returns whether it was taken back; for any thread. */
  public boolean isWithdrawn() {
    return isWithdrawn;
  }

  @Override
  public void withdraw(boolean newIsWithdrawn) {
    isWithdrawn = newIsWithdrawn;
  }

  /** Returns the number by which it came among all registrations, 0 before it has. */
  public long sequence() {
    return sequence;
  }

  public void number(long newSequence) {
    sequence = newSequence;
  }

  /** Returns the number by which it stands among those of its ranking. */
  public long place() {
    return inPlaceOf > 0 ? inPlaceOf : sequence;
  }

  /** Returns whether this is before {@code other} in a key's list. */
  boolean isBefore(KernelRegistration other) {
    return ranking > other.ranking || (ranking == other.ranking && isLaterThan(other));
  }

  private boolean isLaterThan(KernelRegistration other) {
    return place() > other.place() || (place() == other.place() && sequence > other.sequence);
  }

  /**
   * Returns whether this takes the place of {@code before}, null for none, by having come later.
   * Several kernels are expected at Meta and MTIA, as in C10; where rankings differ they decide.
   */
  public boolean takesPlaceOf(KernelRegistration before) {
    return before != null
        && ranking == before.ranking
        && isLaterThan(before)
        && key != DispatchKey.META
        && key != DispatchKey.MTIA;
  }

  /** Returns what is told when this is registered where {@code before} served. */
  public OperatorListener.Overriding over(KernelRegistration before) {
    return new OperatorListener.Overriding(
        operator, key, isCatchAll, provenance, before.provenance);
  }
}
