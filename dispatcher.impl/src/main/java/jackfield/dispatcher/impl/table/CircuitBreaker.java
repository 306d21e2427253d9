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
 * Cuts a bundle off whose kernels fail too often: takes its kernels back as one generation, so that
 * calls fall to whoever is beneath. The bundle stays installed, and what it registers later counts
 * from the beginning.
 *
 * <p>That happens on a thread of its own, which ends when nobody is inside the kernels any more or
 * the drain's deadline has passed: the call that fails would else hold the lock of all changes.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class CircuitBreaker {
  private static final System.Logger LOG = System.getLogger(CircuitBreaker.class.getName());

  private final Cutting cutting;
  private final Map<Bundle, Deque<Long>> times = new HashMap<>(); // nanoseconds; guarded by this
  private volatile BreakerPolicy policy;

  /** A bundle by name and version. */
  public record Bundle(String name, String version) {
    /** Returns whether {@code provenance} is of this bundle in this version. */
    public boolean isOf(Provenance provenance) {
      return name.equals(provenance.bundle()) && version.equals(provenance.version());
    }

    @Override
    public String toString() {
      return (name + " " + version).strip();
    }
  }

  /** Takes back the kernels of a bundle. */
  public interface Cutting {
    /** Returns the wait for those inside, or nothing if there was nothing to take back. */
    Optional<Drain> cutOff(Bundle bundle);
  }

  public CircuitBreaker(BreakerPolicy policy, Cutting cutting) {
    this.policy = policy;
    this.cutting = cutting;
  }

  /** Follows another policy from here on. */
  public void follow(BreakerPolicy newPolicy) {
    policy = newPolicy;
    synchronized (this) {
      times.clear();
    }
  }

  /** Hears of a failure, on the thread of the call, and returns at once. */
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
      try        kernels %s shows which and with what; update the bundle, or restart it\
    """
        .formatted(
            bundle,
            present.failures(),
            present.within(),
            isCut
                ? "they were withdrawn; calls go to who is beneath"
                : "nothing was withdrawn: what it registered defines operators, or has left",
            bundle.name());
  }
}
