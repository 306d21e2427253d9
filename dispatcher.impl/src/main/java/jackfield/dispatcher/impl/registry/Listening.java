package jackfield.dispatcher.impl.registry;

import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import java.util.function.Supplier;

/** The handle of a listener or an observer. */
final class Listening implements Registration {
  private final Supplier<Drain> forget;
  private Drain drain; // null until withdrawn; guarded by this

  /**
   * Creates the handle.
   *
   * @param forget removes the listener; runs once and returns the wait for its running calls
   */
  Listening(Supplier<Drain> forget) {
    this.forget = forget;
  }

  @Override
  public synchronized Drain withdraw() {
    if (drain == null) {
      drain = forget.get();
    }
    return drain;
  }
}
