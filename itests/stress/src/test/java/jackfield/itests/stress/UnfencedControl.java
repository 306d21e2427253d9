package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The negative control of {@link DrainStress}: the same protocol, written without the process-wide
 * fence. It does free a kernel while a reader is inside, so the test can detect the error that it
 * excludes.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "The reader came after the withdrawal.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The writer waited for the reader.")
@Outcome(id = "2", expect = ACCEPTABLE_INTERESTING, desc = "Freed while the reader was inside.")
@State
public class UnfencedControl {
  private final AtomicLong now = new AtomicLong(1);
  private final AtomicLong inside = new AtomicLong();
  private final Freeable withdrawn = new Freeable();
  private final AtomicReference<Freeable> current = new AtomicReference<>(withdrawn);

  /** Enters, uses the kernel that it finds, and leaves. */
  @Actor
  public void reader(I_Result result) {
    long seen = now.getOpaque();
    while (true) {
      inside.setOpaque(seen);
      long again = now.getAcquire();
      if (again == seen) {
        break;
      }
      seen = again;
    }
    Freeable found = current.getAcquire();
    result.r1 = found == null ? 0 : found.use();
    inside.setRelease(0);
  }

  /** Withdraws, waits, frees; the fence between is left out. */
  @Actor
  public void writer() {
    current.setRelease(null);
    now.set(2);
    while (inside.getAcquire() == 1) {
      Thread.onSpinWait();
    }
    withdrawn.free();
  }
}
