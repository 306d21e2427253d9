package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Transaction;
import java.util.List;
import java.util.function.Consumer;

/**
 * A transaction that was made and can be turned back. It holds what left, so whoever holds it lets
 * it go when that is decided.
 */
record Exchange(LocalDispatcher dispatcher, List<Batch.Part> parts, Drain drain) {
  /**
   * Makes the opposite transaction, together with what {@code more} asks for under the lock and
   * with {@code participant}.
   *
   * @throws jackfield.dispatch.JackfieldException if what came meanwhile is in the way of what left
   */
  Exchange reverse(Consumer<Transaction> more, Participant participant) {
    return dispatcher.reverse(parts, more, participant);
  }

  /** Returns how many operators and kernels came. */
  String arrived() {
    return Batch.count(parts);
  }
}
