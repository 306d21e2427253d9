package jackfield.launcher;

import java.util.List;
import java.util.Optional;

/**
 * A word of a command line that its verb does not know; {@code toString} is the message.
 *
 * @param asker the verb, with its command where there is one
 * @param kind what the word stands for: a command or an option
 * @param available the words that the verb knows there
 */
record UnknownWord(String asker, String kind, String word, List<String> available) {

  /** Returns the known word that was probably meant. */
  Optional<String> nearest() {
    return NearestVerb.to(word, available);
  }

  @Override
  public String toString() {
    return "%s: unknown %s '%s'%s%s · try ./jackfield help %s"
        .formatted(
            asker,
            kind,
            word,
            nearest().map(near -> ", did you mean '" + near + "'?").orElse(""),
            available.isEmpty() ? "" : " · " + kind + "s: " + String.join(", ", available),
            asker);
  }
}
