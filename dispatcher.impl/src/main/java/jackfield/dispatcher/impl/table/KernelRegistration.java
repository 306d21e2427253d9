package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;

/**
 * One kernel at one key of one operator; compared by identity, not by content.
 *
 * <p>A key's list is ordered by ranking, then newest first. The age is the number that a
 * registration gets when it is first registered, so a withdrawn registration that is restored has
 * its former rank. A registration by an update in place has the rank of the one that it replaces.
 * That is the rank after a restart of the framework, which starts bundles in the order of their
 * installation, and an update does not change that order.
 */
public final class KernelRegistration implements Withdrawable, Change {
  private final OperatorName operator;
  private final DispatchKey key;
  private final boolean isCatchAll;
  private final KernelFunction kernel;
  private final Origin origin;
  private long sequence; // 0 until first registered; guarded by the dispatcher's lock
  private volatile boolean isWithdrawn;

  public KernelRegistration(
      OperatorName operator,
      DispatchKey key,
      boolean isCatchAll,
      KernelFunction kernel,
      Origin origin) {
    this.operator = operator;
    this.key = key;
    this.isCatchAll = isCatchAll;
    this.kernel = kernel;
    this.origin = origin;
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
    return origin.ranking();
  }

  public Provenance provenance() {
    return origin.provenance();
  }

  /** Returns whether it was withdrawn; safe from any thread. */
  public boolean isWithdrawn() {
    return isWithdrawn;
  }

  @Override
  public void withdraw(boolean newIsWithdrawn) {
    isWithdrawn = newIsWithdrawn;
  }

  /** Returns its number among all registrations; 0 before it is registered. */
  public long sequence() {
    return sequence;
  }

  public void number(long newSequence) {
    sequence = newSequence;
  }

  /** Returns the number that decides among registrations of equal ranking. */
  public long rank() {
    return origin.inPlaceOf() > 0 ? origin.inPlaceOf() : sequence;
  }

  /** Returns whether this precedes {@code other} in a key's list. */
  boolean isBefore(KernelRegistration other) {
    return ranking() > other.ranking() || (ranking() == other.ranking() && isLaterThan(other));
  }

  private boolean isLaterThan(KernelRegistration other) {
    return rank() > other.rank() || (rank() == other.rank() && sequence > other.sequence);
  }

  /**
   * Returns whether this shadows {@code before} only because it is newer; false for null. As in
   * C10, several kernels are normal at Meta and MTIA. Different rankings decide by themselves.
   */
  public boolean takesPlaceOf(KernelRegistration before) {
    return before != null
        && ranking() == before.ranking()
        && isLaterThan(before)
        && key != DispatchKey.META
        && key != DispatchKey.MTIA;
  }

  /** Returns the event for listeners when this shadows {@code before}. */
  public OperatorListener.Overriding over(KernelRegistration before) {
    return new OperatorListener.Overriding(
        operator, key, isCatchAll, provenance(), before.provenance());
  }
}
