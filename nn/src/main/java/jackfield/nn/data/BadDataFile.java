package jackfield.nn.data;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.nio.file.Path;

/** Reports that a file of data cannot be read, or that its content is not as expected. */
public final class BadDataFile extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient Path file;
  private final String problem;

  BadDataFile(Path file, String problem, String remedy, Throwable cause) {
    super(new ErrorText(file + " " + problem).part("try", remedy).toString(), cause);
    this.file = file;
    this.problem = problem;
  }

  /** Returns the file. */
  public Path file() {
    return file;
  }

  /** Returns what is wrong with the file. */
  public String problem() {
    return problem;
  }
}
