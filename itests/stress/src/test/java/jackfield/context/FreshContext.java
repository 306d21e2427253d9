package jackfield.context;

/**
 * Creates contexts, which otherwise only threads create, to test a context that appears during a
 * commit.
 */
public final class FreshContext {
  private FreshContext() {}

  /** Returns a further context of the calling thread. */
  public static DispatchContext create() {
    return new DispatchContext(Thread.currentThread());
  }
}
