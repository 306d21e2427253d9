package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.operator.ChangeList;

/**
 * The handle of one commit; lets its changes go when they have been taken back.
 *
 * <p><em>Threads</em>: safe for all; what it holds is guarded by the dispatcher's lock.
 */
public final class Committed implements Registration {
  private final LocalDispatcher dispatcher;
  private ChangeList list; // null while not in effect
  private Drain drain; // of the last withdrawal, null before one

  Committed(LocalDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  /** Returns whether it belongs to {@code owner}. */
  boolean isOf(LocalDispatcher owner) {
    return dispatcher == owner;
  }

  /** Returns the changes while they are registered, else null. Holds: lock. */
  ChangeList list() {
    return list;
  }

  /** Returns the wait for those inside what was withdrawn, or null. Holds: lock. */
  Drain drain() {
    return drain;
  }

  /** Notes that {@code changes} are registered. Holds: lock. */
  void arrive(ChangeList changes) {
    list = changes;
    drain = null;
  }

  /** Notes that its changes were withdrawn. Holds: lock. */
  void leave(Drain newDrain) {
    list = null;
    drain = newDrain;
  }

  /**
   * Takes the commit back.
   *
   * @throws IllegalStateException if the transaction that it belongs to has not been applied
   */
  @Override
  public Drain withdraw() {
    return dispatcher.withdraw(this);
  }
}
