package jackfield.io;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;

/** Reports a file that cannot be read or written as tensors. */
public final class FileRefused extends JackfieldException {
  private static final long serialVersionUID = 1;

  /** What is wrong with a file. */
  public enum Kind {
    /** The operating system refused the file, or it does not exist. */
    INACCESSIBLE,
    /** The file ends before the data that it claims to have. */
    TRUNCATED,
    /** The content contradicts the format or itself. */
    MALFORMED,
    /** The content is valid, but tensors have no such type or shape. */
    UNSUPPORTED
  }

  private final Kind kind;
  private final String file;
  private final String found;

  /**
   * Creates the error.
   *
   * @param file the path, with the name of the part inside where there is one
   * @param asked what was to be done with the file
   * @param found what is wrong
   * @param available what would be accepted; may be empty
   * @param remedy what to try; may be empty
   * @param cause the error of the operating system or of a library; may be null
   */
  public FileRefused(
      Kind kind,
      String file,
      String asked,
      String found,
      String available,
      String remedy,
      Throwable cause) {
    super(
        new ErrorText(file + " was refused")
            .part("asked", asked)
            .part("found", found)
            .part("available", available)
            .part("try", remedy)
            .toString(),
        cause);
    this.kind = kind;
    this.file = file;
    this.found = found;
  }

  /** Returns what is wrong with the file. */
  public Kind kind() {
    return kind;
  }

  /** Returns the path, with the name of the part inside where there is one. */
  public String file() {
    return file;
  }

  /** Returns the description of what is wrong. */
  public String found() {
    return found;
  }
}
