package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.dispatch.Registration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A kernel that calls another operator stays in the generation of the outermost call. */
@JCStressTest
@Outcome(id = "11", expect = ACCEPTABLE, desc = "Both calls before the withdrawal's end.")
@Outcome(id = "22", expect = ACCEPTABLE, desc = "Both calls after the withdrawal.")
@Outcome(expect = FORBIDDEN, desc = "The nested call saw another generation.")
@State
public class NestedCallStress {
  private final Plug plug = new Plug();
  private final Registration upper;

  /** Registers two pairs of kernels; the second pair shadows the first. */
  public NestedCallStress() {
    plug.define();
    plug.plug(
        (keys, self, effort) -> 20 + plug.second.call(self, effort), (keys, self, effort) -> 2);
    upper =
        plug.plug(
            (keys, self, effort) -> 10 + plug.second.call(self, effort), (keys, self, effort) -> 1);
  }

  /** Calls the first operator, whose kernel calls the second. */
  @Actor
  public void caller(I_Result result) {
    result.r1 = (int) plug.first.call(Plug.TENSOR, 0);
  }

  /** Withdraws the second pair. */
  @Actor
  public void writer() {
    upper.close();
  }
}
