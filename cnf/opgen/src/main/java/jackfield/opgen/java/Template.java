package jackfield.opgen.java;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text with placeholders of the form {@code %name%}. */
public final class Template {
  private static final Pattern PLACE = Pattern.compile("%([a-zA-Z]+)%");

  private final String text;
  private final Map<String, String> values = new TreeMap<>();

  /** Creates a template. */
  public Template(String text) {
    this.text = text;
  }

  /** Replaces {@code %name%} by {@code value}, everywhere. */
  public Template with(String name, String value) {
    values.put(name, value);
    return this;
  }

  /**
   * Returns the text with all placeholders replaced.
   *
   * @throws IllegalStateException if a placeholder has no value
   */
  @Override
  public String toString() {
    return PLACE.matcher(text).replaceAll(place -> escaped(value(place)));
  }

  private String value(MatchResult place) {
    String value = values.get(place.group(1));
    if (value == null) {
      throw new IllegalStateException(
          "the template has %s, the values are %s".formatted(place.group(), values.keySet()));
    }
    return value;
  }

  private static String escaped(String value) {
    return Matcher.quoteReplacement(value);
  }
}
