package jackfield.dispatcher.impl.call;

import jackfield.schema.OperatorName;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import java.util.concurrent.CountDownLatch;

/** A backend for the CPU whose one kernel waits until it is told to go on. */
public final class StuckBackend implements Backend {
  private final CountDownLatch entered;
  private final CountDownLatch leave;

  /** Creates one that tells when its kernel has begun. */
  public StuckBackend(CountDownLatch entered, CountDownLatch leave) {
    this.entered = entered;
    this.leave = leave;
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.boxed(OperatorName.parse("t::wait"), kernels.key(), (operator, keys, stack) -> stay());
  }

  private void stay() {
    entered.countDown();
    try {
      leave.await();
    } catch (InterruptedException nobodyDoes) {
      throw new AssertionError("nobody interrupts it", nobodyDoes);
    }
  }
}
