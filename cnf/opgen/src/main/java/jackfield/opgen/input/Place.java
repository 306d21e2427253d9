package jackfield.opgen.input;

import java.io.Serializable;

/**
 * A line of an input file.
 *
 * @param file the file's name in messages
 * @param line the line, counted from 1
 */
public record Place(String file, int line) implements Serializable {
  /** Returns {@code file:line}. */
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
