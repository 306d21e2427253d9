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

  /**
   * Creates a daemon thread that will run {@code task} and inherits nothing from its creator:
   * neither thread-locals nor a class loader.
   */
  public static JackfieldThread ofPlatform(String name, Runnable task) {
    JackfieldThread thread = new JackfieldThread(name, task, /* inherits= */ false);
    thread.setDaemon(true);
    return thread;
  }

  private JackfieldThread(String name, Runnable task, boolean inherits) {
    super(null, task, name, 0, inherits);
  }

  DispatchContext context() {
    return context;
  }
}
