package jackfield.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * What happens to a bundle that is being unplugged while threads execute its kernels.
 *
 * @param mode what is done after the deadline
 * @param deadline how long the drain waits for running calls; not used by {@link Mode#WAIT}; a
 *     negative one counts as zero
 */
public record DrainPolicy(Mode mode, Duration deadline) {
  /** What is done after the deadline. */
  public enum Mode {
    /**
     * Waits until no thread executes a kernel of the bundle or the drain is cancelled. If the
     * waiting thread is interrupted, the bundle is quarantined as by {@link #QUARANTINE}.
     */
    WAIT,
    /**
     * Stops waiting. The kernels stay removed from the dispatch tables, and the bundle stays
     * installed until no thread executes them.
     */
    QUARANTINE,
    /** Restores the bundle and reports which threads execute its kernels. */
    VETO
  }

  /** Creates a policy; neither part may be null. */
  public DrainPolicy {
    Objects.requireNonNull(mode, "DrainPolicy: mode is null");
    Objects.requireNonNull(deadline, "DrainPolicy: deadline is null");
  }

  /** Returns the policy that waits without a deadline. */
  public static DrainPolicy waiting() {
    return new DrainPolicy(Mode.WAIT, Duration.ZERO);
  }

  /** Returns the policy that quarantines a bundle whose calls last longer than {@code deadline}. */
  public static DrainPolicy quarantine(Duration deadline) {
    return new DrainPolicy(Mode.QUARANTINE, deadline);
  }

  /** Returns the policy that restores a bundle whose calls last longer than {@code deadline}. */
  public static DrainPolicy veto(Duration deadline) {
    return new DrainPolicy(Mode.VETO, deadline);
  }
}
