package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Changes;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.dispatcher.impl.operator.ChangeList;
import jackfield.dispatcher.impl.table.Fallbacks;
import jackfield.dispatcher.impl.table.KernelRegistration;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.PlugEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Collects the parts of one transaction, in order; belongs to the thread that makes it. */
public final class Batch implements Transaction {
  private final LocalDispatcher dispatcher;
  private final List<Part> parts = new ArrayList<>();
  private boolean isOpen = true;

  /**
   * One commit that comes or leaves.
   *
   * @param list what it registers or has registered
   */
  public record Part(boolean isArrival, Committed commit, ChangeList list) {
    /** Notes in the handle that this part has been made. */
    void made(Drain drain) {
      if (isArrival) {
        commit.arrive(list);
      } else {
        commit.leave(drain);
      }
    }

    /** Returns what the history remembers of this part; {@code leaving} if it leaves. */
    PlugEvent event(long generation, PlugEvent.Kind leaving, int operators) {
      Set<DispatchKey> keys = EnumSet.noneOf(DispatchKey.class);
      for (ChangeList.Change change : list.changes()) {
        if (change instanceof ChangeList.Change.Kernel(KernelRegistration registration)) {
          keys.add(registration.key());
        } else if (change instanceof ChangeList.Change.Fall(Fallbacks.Fallback fallback)) {
          keys.add(fallback.key());
        }
      }
      PlugEvent.Kind kind = isArrival ? PlugEvent.Kind.ARRIVED : leaving;
      return new PlugEvent(
          generation,
          Instant.now(),
          kind,
          list.provenance(),
          operators,
          keys,
          isArrival ? list.note() : "");
    }

    /** Returns what takes this part back. */
    Part reversed() {
      return new Part(!isArrival, commit, list);
    }
  }

  Batch(LocalDispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public Registration commit(Provenance provenance, Consumer<Changes> changes) {
    requireOpen();
    ChangeList list = new ChangeList(provenance);
    changes.accept(list);
    Committed commit = new Committed(dispatcher);
    parts.add(new Part(true, commit, list));
    return commit;
  }

  @Override
  public Transaction withdraw(Registration registration) {
    requireOpen();
    if (!(registration instanceof Committed commit && commit.isOf(dispatcher))) {
      throw new IllegalArgumentException(
          "expected the handle of a commit to this dispatcher, found " + registration);
    }
    parts.add(new Part(false, commit, null));
    return this;
  }

  /** Returns how many kernels of how many operators arrive with {@code parts}. */
  static String count(List<Part> parts) {
    List<KernelRegistration> kernels =
        parts.stream().filter(Part::isArrival).flatMap(part -> part.list().kernels()).toList();
    long operators = kernels.stream().map(KernelRegistration::operator).distinct().count();
    return "%d kernels in %d operators".formatted(kernels.size(), operators);
  }

  private void requireOpen() {
    if (!isOpen) {
      throw new IllegalStateException("the transaction has ended; begin another");
    }
  }

  void close() {
    isOpen = false;
  }

  /**
   * Returns the parts that change something: what was withdrawn already does not leave again.
   * Holds: lock.
   */
  List<Part> parts() {
    List<Part> effective = new ArrayList<>();
    for (Part part : parts) {
      if (part.isArrival()) {
        effective.add(part);
      } else if (part.commit().list() != null) {
        effective.add(new Part(false, part.commit(), part.commit().list()));
      }
    }
    return effective.stream().distinct().toList(); // withdrawn twice leaves once
  }
}
