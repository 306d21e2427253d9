package jackfield.error;

/** Builds an error text: a first line, then labelled lines that each answer one question. */
public final class ErrorText {
  private final StringBuilder text;

  /** Begins a text. */
  public ErrorText(String firstLine) {
    text = new StringBuilder(firstLine);
  }

  /** Adds a line unless {@code answer} is null or empty. */
  public ErrorText part(String label, String answer) {
    if (answer != null && !answer.isEmpty()) {
      String indented = answer.replace("\n", "\n" + " ".repeat(13));
      text.append("%n  %-11s".formatted(label)).append(indented);
    }
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
