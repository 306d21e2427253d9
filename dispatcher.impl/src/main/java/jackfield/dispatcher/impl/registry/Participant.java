package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.Store;

/**
 * State outside the registry that changes together with a transaction, or not at all.
 *
 * <p><em>Threads</em>: called under the dispatcher's lock.
 */
public interface Participant {
  /** Has no state. */
  Participant NONE = () -> drain -> {};

  /**
   * Prepares the change; an exception refuses the transaction.
   *
   * @return the store of the prepared state
   */
  Store prepare();
}
