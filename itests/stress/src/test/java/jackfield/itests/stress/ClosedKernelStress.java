package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.dispatch.Registration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * After the closing of a registration has returned, no thread is inside its kernel, and none can
 * enter it.
 */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "The shadowed kernel ran.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The kernel ran, and closing it waited.")
@Outcome(id = "2", expect = FORBIDDEN, desc = "The kernel ran after close had returned.")
@State
public class ClosedKernelStress {
  private final Plug plug = new Plug();
  private final Freeable library = new Freeable();
  private final Registration registration;

  /** Registers a kernel that shadows another one. */
  public ClosedKernelStress() {
    plug.define();
    plug.plug((keys, self, effort) -> 0);
    registration = plug.plug((keys, self, effort) -> library.use());
  }

  /** Calls the operator. */
  @Actor
  public void caller(I_Result result) {
    result.r1 = (int) plug.first.call(Plug.TENSOR, 0);
  }

  /** Closes the registration and frees what the kernel needs. */
  @Actor
  public void closer() {
    registration.close();
    library.free();
  }
}
