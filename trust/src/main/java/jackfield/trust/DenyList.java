package jackfield.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.Version;
import org.osgi.framework.VersionRange;

/** The bundles that the gate refuses under every policy. */
record DenyList(List<Denied> entries) {
  /** No bundle. */
  static final DenyList NONE = new DenyList(List.of());

  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*([\\w.-]+)\\s*(?:;\\s*version\\s*=\\s*(\"[^\"]*\"|[\\[(][^\\])]*[\\])]|[\\w.-]+)\\s*)?(?:,|$)");

  /**
   * A refused bundle.
   *
   * @param bundle its symbolic name
   * @param versions its refused versions
   */
  record Denied(String bundle, VersionRange versions) {
    @Override
    public String toString() {
      return bundle + " " + versions;
    }
  }

  /** Reads entries such as {@code acme.bad;version="[1.0,1.4)"}, separated by commas. */
  static DenyList parse(String... texts) {
    List<Denied> entries = new ArrayList<>();
    for (String text : texts) {
      parse(text, entries);
    }
    return new DenyList(List.copyOf(entries));
  }

  /** Reads the entries of {@code text} before the first faulty one, for a gate that is shut. */
  static DenyList readable(String text) {
    List<Denied> entries = new ArrayList<>();
    try {
      parse(text, entries);
    } catch (IllegalArgumentException faulty) {
      return new DenyList(List.copyOf(entries)); // parse reports the fault itself
    }
    return new DenyList(List.copyOf(entries));
  }

  private static void parse(String text, List<Denied> entries) {
    String rest = text.strip();
    while (!rest.isEmpty()) {
      Matcher entry = ENTRY.matcher(rest);
      if (!entry.lookingAt()) {
        throw new IllegalArgumentException(
            "deny: '%s' is no name;version=\"range\"".formatted(rest));
      }
      entries.add(new Denied(entry.group(1), range(entry.group(2))));
      rest = rest.substring(entry.end()).strip();
    }
  }

  /** Returns the entries of this list and of {@code other}. */
  DenyList with(DenyList other) {
    return new DenyList(
        Stream.concat(entries.stream(), other.entries.stream()).distinct().toList());
  }

  private static VersionRange range(String text) {
    try {
      return new VersionRange(text == null ? "0" : text.replace("\"", ""));
    } catch (IllegalArgumentException noRange) {
      throw new IllegalArgumentException("deny: " + noRange.getMessage(), noRange);
    }
  }

  Optional<Denied> match(String bundle, Version version) {
    return entries.stream()
        .filter(denied -> denied.bundle().equals(bundle) && denied.versions().includes(version))
        .findFirst();
  }
}
