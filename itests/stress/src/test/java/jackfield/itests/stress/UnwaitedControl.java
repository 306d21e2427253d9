package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import jackfield.dispatch.Registration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The negative control of {@link ClosedKernelStress}: a writer that does not wait for the drain
 * frees a kernel while a caller is inside.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "The shadowed kernel ran.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The kernel ran in time.")
@Outcome(id = "2", expect = ACCEPTABLE_INTERESTING, desc = "Freed while the caller was inside.")
@State
public class UnwaitedControl {
  private final Plug plug = new Plug();
  private final Freeable library = new Freeable();
  private final Registration registration;

  /** Registers a kernel that shadows another one. */
  public UnwaitedControl() {
    plug.define();
    plug.plug((keys, self, effort) -> 0);
    registration = plug.plug((keys, self, effort) -> library.use());
  }

  /** Calls the operator. */
  @Actor
  public void caller(I_Result result) {
    result.r1 = (int) plug.first.call(Plug.TENSOR, 0);
  }

  /** Closes the registration without waiting, and frees what the kernel needs. */
  @Actor
  public void closer() {
    registration.withdraw();
    library.free();
  }
}
