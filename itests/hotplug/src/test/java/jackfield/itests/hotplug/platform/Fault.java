package jackfield.itests.hotplug.platform;

import jackfield.spi.PlugSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** Fails or delays one of the steps of a request, until it is closed. */
public final class Fault implements PlugSteps, AutoCloseable {
  private static final int NONE = -1;

  private final int chosen;
  private final Sort sort;
  private final List<Step> steps = new ArrayList<>(); // guarded by this
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final ServiceRegistration<PlugSteps> registration;

  /** The kinds of faults. */
  public enum Sort {
    FAIL,
    DELAY
  }

  /** Disturbs step number {@code chosen}, counted from 0, from now on. */
  public Fault(BundleContext context, Sort sort, int chosen) {
    this.sort = sort;
    this.chosen = chosen;
    this.registration = context.registerService(PlugSteps.class, this, null);
  }

  /** Only listens to the steps. */
  public static Fault none(BundleContext context) {
    return new Fault(context, Sort.FAIL, NONE);
  }

  @Override
  public void before(Step step, String bundle) {
    if (add(step) != chosen) {
      return;
    }
    reached.countDown();
    if (sort == Sort.FAIL) {
      throw new IllegalStateException("killed at " + step);
    }
    await(goesOn, "a word to go on with " + step);
  }

  private synchronized int add(Step step) {
    steps.add(step);
    return steps.size() - 1;
  }

  private static void await(CountDownLatch latch, String state) {
    try {
      if (!latch.await(Deadline.SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("not within %d s: %s".formatted(Deadline.SECONDS, state));
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError("nobody interrupts it", interrupted);
    }
  }

  /** Returns the steps so far. */
  public synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Waits until the step is delayed. */
  public void awaitReached() {
    await(reached, "the step " + chosen);
  }

  /** Lets the delayed step proceed. */
  public void goOn() {
    goesOn.countDown();
  }

  @Override
  public void close() {
    goOn();
    registration.unregister();
  }
}
