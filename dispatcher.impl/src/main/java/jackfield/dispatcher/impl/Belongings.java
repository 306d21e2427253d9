package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Epochs;
import jackfield.dispatch.MemoryInUse;
import jackfield.tensor.MemoryDeparture;
import jackfield.tensor.MemoryDeparture.Outcome;
import jackfield.tensor.MemoryDeparture.Tally;
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
final class Belongings implements Stage {
  private static final System.Logger LOG = System.getLogger(Belongings.class.getName());

  private final String owner;
  private final MemoryDeparture memory;
  private Drain grace; // null until sealed
  private volatile Outcome outcome; // null until settled
  private volatile long nanos;

  private Belongings(String owner, MemoryDeparture memory) {
    this.owner = owner;
    this.memory = memory;
  }

  /** Returns those of services that are plugged, or were. */
  static Belongings of(List<Whiteboard.Entry> entries) {
    String owner =
        entries.stream()
            .map(entry -> entry.plugged().provenance().toString())
            .distinct()
            .collect(Collectors.joining(", "));
    return new Belongings(
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
  void refuse(String action, String bundle) {
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
  void unseal() {
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
  void settle(boolean mayEvacuate) {
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
  void leave(boolean mayEvacuate) {
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
  String text() {
    return outcome == null ? "" : outcome.toString();
  }

  /** Returns how long that took. */
  long nanos() {
    return nanos;
  }
}
