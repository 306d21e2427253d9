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
 * After a registration was closed, a call that failed has left its kernel, like a call that ended
 * normally: its reads of the kernel happen before the closer's free. One kernel throws an error of
 * the platform, the other a foreign one, which the dispatcher records.
 */
@JCStressTest
@Outcome(id = "[01], [01]", expect = ACCEPTABLE, desc = "Not the kernel, or the kernel in time.")
@Outcome(expect = FORBIDDEN, desc = "The kernel ran after close had returned.")
@State
public class FailingKernelStress {
  @SuppressWarnings(
      "StaticAssignmentOfThrowable") // shared, so that creating it establishes no order
  private static final InvalidArgument OWN = new InvalidArgument("stress", "self", "is expected");

  private final Plug plug = new Plug();
  private final Freeable library = new Freeable();
  private final int[] seen = new int[2]; // written by the caller
  private final Registration registration;

  /** A foreign error that is cheap to throw. */
  private static final class Foreign extends RuntimeException {
    private static final long serialVersionUID = 1;

    Foreign() {
      super("expected", null, true, false);
    }
  }

  /** Registers kernels that throw and shadow others. */
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

  /** Calls both operators, the second one boxed. */
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

  /** Closes the registrations and frees what the kernels need. */
  @Actor
  public void closer() {
    registration.close();
    library.free();
  }
}
