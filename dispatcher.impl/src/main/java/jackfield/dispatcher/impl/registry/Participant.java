package jackfield.dispatcher.impl.registry;

import jackfield.dispatcher.impl.operator.Store;

/**
 * Takes part in a commit: what it keeps changes together with the registrations, or not at all.
 *
 * <p><em>Threads</em>: called under the dispatcher's lock.
 */
public interface Participant {
  /** Has nothing to keep. */
  Participant NONE = () -> drain -> {};

  /**
   * Prepares its part; what it throws refuses the commit.
   *
   * @return what is to be stored
   */
  Store prepare();
}
