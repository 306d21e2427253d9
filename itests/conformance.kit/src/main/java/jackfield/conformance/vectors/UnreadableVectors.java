package jackfield.conformance.vectors;

import java.nio.file.Path;

/** Vectors cannot be read, so that no verdict is possible. */
public final class UnreadableVectors extends RuntimeException {
  private static final long serialVersionUID = 1;
  private final transient Path path;

  /** Creates the error for a folder or file; its message contains what to try. */
  public UnreadableVectors(Path path, String problem, String remedy, Throwable cause) {
    super("%s: %s%n  try  %s".formatted(path, problem, remedy), cause);
    this.path = path;
  }

  public Path path() {
    return path;
  }
}
