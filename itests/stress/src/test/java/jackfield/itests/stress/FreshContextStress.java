package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.context.DispatchContext;
import jackfield.context.FreshContext;
import jackfield.internal.EpochAccess;
import java.util.concurrent.atomic.AtomicReference;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A thread whose first call starts while a commit scans for threads inside is not missed. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "The newcomer came after the withdrawal.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The writer waited for the newcomer.")
@Outcome(
    id = "2",
    expect = FORBIDDEN,
    desc = "The scan missed the newcomer: freed while it was inside.")
@State
public class FreshContextStress {
  private static final EpochAccess<DispatchContext> EPOCHS = EpochAccess.of(DispatchContext.class);

  private final Freeable withdrawn = new Freeable();
  private final AtomicReference<Freeable> current = new AtomicReference<>(withdrawn);

  /** Publishes its context, enters, uses the kernel that it finds, and leaves. */
  @Actor
  public void newcomer(I_Result result) {
    DispatchContext context = FreshContext.create();
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
