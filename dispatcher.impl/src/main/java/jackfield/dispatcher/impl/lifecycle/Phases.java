package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatcher.impl.whiteboard.MemoryEvacuation;
import jackfield.spi.SwapReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The phases of the replacement of a bundle, with their durations.
 *
 * <p><em>Threads</em>: for one thread.
 */
final class Phases {
  private final List<SwapReport.Phase> phases = new ArrayList<>();
  private final long start = System.nanoTime();
  private long phaseStart = start;

  /** Ends a phase that began where the one before ended. */
  void end(String phase, String text) {
    long now = System.nanoTime();
    phases.add(new SwapReport.Phase(phase, text, now - phaseStart));
    phaseStart = now;
  }

  /**
   * Adds the phases of a removal that has ended: its drain and, if there were any, its tensors.
   *
   * @param from the {@link System#nanoTime} at which the removal began
   */
  void endRemoval(BundleRemoval removal, long from) {
    long drained = removal.drainWait().nanosFrom(from);
    phases.add(new SwapReport.Phase("drain", removal.drainWait().insideAtFirst(), drained));
    phaseStart = from + drained;
    MemoryEvacuation tensors = removal.memory();
    if (!tensors.text().isEmpty()) {
      phases.add(new SwapReport.Phase("tensors", tensors.text(), tensors.nanos()));
      phaseStart += tensors.nanos();
    }
  }

  List<SwapReport.Phase> list() {
    return List.copyOf(phases);
  }

  /** Returns the nanoseconds since the beginning. */
  long nanos() {
    return System.nanoTime() - start;
  }
}
