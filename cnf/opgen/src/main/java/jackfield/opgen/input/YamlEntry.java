package jackfield.opgen.input;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * One entry of an input file: its fields in the order written, with their line numbers.
 *
 * @param place the line on which the entry starts
 * @param fields the fields by name
 */
public record YamlEntry(Place place, SequencedMap<String, Field> fields) {
  /**
   * A field.
   *
   * @param place the line of the field
   * @param value its value
   */
  public record Field(Place place, Value value) {}

  /** The value of a field. */
  public sealed interface Value {}

  /**
   * One text.
   *
   * @param text the text
   */
  public record Text(String text) implements Value {
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A list of texts.
   *
   * @param texts the texts
   */
  public record Texts(List<String> texts) implements Value {
    /** Copies the list. */
    public Texts {
      texts = List.copyOf(texts);
    }

    @Override
    public String toString() {
      return texts.toString();
    }
  }

  /**
   * Texts by name.
   *
   * @param texts the texts in the order written
   */
  public record Pairs(SequencedMap<String, String> texts) implements Value {
    /** Copies the map. */
    public Pairs {
      texts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(texts));
    }

    @Override
    public String toString() {
      return texts.toString();
    }
  }

  /** Copies the fields. */
  public YamlEntry {
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
  }

  /**
   * Returns a field's text.
   *
   * @param reason why the field is needed, for the message
   * @throws MissingField if the field is missing or empty
   * @throws InvalidField if it is not one text
   */
  public String text(String name, String reason) {
    return optionalText(name)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> new MissingField(place, name, reason));
  }

  /**
   * Returns a field's text if the field exists.
   *
   * @throws InvalidField if it is not one text
   */
  public Optional<String> optionalText(String name) {
    return value(name, Text.class, "one text").map(Text::text);
  }

  /**
   * Returns a field's list of texts, empty if the field is missing.
   *
   * @throws InvalidField if it is not a list
   */
  public List<String> texts(String name) {
    return value(name, Texts.class, "a list, [a, b]").map(Texts::texts).orElse(List.of());
  }

  /**
   * Returns a field's texts by name, empty if the field is missing.
   *
   * @throws InvalidField if they have no names
   */
  public Map<String, String> pairs(String name) {
    return value(name, Pairs.class, "texts by name, {a: b}").map(Pairs::texts).orElse(none());
  }

  private static SequencedMap<String, String> none() {
    return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
  }

  private <V extends Value> Optional<V> value(String name, Class<V> type, String expected) {
    Field field = fields.get(name);
    if (field == null) {
      return Optional.empty();
    }
    if (!type.isInstance(field.value())) {
      throw new InvalidField(field.place(), name, field.value().toString(), expected);
    }
    return Optional.of(type.cast(field.value()));
  }

  /** Returns whether the field exists and is one text. */
  public boolean isText(String name) {
    return has(name) && fields.get(name).value() instanceof Text;
  }

  /** Returns whether the field exists. */
  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /**
   * Returns the constant that a word of a field stands for.
   *
   * @throws InvalidField if there is none
   */
  public <E extends Enum<E>> E choice(String name, String word, Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> word(value).equals(word))
        .findFirst()
        .orElseThrow(() ->
            invalid(
                name,
                Arrays.stream(type.getEnumConstants())
                    .map(YamlEntry::word)
                    .collect(Collectors.joining(", "))));
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the error about the value of an existing field. */
  public InvalidField invalid(String name, String expected) {
    Field field = fields.get(name);
    return new InvalidField(field.place(), name, field.value().toString(), expected);
  }

  /** Returns the line of a field, or of the entry if the field is missing. */
  public Place place(String name) {
    return has(name) ? fields.get(name).place() : place;
  }

  /**
   * Throws if there is any other field.
   *
   * @throws UnknownField for the first field that is not {@code known}
   */
  public void allowOnly(Collection<String> known) {
    for (Map.Entry<String, Field> field : fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        throw new UnknownField(field.getValue().place(), field.getKey(), known);
      }
    }
  }
}
