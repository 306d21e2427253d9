package jackfield.spi;

import java.time.Duration;

/**
 * What becomes of a bundle that is to leave while calls are inside its kernels.
 *
 * @param mode what is done after the deadline
 * @param deadline how long the calls inside are waited for; without meaning for {@link Mode#WAIT}
 */
public record DrainPolicy(Mode mode, Duration deadline) {
  /** The choices. */
  public enum Mode {
    /**
     * Waits on, until nobody is inside or the drain is cancelled. If the thread that waits is
     * interrupted, the bundle is set aside as by {@link #QUARANTINE}.
     */
    WAIT,
    /**
     * Gives up waiting: the kernels have gone from the tables, the bundle stays installed until
     * nobody is inside.
     */
    QUARANTINE,
    /** Puts all back as it was and says who is inside. */
    VETO
  }

  /** Returns the policy that waits as long as it takes. */
  public static DrainPolicy waiting() {
    return new DrainPolicy(Mode.WAIT, Duration.ZERO);
  }

  /** Returns the policy that sets a bundle aside whose calls last longer than {@code deadline}. */
  public static DrainPolicy quarantine(Duration deadline) {
    return new DrainPolicy(Mode.QUARANTINE, deadline);
  }

  /** Returns the policy that lets a bundle stay whose calls last longer than {@code deadline}. */
  public static DrainPolicy veto(Duration deadline) {
    return new DrainPolicy(Mode.VETO, deadline);
  }
}
