package jackfield.prose;

import java.nio.file.Path;

/**
 * A place in a file whose prose breaks a rule.
 *
 * @param problem what is wrong
 * @param found the text
 * @param remedy what to write instead
 */
record Finding(Path file, int line, String problem, String found, String remedy) {
  private static final int SHOWN_CHARACTERS = 90; // with the indent, a line of 100 columns

  @Override
  public String toString() {
    String text = found.replace(Passage.CODE, "…");
    String shown =
        text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "…" : text;
    return "%s:%d: %s%n  found      %s%n  try        %s"
        .formatted(file, line, problem, shown, remedy);
  }
}
