package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.context.DispatchContext;
import jackfield.context.Epochs;
import jackfield.internal.EpochAccess;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A withdrawn kernel is freed only when no thread is inside: the core of the protocol, on {@link
 * Epochs} and {@link DispatchContext} only. The process-wide fence is needed here: without it the
 * reader's epoch may still be in a store buffer when the writer reads it (see {@code
 * UnfencedControl}).
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "The reader came after the withdrawal.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The writer waited for the reader.")
@Outcome(id = "2", expect = FORBIDDEN, desc = "Freed while the reader was inside.")
@State
public class DrainStress {
  private static final EpochAccess<DispatchContext> EPOCHS = EpochAccess.of(DispatchContext.class);

  private final Freeable withdrawn = new Freeable();
  private final AtomicReference<Freeable> current = new AtomicReference<>(withdrawn);

  /** Enters, uses the kernel that it finds, and leaves. */
  @Actor
  public void reader(I_Result result) {
    DispatchContext context = DispatchContext.current();
    context.enter(0);
    Freeable found = current.getAcquire();
    result.r1 = found == null ? 0 : found.use();
    context.exit();
  }

  /** Withdraws, fences, waits, frees. */
  @Actor
  public void writer() {
    long epoch = EPOCHS.advance(next -> current.setRelease(null));
    while (EPOCHS.oldestInside() < epoch) {
      Thread.onSpinWait();
    }
    withdrawn.free();
  }
}
