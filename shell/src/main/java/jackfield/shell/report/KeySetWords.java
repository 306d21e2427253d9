package jackfield.shell.report;

import static java.util.Map.entry;

import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parses key sets from text: keys, backends, named sets and raw numbers, separated by {@code |},
 * commas or blanks. It also parses the text that {@link DispatchKeySet} prints.
 */
public record KeySetWords(Names names) {
  private static final Map<String, DispatchKeySet> NAMED =
      new TreeMap<>(
          Map.ofEntries(
              entry("after-ad-inplace-or-view", KeySets.AFTER_AD_INPLACE_OR_VIEW),
              entry("after-autograd", KeySets.AFTER_AUTOGRAD),
              entry("after-functionalize", KeySets.AFTER_FUNCTIONALIZE),
              entry("autocast", KeySets.AUTOCAST),
              entry("autograd", KeySets.AUTOGRAD),
              entry("autograd-other-backends", KeySets.AUTOGRAD_OTHER_BACKENDS),
              entry("autograd-with-views", KeySets.AUTOGRAD_WITH_VIEWS),
              entry("backend", KeySets.BACKEND),
              entry("backend-functionalities", KeySets.BACKEND_FUNCTIONALITIES),
              entry("backends", KeySets.BACKENDS),
              entry("default-excluded", KeySets.DEFAULT_EXCLUDED),
              entry("default-included", KeySets.DEFAULT_INCLUDED),
              entry("empty", DispatchKeySet.EMPTY),
              entry("full", DispatchKeySet.FULL),
              entry("function-transforms", KeySets.FUNCTION_TRANSFORMS),
              entry("python", KeySets.PYTHON)));

  /** Lists the names of sets. */
  public static List<String> named() {
    return List.copyOf(NAMED.keySet());
  }

  /** Returns whether the text is the name of a single key. */
  boolean isKey(String text) {
    return !NAMED.containsKey(text) && !text.startsWith("0x") && text.matches("\\w+");
  }

  /**
   * Returns the union of the sets in {@code texts}; an alias key means its members.
   *
   * @throws jackfield.key.UnknownKey if a word is none of these
   */
  public DispatchKeySet parse(List<String> texts) {
    DispatchKeySet set = DispatchKeySet.EMPTY;
    for (String text : texts) {
      String bare = text.replaceFirst("^DispatchKeySet\\((.*)\\)$", "$1");
      for (String word : bare.strip().split("[|,\\s]+")) {
        set = set.or(word.isEmpty() ? DispatchKeySet.EMPTY : word(word));
      }
    }
    return set;
  }

  private DispatchKeySet word(String word) {
    if (word.matches("0x[0-9a-fA-F]{1,16}")) {
      return new DispatchKeySet(Long.parseUnsignedLong(word.substring(2), 16));
    }
    Optional<DispatchKeySet> backend =
        BackendComponent.all().stream()
            .filter(each -> (each.label() + "Bit").equals(word))
            .map(DispatchKeySet::of)
            .findFirst();
    return backend.or(() -> Optional.ofNullable(NAMED.get(word))).orElseGet(() -> key(word));
  }

  private DispatchKeySet key(String word) {
    DispatchKey key = names.key(word);
    return key == DispatchKey.UNDEFINED ? DispatchKeySet.EMPTY : key.runtimeKeys();
  }
}
