package jackfield.dispatcher.impl.registry;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.operator.ChangeList;
import jackfield.dispatcher.impl.table.Change;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.PlugEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One transaction of a {@link LocalDispatcher}: commits and withdrawals in order. It is filled by
 * one thread, closed, and applied once, as one generation. An applied transaction can be reversed.
 * It references the withdrawn kernels, so its holder must drop it once no reversal is possible.
 *
 * <p><em>Threads</em>: filled by one thread; after that guarded by the dispatcher's lock.
 */
public final class LocalTransaction implements Transaction {
  private final Transactions transactions;
  private final List<Part> parts = new ArrayList<>();
  private boolean isOpen = true;
  private Drain drain; // null until the transaction was applied
  private long generation; // 0 until then

  /**
   * One commit that is registered, or one that is withdrawn.
   *
   * @param isAdded whether the commit is registered; false if it is withdrawn
   * @param handle the handle of the commit
   * @param changes what the commit registers or had registered
   */
  public record Part(boolean isAdded, CommitHandle handle, ChangeList changes) {
    /** Notes in the handle that this part was applied. */
    void applied(Drain drain) {
      if (isAdded) {
        handle.registered(changes);
      } else {
        handle.withdrawn(drain);
      }
    }

    /** Returns whether the commit is still in the state that this part left it in. */
    private boolean isStanding() {
      return isAdded == handle.isRegistered();
    }

    /** Returns the part that undoes this one. */
    private Part reversed() {
      return new Part(!isAdded, handle, changes);
    }

    /**
     * Returns the entry of the history for this part.
     *
     * @param withdrawal the kind of the entry if the commit is withdrawn
     */
    PlugEvent event(long generation, PlugEvent.Kind withdrawal, int operators) {
      PlugEvent.Kind kind = isAdded ? PlugEvent.Kind.PLUGGED : withdrawal;
      String note = isAdded ? changes.note() : "";
      return new PlugEvent(
          generation, Instant.now(), kind, changes.provenance(), operators, keys(), note);
    }

    private Set<DispatchKey> keys() {
      Set<DispatchKey> keys = EnumSet.noneOf(DispatchKey.class);
      for (Change change : changes.changes()) {
        if (change instanceof KernelRegistration registration) {
          keys.add(registration.key());
        } else if (change instanceof Fallbacks.Fallback fallback) {
          keys.add(fallback.key());
        }
      }
      return keys;
    }
  }

  LocalTransaction(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    requireOpen("commit");
    given("provenance", provenance);
    given("changes", changes);
    ChangeList list = new ChangeList(provenance);
    try {
      changes.accept(list);
    } finally {
      list.end();
    }
    CommitHandle handle = new CommitHandle(transactions);
    parts.add(new Part(true, handle, list));
    return handle;
  }

  @Override
  public Transaction withdraw(Registration registration) {
    requireOpen("withdraw");
    if (!(registration instanceof CommitHandle handle && handle.isOf(transactions))) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.FOREIGN_REGISTRATION,
          "withdraw",
          "expected the handle of a commit to this dispatcher, found %s".formatted(registration)
              + "; withdraw it where it was made");
    }
    parts.add(new Part(false, handle, null));
    return this;
  }

  private static void given(String argument, Object value) {
    Objects.requireNonNull(value, () -> "Dispatcher.commit: %s is null".formatted(argument));
  }

  private void requireOpen(String request) {
    if (!isOpen) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.COMMIT_ENDED,
          request,
          "expected a transaction that goes on, found one that has ended; begin another");
    }
  }

  /** Ends the filling. */
  void close() {
    isOpen = false;
  }

  /**
   * Returns a transaction with the parts of {@code first} and then those of this one, without the
   * parts that change nothing: repeated ones, and withdrawals of commits that are withdrawn
   * already. It is a copy, since foreign code may keep this one and must not keep withdrawn kernels
   * reachable. Holds: the dispatcher's lock.
   */
  LocalTransaction settledAfter(LocalTransaction first) {
    LocalTransaction settled = new LocalTransaction(transactions);
    Stream.concat(first.parts.stream(), parts.stream())
        .filter(part -> part.isAdded() || part.handle().isRegistered())
        .map(part -> part.isAdded() ? part : part.handle().withdrawal())
        .distinct()
        .forEach(settled.parts::add);
    settled.close();
    return settled;
  }

  /** Adds what undoes the parts of {@code applied} that still stand, the last first. */
  void addReversed(LocalTransaction applied) {
    applied.parts.reversed().stream()
        .filter(Part::isStanding)
        .map(Part::reversed)
        .forEach(parts::add);
  }

  /** Notes that the transaction was applied. */
  void applied(Drain newDrain, long newGeneration) {
    drain = newDrain;
    generation = newGeneration;
  }

  /** Returns the generation that the transaction made. */
  public long generation() {
    return generation;
  }

  /** Returns the wait for the calls that began before the transaction was applied. */
  public Drain drain() {
    return drain;
  }

  /** Returns the parts, of a settled transaction those that change something. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  /** Returns how many kernels of how many operators the transaction registers, as text. */
  public String summary() {
    List<KernelRegistration> kernels =
        parts.stream().filter(Part::isAdded).flatMap(part -> part.changes().kernels()).toList();
    long operators = kernels.stream().map(KernelRegistration::operator).distinct().count();
    return "%d kernels in %d operators".formatted(kernels.size(), operators);
  }

  /**
   * Applies the opposite of this transaction as one generation. Commits that changed since are left
   * alone.
   *
   * @param more further parts, which are collected under the lock and applied first
   * @param participant state that changes together with the registrations
   * @throws jackfield.error.JackfieldException if a later commit conflicts with a withdrawn one
   */
  public LocalTransaction reverse(Consumer<Transaction> more, Participant participant) {
    return transactions.reverse(this, more, participant);
  }
}
