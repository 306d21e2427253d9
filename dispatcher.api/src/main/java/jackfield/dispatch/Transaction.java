package jackfield.dispatch;

import jackfield.kernel.Provenance;
import java.util.function.Consumer;

/**
 * Several commits and withdrawals that callers see as one: all of them or nothing. They are made in
 * the order in which they are asked for.
 *
 * <p><em>Threads</em>: used during the {@link Dispatcher#transaction} call it was passed to, by
 * that thread.
 */
public interface Transaction {
  /**
   * Registers all that {@code changes} asks for, when the transaction is applied.
   *
   * @return the handle that takes it back; not to be used before the transaction is applied
   */
  Registration commit(Provenance provenance, Consumer<Changes> changes);

  /**
   * Takes a registration back, when the transaction is applied. From then on its {@link
   * Registration#withdraw} returns the wait for those who are inside; one that was withdrawn before
   * stays as it is.
   *
   * @throws IllegalArgumentException if it is not the handle of a commit to the same dispatcher
   */
  Transaction withdraw(Registration registration);
}
