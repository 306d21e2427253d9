package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.context.DispatchContext;
import jackfield.kernel.DispatchTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The predecessors of a table stay linked as long as a thread inside may need them. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Both reads gave the reader's own generation.")
@Outcome(id = "1, .*", expect = FORBIDDEN, desc = "The first table is newer than the reader.")
@Outcome(id = "0, [12]", expect = FORBIDDEN, desc = "The second table is newer, or another one.")
@State
public class TableCutStress {
  private final Plug plug = new Plug();

  /** Defines the operators. */
  public TableCutStress() {
    plug.define();
  }

  /** Enters and looks up its table twice. */
  @Actor
  public void reader(II_Result result) {
    DispatchContext context = DispatchContext.current();
    context.enter(plug.first.number());
    DispatchTable before = plug.first.table(context);
    DispatchTable after = plug.first.table(context);
    result.r1 = before.epoch() > context.epoch() ? 1 : 0;
    result.r2 = after.epoch() > context.epoch() ? 1 : after == before ? 0 : 2;
    context.exit();
  }

  /**
   * Publishes two generations. The second one unlinks the tables that the first one superseded, if
   * no thread is inside.
   */
  @Actor
  public void writer() {
    plug.plug((keys, self, effort) -> 1);
    plug.plug((keys, self, effort) -> 2);
  }
}
