package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A call that fails has left when the kernel's registration is closed, as one that ends normally:
 * what it read of the kernel comes before what the closer frees. One kernel fails with an error of
 * the platform's own, the other with a foreign one, which is noted on its way out.
 */
@JCStressTest
@Outcome(id = "[01], [01]", expect = ACCEPTABLE, desc = "Not the kernel, or the kernel in time.")
@Outcome(expect = FORBIDDEN, desc = "The kernel ran after close had returned.")
@State
public class FailingKernelStress {
  @SuppressWarnings("StaticAssignmentOfThrowable") // one for all: making it must not be what orders
  private static final InvalidArgument OWN = new InvalidArgument("stress", "self", "is expected");

  private final Plug plug = new Plug();
  private final Freeable library = new Freeable();
  private final int[] seen = new int[2]; // by the caller
  private final Registration registration;

  /** A failure that is cheap to make. */
  private static final class Foreign extends RuntimeException {
    private static final long serialVersionUID = 1;

    Foreign() {
      super("expected", null, true, false);
    }
  }

  /** Registers kernels that fail over others. */
  public FailingKernelStress() {
    plug.define();
    plug.plug((keys, self, effort) -> 0, (keys, self, effort) -> 0);
    registration =
        plug.plug(
            (keys, self, effort) -> {
              seen[0] = library.use();
              throw OWN;
            },
            (keys, self, effort) -> {
              seen[1] = library.use();
              throw new Foreign();
            });
  }

  /** Calls both, the second boxed. */
  @Actor
  public void caller(II_Result result) {
    try {
      plug.first.call(Plug.TENSOR, 0);
    } catch (InvalidArgument _) {
      result.r1 = seen[0];
    }
    try {
      plug.second.callBoxed(Plug.TENSOR, 0);
    } catch (Foreign _) {
      result.r2 = seen[1];
    }
  }

  /** Closes and frees what the kernels need. */
  @Actor
  public void closer() {
    registration.close();
    library.free();
  }
}
