package jackfield.dispatcher.impl;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;

/** The handle of a listener; nobody is inside one, since it is called under the lock. */
final class Listening implements Registration {
  private final Runnable forget;
  private boolean isOpen = true; // guarded by this

  Listening(Runnable forget) {
    this.forget = forget;
  }

  @Override
  public synchronized Drain withdraw() {
    if (isOpen) {
      isOpen = false;
      forget.run();
    }
    return new EpochDrain(0, () -> {});
  }
}
