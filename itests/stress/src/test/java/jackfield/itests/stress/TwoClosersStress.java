package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.dispatch.Registration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads close two registrations of one key at the same time. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Each saw both gone.")
@Outcome(id = "2, 0, 0", expect = ACCEPTABLE, desc = "The lower one went first.")
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "The upper one went first.")
@Outcome(id = "2, 1, 0", expect = FORBIDDEN, desc = "Each saw the other's after its own close.")
@Outcome(id = "1, .*", expect = FORBIDDEN, desc = "The lower one answered after its close.")
@Outcome(id = ".*, 2, .*", expect = FORBIDDEN, desc = "The upper one answered after its close.")
@Outcome(id = ".*, .*, [12]", expect = FORBIDDEN, desc = "One is left when both are closed.")
@State
public class TwoClosersStress {
  private final Plug plug = new Plug();
  private final Registration lower;
  private final Registration upper;

  /** Registers three kernels, each of which shadows the previous one. */
  public TwoClosersStress() {
    plug.define();
    plug.plug((keys, self, effort) -> 0);
    lower = plug.plug((keys, self, effort) -> 1);
    upper = plug.plug((keys, self, effort) -> 2);
  }

  /** Closes the lower registration, then calls. */
  @Actor
  public void closerOfTheLower(III_Result result) {
    lower.close();
    result.r1 = (int) plug.first.call(Plug.TENSOR, 0);
  }

  /** Closes the upper registration, then calls. */
  @Actor
  public void closerOfTheUpper(III_Result result) {
    upper.close();
    result.r2 = (int) plug.first.call(Plug.TENSOR, 0);
  }

  /** Calls after both have closed. */
  @Arbiter
  public void afterwards(III_Result result) {
    result.r3 = (int) plug.first.call(Plug.TENSOR, 0);
  }
}
