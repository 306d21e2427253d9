package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.dispatch.Pin;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A pinned region sees a commit of two operators completely or not at all. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "All calls before the commit.")
@Outcome(id = "2, 2, 2", expect = ACCEPTABLE, desc = "All calls after the commit.")
@Outcome(expect = FORBIDDEN, desc = "Half a commit within one region.")
@State
public class OneGenerationStress {
  private final Plug plug = new Plug();

  /** Registers the first kernels. */
  public OneGenerationStress() {
    plug.define();
    plug.plug((keys, self, effort) -> 1, (keys, self, effort) -> 1);
  }

  /** Calls both operators, and the first one again, in one region. */
  @Actor
  public void caller(III_Result result) {
    try (Pin _ = plug.dispatcher.pin()) {
      result.r1 = (int) plug.first.call(Plug.TENSOR, 0);
      result.r2 = (int) plug.second.call(Plug.TENSOR, 0);
      result.r3 = (int) plug.first.callBoxed(Plug.TENSOR, 0);
    }
  }

  /** Replaces the kernels of both. */
  @Actor
  public void writer() {
    plug.plug((keys, self, effort) -> 2, (keys, self, effort) -> 2);
  }
}
