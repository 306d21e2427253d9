package jackfield.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The recordings that a backend need not pass, each with its reason.
 *
 * <p>A file of waivers has a line for each: a kind, a pattern that the whole name of a recording
 * must match, and the reason. Empty lines and those that begin with {@code #} are ignored.
 *
 * <pre>
 * unsupported  add\.Tensor-1[67]  the device has no complex numbers
 * fails        div\..*-int.*      rounds up: issue 12 of the driver
 * </pre>
 *
 * <p>An <em>unsupported</em> recording is not run. A recording that <em>fails</em> is run and must
 * fail: if it passes, the waiver is superfluous and the test fails until the waiver is removed.
 *
 * @param list the waivers in the order of the file; the first that matches counts
 */
public record Waivers(List<Waiver> list) {
  /** Copies the list. */
  public Waivers {
    list = List.copyOf(list);
  }

  /** The effect of a waiver. */
  public enum Kind {
    /** The recording is not run. */
    UNSUPPORTED,
    /** The recording is run and must fail. */
    FAILS
  }

  /**
   * A line of the file.
   *
   * @param pattern a pattern that must match the whole name of a recording
   * @param reason the reason, for readers
   */
  public record Waiver(Kind kind, Pattern pattern, String reason) {
    boolean matches(String id) {
      return pattern.matcher(id).matches();
    }

    /** Returns the line. */
    @Override
    public String toString() {
      return kind.name().toLowerCase(Locale.ROOT) + " " + pattern + " " + reason;
    }
  }

  /** Returns no waivers. */
  public static Waivers none() {
    return new Waivers(List.of());
  }

  /**
   * Reads the resource {@code name} beside {@code test}; returns no waivers if it does not exist.
   *
   * @throws FaultyWaiver if a line does not have the three parts
   */
  public static Waivers beside(Class<?> test, String name) {
    try (InputStream in = test.getResourceAsStream(name)) {
      if (in == null) {
        return none();
      }
      return parse(name, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static Waivers parse(String name, BufferedReader lines) throws IOException {
    List<Waiver> waivers = new ArrayList<>();
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        waivers.add(parse(name + ":" + number, line.strip()));
      }
    }
    return new Waivers(waivers);
  }

  private static Waiver parse(String position, String line) {
    String[] parts = line.split("\\s+", 3);
    if (parts.length < 3) {
      throw new FaultyWaiver(position, line, "it has no reason", null);
    }
    try {
      Kind kind = Kind.valueOf(parts[0].toUpperCase(Locale.ROOT));
      return new Waiver(kind, Pattern.compile(parts[1]), parts[2]);
    } catch (PatternSyntaxException unfit) {
      throw new FaultyWaiver(position, line, parts[1] + " is no pattern", unfit);
    } catch (IllegalArgumentException unknown) {
      throw new FaultyWaiver(position, line, parts[0] + " is no kind of waiver", unknown);
    }
  }

  /** Returns the waiver for the recording {@code id}. */
  Optional<Waiver> of(String id) {
    return list.stream().filter(waiver -> waiver.matches(id)).findFirst();
  }
}
