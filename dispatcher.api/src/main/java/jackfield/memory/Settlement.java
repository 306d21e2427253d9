package jackfield.memory;

import jackfield.error.JackfieldException;
import jackfield.internal.MemoryRemoval.Outcome;
import jackfield.internal.MemoryRemoval.Tally;

/** Evacuates or orphans each storage of a sealed domain that no call uses any more. */
final class Settlement {
  private final MemoryDomain domain;
  private final MemoryProvider former;
  private long evacuatedBytes;
  private long orphanedBytes;
  private int evacuatedTensors;
  private int orphanedTensors;
  private long limit = Long.MAX_VALUE; // storages of this size or more exceeded the host's budget
  private String problem = ""; // the first problem

  Settlement(MemoryDomain domain, MemoryProvider former) {
    this.domain = domain;
    this.former = former;
  }

  Outcome run(boolean toHost) {
    domain
        .storages()
        .forEachStorage(storage -> {
          if (toHost && storage.sizeBytes() < limit) {
            attempt(() -> storage.evacuate(former), storage);
          }
          attempt(() -> storage.orphan(former), storage);
          count(storage);
        });
    domain.storages().forEachUser(this::follow);
    return new Outcome(
        new Tally(evacuatedTensors, evacuatedBytes),
        new Tally(orphanedTensors, orphanedBytes),
        problem);
  }

  private void attempt(Runnable step, Storage storage) {
    try {
      step.run();
    } catch (OutOfTensorMemory full) {
      limit = storage.sizeBytes();
      note(full);
    } catch (RuntimeException | Error thrown) { // the bundle's edge
      note(thrown);
    }
  }

  private void count(Storage storage) {
    if (storage.isClosed()) {
      return;
    }
    if (storage.isEvacuated()) {
      evacuatedBytes += storage.sizeBytes();
    } else {
      orphanedBytes += storage.sizeBytes();
    }
  }

  private void note(Throwable thrown) {
    if (problem.isEmpty()) {
      problem = thrown instanceof JackfieldException ? thrown.getMessage() : thrown.toString();
    }
  }

  private void follow(Storage under, Runnable moveToHost) {
    if (under.isClosed()) {
      return;
    }
    if (under.isEvacuated()) {
      moveToHost.run();
      evacuatedTensors++;
    } else if (under.domain() == domain && under.isGone()) {
      orphanedTensors++;
    }
  }
}
