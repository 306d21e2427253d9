package jackfield.dispatcher.impl.whiteboard;

import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.access.Internals;
import jackfield.dispatcher.impl.operator.EpochDrain;
import jackfield.internal.MemoryRemoval;
import jackfield.internal.MemoryRemoval.Outcome;
import jackfield.internal.MemoryRemoval.Tally;
import jackfield.memory.MemoryInUse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The tensors in the memory of withdrawn services, from the moment when no call is inside their
 * kernels: it runs the steps of {@link MemoryRemoval}, with the waits between them.
 *
 * <p><em>Threads</em>: used by one thread at a time; other threads may read the outcome.
 */
public final class MemoryEvacuation implements RemovalStage {
  private static final System.Logger LOG = System.getLogger(MemoryEvacuation.class.getName());

  private final String owner;
  private final MemoryRemoval memory;
  private Drain grace; // null until sealed
  private volatile Outcome outcome; // null until settled
  private volatile long nanos;

  private MemoryEvacuation(String owner, MemoryRemoval memory) {
    this.owner = owner;
    this.memory = memory;
  }

  /** Returns the evacuation of the memory of services. */
  static MemoryEvacuation of(List<PluggedServices.Entry> entries) {
    String owner =
        entries.stream()
            .map(entry -> entry.plugged().provenance().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    return new MemoryEvacuation(
        owner,
        Internals.MEMORY.removal(
            owner, entries.stream().flatMap(entry -> entry.memory().stream()).toList()));
  }

  boolean isEmpty() {
    return memory.isEmpty();
  }

  /**
   * Checks for a veto against the removal of {@code bundle}.
   *
   * @throws MemoryInUse if tensors are in its memory whose policy is a veto
   */
  public void refuse(String action, String bundle) {
    Tally found = memory.vetoes();
    if (!found.isEmpty()) {
      throw new MemoryInUse(action, bundle, found.tensors(), found.sizeBytes());
    }
  }

  /** Seals the memory: later allocations and requests for addresses are refused. */
  @Override
  public void begin() {
    if (isEmpty()) {
      return;
    }
    memory.seal();
    grace = new EpochDrain(Internals.EPOCHS.advance(), () -> {});
  }

  /** Reverses {@link #begin}; does nothing without it. */
  public void unseal() {
    if (grace != null) {
      memory.unseal();
      grace = null;
    }
  }

  /** Waits for the calls that began before, since they may use an address. */
  @Override
  public boolean await(Duration slice) {
    return isEmpty() || grace.await(slice);
  }

  @Override
  public String reason() {
    return "resident: calls may know addresses in its memory: "
        + grace.inside().stream().map(Drain.Inside::text).collect(Collectors.joining("; "));
  }

  /**
   * Evacuates or orphans the tensors. Evacuated tensors are usable on return, or, for calls that
   * hold an old address, as soon as these calls have ended.
   */
  public void settle(boolean mayEvacuate) {
    if (memory.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    outcome = memory.settle(mayEvacuate);
    EpochDrain settled = new EpochDrain(Internals.EPOCHS.advance(), memory::open);
    if (!settled.awaitUninterruptibly(Drain.DEADLINE)) {
      CompletableFuture<Void> _ = settled.completion(); // watched
    }
    nanos = System.nanoTime() - start;
    if (mayEvacuate) {
      tell();
    }
  }

  private void tell() {
    if (!text().isEmpty()) {
      boolean isLoss = !outcome.orphaned().isEmpty();
      LOG.log(
          isLoss ? System.Logger.Level.WARNING : System.Logger.Level.INFO,
          () -> owner + " was removed: " + text());
    }
  }

  /** Evacuates or orphans at once, for services that are already withdrawn. */
  public void removeAtOnce(boolean mayEvacuate) {
    if (memory.isEmpty()) {
      return;
    }
    begin();
    if (grace.awaitUninterruptibly(Drain.DEADLINE)) {
      settle(mayEvacuate);
    } else {
      abandon();
    }
  }

  /** Orphans all tensors and leaves their memory to the calls inside. */
  void abandon() {
    outcome = memory.abandon();
    tell();
  }

  /** Returns the outcome as text; empty for no tensors, or before the outcome is known. */
  public String text() {
    return outcome == null ? "" : outcome.toString();
  }

  /** Returns how long the evacuation took. */
  public long nanos() {
    return nanos;
  }
}
