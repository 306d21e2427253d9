package jackfield.itests.stress;

import jackfield.dispatch.Registration;
import jackfield.kernel.NoKernel;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorSchema;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Registering, closing, calling, reading the table and listening are linearizable: threads see what
 * {@link RegistrationModel} returns for some order of the operations. Lincheck generates the
 * threads.
 */
@Tag("thorough")
public class RegistrationListTest {
  private static final boolean IS_FULL = "full".equals(System.getProperty("stress.mode"));

  private final Plug plug = new Plug();
  private final Registration[] open = new Registration[RegistrationModel.SLOTS];

  /** Defines the operators. */
  public RegistrationListTest() {
    plug.define();
  }

  private boolean plug(int slot) {
    if (open[slot] != null) {
      return false;
    }
    open[slot] = plug.plugRanked(RegistrationModel.RANKINGS[slot], slot);
    return true;
  }

  private boolean unplug(int slot) {
    if (open[slot] == null) {
      return false;
    }
    open[slot].close();
    open[slot] = null;
    return true;
  }

  /** Registers kernel 0. */
  @Operation(nonParallelGroup = "0")
  public boolean plug0() {
    return plug(0);
  }

  /** Closes it. */
  @Operation(nonParallelGroup = "0")
  public boolean unplug0() {
    return unplug(0);
  }

  /** Registers kernel 1. */
  @Operation(nonParallelGroup = "1")
  public boolean plug1() {
    return plug(1);
  }

  /** Closes it. */
  @Operation(nonParallelGroup = "1")
  public boolean unplug1() {
    return unplug(1);
  }

  /** Registers kernel 2, which ranks higher. */
  @Operation(nonParallelGroup = "2")
  public boolean plug2() {
    return plug(2);
  }

  /** Closes it. */
  @Operation(nonParallelGroup = "2")
  public boolean unplug2() {
    return unplug(2);
  }

  /** Returns the kernel that a call runs, -1 for none. */
  @Operation
  public long call() {
    try {
      return plug.first.call(Plug.TENSOR, 0);
    } catch (NoKernel none) {
      return -1;
    }
  }

  /** Returns the kernels, the active one first. */
  @Operation
  public String listed() {
    return plug.listed();
  }

  /** Returns the number of definitions that a new listener receives. */
  @Operation
  public int definitions() {
    AtomicInteger heard = new AtomicInteger();
    OperatorListener counting =
        new OperatorListener() {
          @Override
          public void defined(OperatorSchema schema) {
            heard.incrementAndGet();
          }
        };
    plug.dispatcher.listen(counting).close();
    return heard.get();
  }

  @Test
  void everyRunUnderStressHasAnOrderThatExplainsIt() {
    new StressOptions()
        .iterations(IS_FULL ? 100 : 15)
        .invocationsPerIteration(IS_FULL ? 10_000 : 300)
        .threads(3)
        .actorsPerThread(3)
        .sequentialSpecification(RegistrationModel.class)
        .check(RegistrationListTest.class);
  }
}
