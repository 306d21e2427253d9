package jackfield.context;

/**
 * A thread with its {@link DispatchContext} in a field, which saves a lookup at each call. All
 * threads of the platform have this class, and applications may use it for theirs.
 */
public final class JackfieldThread extends Thread {
  private final DispatchContext context = new DispatchContext(this);

  /** Creates a thread that will run {@code task}. */
  public JackfieldThread(String name, Runnable task) {
    super(task, name);
  }

  DispatchContext context() {
    return context;
  }
}
