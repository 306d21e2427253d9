package jackfield.dispatcher.impl.table;

import jackfield.context.JackfieldThread;
import jackfield.dispatch.Drain;
import jackfield.kernel.KernelFailure;
import jackfield.kernel.Provenance;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Withdraws the kernels of a bundle whose kernels fail too often, as one generation. Calls then use
 * the kernels that these shadowed. The bundle stays installed; for later registrations the count
 * starts anew.
 *
 * <p>A thread of its own withdraws the kernels, since otherwise the failing call would hold the
 * dispatcher's lock. That thread ends when the kernels are drained or the drain's deadline has
 * passed.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 */
public final class CircuitBreaker {
  private static final System.Logger LOG = System.getLogger(CircuitBreaker.class.getName());

  private final Cutting cutting;
  private final Map<Bundle, Deque<Long>> times = new HashMap<>(); // nanoseconds; guarded by this
  private volatile BreakerPolicy policy;

  /** A bundle by name and version. */
  public record Bundle(String name, String version) {
    /** Returns whether {@code provenance} names this bundle and this version. */
    public boolean isOf(Provenance provenance) {
      return name.equals(provenance.bundle()) && version.equals(provenance.version());
    }

    @Override
    public String toString() {
      return (name + " " + version).strip();
    }
  }

  /** Withdraws the kernels of a bundle. */
  public interface Cutting {
    /** Withdraws the kernels and returns their drain; empty if there were none. */
    Optional<Drain> cutOff(Bundle bundle);
  }

  public CircuitBreaker(BreakerPolicy policy, Cutting cutting) {
    this.policy = policy;
    this.cutting = cutting;
  }

  /** Replaces the policy and forgets earlier failures. */
  public void follow(BreakerPolicy newPolicy) {
    policy = newPolicy;
    synchronized (this) {
      times.clear();
    }
  }

  /** Counts a failure, on the thread of the call; does not block. */
  public void failed(KernelFailure failure) {
    BreakerPolicy present = policy;
    Bundle bundle = new Bundle(failure.bundle(), failure.version());
    if (present.isOn() && isTooMany(bundle, present, System.nanoTime())) {
      JackfieldThread cutter =
          new JackfieldThread("jackfield-breaker-" + bundle, () -> cutOff(bundle, present));
      cutter.setDaemon(true);
      cutter.start();
    }
  }

  private synchronized boolean isTooMany(Bundle bundle, BreakerPolicy present, long now) {
    Deque<Long> recent = times.computeIfAbsent(bundle, _ -> new ArrayDeque<>());
    recent.addLast(now);
    while (now - recent.peekFirst() > present.within().toNanos()) {
      recent.removeFirst();
    }
    if (recent.size() < present.failures()) {
      return false;
    }
    times.remove(bundle);
    return true;
  }

  private void cutOff(Bundle bundle, BreakerPolicy present) {
    Optional<Drain> drain = cutting.cutOff(bundle);
    LOG.log(System.Logger.Level.WARNING, () -> text(bundle, present, drain.isPresent()));
    drain.ifPresent(Drain::await);
  }

  private static String text(Bundle bundle, BreakerPolicy present, boolean isCut) {
    return """
    %s: its kernels failed %d times within %s
      found      %s
      try        kernels %s shows which kernels failed and how; update the bundle, or restart it\
    """
        .formatted(
            bundle,
            present.failures(),
            present.within(),
            isCut
                ? "they were withdrawn; calls go to the kernels that they shadowed"
                : "nothing was withdrawn: the bundle defines operators, or was unplugged",
            bundle.name());
  }
}
