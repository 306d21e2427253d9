package jackfield.context;

/** Makes contexts, which otherwise only threads do, to see one appear during a commit. */
public final class FreshContext {
  private FreshContext() {}

  /** Returns a further context of the calling thread. */
  public static DispatchContext create() {
    return new DispatchContext(Thread.currentThread());
  }
}
