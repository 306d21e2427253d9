package jackfield.backend.cuda.driver.capture;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/**
 * Refuses to leave or to close a stream in the wrong order: a stream is left by the thread that has
 * entered it, in the reverse order, and closed when all threads have left it.
 */
public final class StreamRefused extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final String work;

  /**
   * Creates the error.
   *
   * @param work what was asked, such as "closing the stream"
   * @param found what is in its way
   * @param remedy what to try
   */
  public StreamRefused(String work, String found, String remedy) {
    super(
        new ErrorText(work + " is refused")
            .part("asked", work)
            .part("found", found)
            .part("available", "the stream, which is as it was")
            .part("try", remedy)
            .toString());
    this.work = work;
  }

  /** Returns what was asked. */
  public String work() {
    return work;
  }
}
