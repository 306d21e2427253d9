package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.operator.ChangeList;

/**
 * The handle of one commit. It references the changes only while they are registered, so a
 * withdrawn commit keeps no kernel reachable.
 *
 * <p><em>Threads</em>: safe for all; its state is guarded by the dispatcher's lock.
 */
public final class CommitHandle implements Registration {
  private final Transactions transactions;
  private ChangeList changes; // null while not registered
  private Drain drain; // of the last withdrawal, null before the first

  CommitHandle(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Returns whether the commit was made in a transaction of {@code owner}. */
  boolean isOf(Transactions owner) {
    return transactions == owner;
  }

  /** Returns whether the changes are registered. Holds: lock. */
  boolean isRegistered() {
    return changes != null;
  }

  /** Returns the changes while they are registered, else null. Holds: lock. */
  ChangeList changes() {
    return changes;
  }

  /** Returns the part that withdraws this registered commit. Holds: lock. */
  LocalTransaction.Part withdrawal() {
    return new LocalTransaction.Part(false, this, changes);
  }

  /** Returns the wait for calls inside the withdrawn kernels, or null. Holds: lock. */
  Drain drain() {
    return drain;
  }

  /** Notes that {@code registered} are registered now. Holds: lock. */
  void registered(ChangeList registered) {
    changes = registered;
    drain = null;
  }

  /** Notes that the changes were withdrawn. Holds: lock. */
  void withdrawn(Drain newDrain) {
    changes = null;
    drain = newDrain;
  }

  /**
   * Withdraws the commit; a second call returns the wait of the first.
   *
   * @throws jackfield.boxing.RegistrationRefused if the transaction of this commit was not applied
   */
  @Override
  public Drain withdraw() {
    return transactions.withdraw(this);
  }
}
