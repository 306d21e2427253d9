package jackfield.dispatcher.impl.operator;

import jackfield.dispatch.Drain;

/**
 * The last part of a change: it stores what was made beforehand, so it allocates nothing and cannot
 * fail. All stores of one commit are made together, under the dispatcher's lock.
 */
public interface Store {
  /** Makes the stores; {@code drain} is the wait for the calls that began before the commit. */
  void store(Drain drain);
}
