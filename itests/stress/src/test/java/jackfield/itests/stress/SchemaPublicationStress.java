package jackfield.itests.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jackfield.context.DispatchContext;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A call sees an operator's definition and its kernel, registered in one commit, both or not at
 * all.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The call came before the commit.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The call came after the commit.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "A schema without the kernel.")
@Outcome(id = "0, 1", expect = FORBIDDEN, desc = "A kernel without the schema.")
@State
public class SchemaPublicationStress {
  private final Plug plug = new Plug();

  /** Reads schema and table as a call does. */
  @Actor
  public void caller(II_Result result) {
    DispatchContext context = DispatchContext.current();
    context.enter(plug.first.number());
    result.r1 = plug.first.schemaOrNull() == null ? 0 : 1;
    Resolution served = plug.first.table(context).resolution(DispatchKey.CPU.tableIndex());
    result.r2 = served.reason() == Resolution.Reason.KERNEL ? 1 : 0;
    context.exit();
  }

  /** Defines the operator with a kernel. */
  @Actor
  public void library() {
    plug.defineAndPlug((keys, self, effort) -> 1);
  }
}
