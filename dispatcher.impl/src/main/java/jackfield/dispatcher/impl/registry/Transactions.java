package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.table.CircuitBreaker;
import jackfield.kernel.Provenance;
import jackfield.report.PlugEvent;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Fills, applies and reverses the transactions of one dispatcher. A transaction is filled without
 * the lock, since foreign code fills it; it is applied under the lock; then the listeners are told
 * without it.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Transactions {
  private final ReentrantLock lock;
  private final Commits commits; // guarded by lock
  private final Listeners listeners;

  Transactions(ReentrantLock lock, Commits commits, Listeners listeners) {
    this.lock = lock;
    this.commits = commits;
    this.listeners = listeners;
  }

  /** Makes a change under the lock, then notifies listeners without it. */
  private <T> T changed(Supplier<T> change) {
    T made;
    lock.lock();
    try {
      made = change.get();
    } finally {
      lock.unlock();
    }
    listeners.tell();
    return made;
  }

  /** Applies one commit as one generation. */
  Registration commit(Provenance provenance, Consumer<Changes> changes) {
    LocalTransaction transaction = new LocalTransaction(this);
    Registration handle = transaction.commit(provenance, changes);
    transaction.close();
    LocalTransaction _ = changed(() -> apply(Transactions::nothing, transaction, Participant.NONE));
    return handle;
  }

  /** Applies the parts that {@code parts} adds as one generation. */
  LocalTransaction apply(Consumer<Transaction> parts) {
    return apply(parts, Transactions::nothing, Participant.NONE);
  }

  /**
   * Applies a transaction as one generation, together with {@code participant}.
   *
   * @param parts fills the transaction before the lock is taken: it may call foreign code
   * @param late adds parts under the lock, where the registry does not change; they are applied
   *     first
   */
  LocalTransaction apply(
      Consumer<Transaction> parts, Consumer<Transaction> late, Participant participant) {
    LocalTransaction transaction = filled(parts);
    return changed(() -> apply(late, transaction, participant));
  }

  private static void nothing(Transaction transaction) {}

  private LocalTransaction filled(Consumer<Transaction> parts) {
    LocalTransaction transaction = new LocalTransaction(this);
    try {
      parts.accept(transaction);
    } finally {
      transaction.close();
    }
    return transaction;
  }

  /** Applies {@code transaction} after the parts that {@code late} adds. Holds: lock. */
  private LocalTransaction apply(
      Consumer<Transaction> late, LocalTransaction transaction, Participant participant) {
    LocalTransaction settled = transaction.settledAfter(filled(late));
    Drain drain = commit(settled.parts(), participant);
    settled.applied(drain, commits.generation());
    return settled;
  }

  /** Reverses the parts of {@code applied} that still stand, the last first. */
  LocalTransaction reverse(
      LocalTransaction applied, Consumer<Transaction> late, Participant participant) {
    return changed(() -> {
      LocalTransaction reversed = new LocalTransaction(this);
      reversed.addReversed(applied);
      reversed.close();
      return apply(late, reversed, participant);
    });
  }

  /**
   * Withdraws a commit unless it is withdrawn, and returns the wait for the calls inside. Closing
   * the dispatcher withdraws all commits of bundles. A handle can be closed after that, too, when
   * no class can be loaded, so this method has no lambda.
   */
  Drain withdraw(CommitHandle handle) {
    Drain drain;
    lock.lock();
    try {
      drain = withdrawn(handle);
    } finally {
      lock.unlock();
    }
    listeners.tell();
    return drain;
  }

  /** Withdraws a commit unless it is withdrawn. Holds: lock. */
  private Drain withdrawn(CommitHandle handle) {
    if (handle.isRegistered()) {
      return commit(List.of(handle.withdrawal()), Participant.NONE);
    }
    if (handle.drain() == null) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.NOT_APPLIED,
          "withdraw",
          "expected a commit that was applied, found one whose transaction failed or goes on;"
              + " nothing of it is registered, so leave it");
    }
    return handle.drain();
  }

  /** Holds: lock. */
  private Drain commit(List<LocalTransaction.Part> parts, Participant participant) {
    return commits.apply(parts, PlugEvent.Kind.UNPLUGGED, participant);
  }

  /** Withdraws all commits of a bundle but those that define operators, which others use. */
  Optional<Drain> cutOff(CircuitBreaker.Bundle bundle) {
    return changed(() -> {
      List<LocalTransaction.Part> parts = commits.libraries().kernelsOf(bundle);
      return parts.isEmpty()
          ? Optional.empty()
          : Optional.of(commits.apply(parts, PlugEvent.Kind.CUT_OFF, Participant.NONE));
    });
  }
}
