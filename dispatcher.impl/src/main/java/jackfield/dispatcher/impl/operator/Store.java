package jackfield.dispatcher.impl.operator;

import jackfield.dispatch.Drain;

/**
 * The last step of a change: stores prepared state, so it allocates nothing and cannot fail. All
 * stores of one commit run together under the dispatcher's lock.
 */
public interface Store {
  /** Stores the state; {@code drain} is the wait for the calls that began before the commit. */
  void store(Drain drain);
}
