package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Transaction;
import java.util.List;
import java.util.function.Consumer;

/**
 * A transaction that was made and can be turned back. It holds what left, so whoever holds it lets
 * it go when that is decided.
 */
public record Exchange(LocalDispatcher dispatcher, List<Batch.Part> parts, Drain drain) {
  /**
   * Makes the opposite transaction, together with what {@code more} asks for under the lock and
   * with {@code participant}.
   *
   * @throws jackfield.error.JackfieldException if what came meanwhile is in the way of what left
   */
  public Exchange reverse(Consumer<Transaction> more, Participant participant) {
    return dispatcher.reverse(parts, more, participant);
  }

  /** Returns how many operators and kernels came. */
  public String arrived() {
    return Batch.count(parts);
  }
}
