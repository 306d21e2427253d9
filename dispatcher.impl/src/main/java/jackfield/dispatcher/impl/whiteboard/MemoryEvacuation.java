package jackfield.dispatcher.impl.whiteboard;

import jackfield.context.Epochs;
import jackfield.dispatch.Drain;
import jackfield.dispatcher.impl.operator.EpochDrain;
import jackfield.memory.MemoryDeparture;
import jackfield.memory.MemoryDeparture.Outcome;
import jackfield.memory.MemoryDeparture.Tally;
import jackfield.memory.MemoryInUse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * The tensors in the memory of services that leave, from the moment when nobody is inside their
 * kernels: the steps of {@link MemoryDeparture}, with the waits between them.
 *
 * <p><em>Threads</em>: used by one thread at a time; what came of it can be read by others.
 */
public final class MemoryEvacuation implements Stage {
  private static final System.Logger LOG = System.getLogger(MemoryEvacuation.class.getName());

  private final String owner;
  private final MemoryDeparture memory;
  private Drain grace; // null until sealed
  private volatile Outcome outcome; // null until settled
  private volatile long nanos;

  private MemoryEvacuation(String owner, MemoryDeparture memory) {
    this.owner = owner;
    this.memory = memory;
  }

  /** Returns those of services that are plugged, or were. */
  static MemoryEvacuation of(List<Whiteboard.Entry> entries) {
    String owner =
        entries.stream()
            .map(entry -> entry.plugged().provenance().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    return new MemoryEvacuation(
        owner,
        new MemoryDeparture(
            owner, entries.stream().flatMap(entry -> entry.memory().stream()).toList()));
  }

  boolean isEmpty() {
    return memory.isEmpty();
  }

  /**
   * Refuses that {@code bundle} leaves if tensors are in memory of it whose policy is a veto.
   *
   * @throws MemoryInUse then
   */
  public void refuse(String action, String bundle) {
    Tally found = memory.vetoes();
    if (!found.isEmpty()) {
      throw new MemoryInUse(action, bundle, found.tensors(), found.sizeBytes());
    }
  }

  /** Refuses allocations and addresses from here on. */
  @Override
  public void begin() {
    if (isEmpty()) {
      return;
    }
    memory.seal();
    grace = new EpochDrain(Epochs.advance(), () -> {});
  }

  /** Takes {@link #begin} back, and does nothing without. */
  public void unseal() {
    if (grace != null) {
      memory.unseal();
      grace = null;
    }
  }

  /** Waits for the calls that began before, which may know an address. */
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
   * Evacuates or orphans; what was evacuated can be used when this returns, or, if calls go on that
   * have seen it before, as soon as they have ended.
   */
  public void settle(boolean mayEvacuate) {
    if (memory.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    outcome = memory.settle(mayEvacuate);
    EpochDrain settled = new EpochDrain(Epochs.advance(), memory::open);
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
          () -> owner + " left: " + text());
    }
  }

  /** Sees to them at once, for services that cannot be asked to stay. */
  public void leave(boolean mayEvacuate) {
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

  /** Orphans all, and leaves their memory to whoever is inside. */
  void abandon() {
    outcome = memory.abandon();
    tell();
  }

  /** Returns what became of them, in words; empty for none, or as long as that is open. */
  public String text() {
    return outcome == null ? "" : outcome.toString();
  }

  /** Returns how long that took. */
  public long nanos() {
    return nanos;
  }
}
