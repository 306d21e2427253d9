package jackfield.opgen.java;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;

/** Formats generated sources like hand-written ones. */
public final class SourceFormatter {
  private final Formatter formatter = new Formatter();

  /**
   * Returns {@code source} formatted, without unused imports.
   *
   * @throws IllegalStateException if it is not valid Java, which is a defect of the generator
   */
  public String format(String source) {
    try {
      return formatter.formatSourceAndFixImports(source);
    } catch (FormatterException e) {
      throw new IllegalStateException("a template gives no Java:\n" + source, e);
    }
  }
}
