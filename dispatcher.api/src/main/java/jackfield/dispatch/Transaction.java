package jackfield.dispatch;

import jackfield.kernel.Provenance;
import java.util.function.Consumer;

/**
 * Several commits and withdrawals that are published in one generation: callers see all or none.
 * They are applied in the order of their requests.
 *
 * <p><em>Threads</em>: use it only during the {@link Dispatcher#transaction} call, on the thread of
 * that call.
 */
public interface Transaction {
  /**
   * Publishes the registrations of {@code changes} when the transaction is applied.
   *
   * @return the handle that withdraws them; not usable before the transaction is applied
   * @throws jackfield.boxing.RegistrationRefused if the transaction has ended
   */
  Registration commit(Provenance provenance, Consumer<Changes> changes);

  /**
   * Withdraws a registration when the transaction is applied. Afterwards its {@link
   * Registration#withdraw} returns the drain of running calls. An already withdrawn registration is
   * unchanged.
   *
   * @throws jackfield.boxing.RegistrationRefused if the handle is not from a commit to the same
   *     dispatcher
   */
  Transaction withdraw(Registration registration);
}
