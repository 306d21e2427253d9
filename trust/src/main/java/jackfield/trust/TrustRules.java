package jackfield.trust;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.framework.Constants;

/**
 * The rules of the gate, read from its configuration.
 *
 * <p>A faulty configuration shuts the gate: {@code fault} contains the reason, and no bundle with
 * kernels is admitted until the fault is mended. The defaults would admit bundles that the user
 * meant to refuse. So an unknown key is a fault, and so is a key without a value of its type.
 *
 * @param asked the configured policy, if any
 * @param anchors the trusted certificates; none without a trust store
 * @param denied the deny-list
 * @param fault the fault of the configuration, if any
 */
record TrustRules(
    Optional<Policy> asked, TrustAnchors anchors, DenyList denied, Optional<String> fault) {
  /** The key of the file with the settings; the folder {@code plug} adds it. */
  static final String FILE = "jackfield.settings.file";

  private static final String POLICY = "policy";
  private static final String STORE = "truststore";
  private static final String PASSWORD = "truststore.password";
  private static final String DENY = "deny";
  private static final Set<String> KEYS = new TreeSet<>(Set.of(POLICY, STORE, PASSWORD, DENY));

  // Keys that Configuration Admin and tools for configurations add.
  private static final Set<String> ADDED =
      Set.of(
          Constants.SERVICE_PID,
          "service.factoryPid",
          "service.bundleLocation",
          "felix.fileinstall.filename",
          FILE);

  /** Reads {@code settings}; relative paths in them refer to {@code home}. */
  static TrustRules of(Map<String, ?> settings, Path home, Instant now) {
    String origin =
        settings.get(FILE) instanceof String file ? file : "the configuration jackfield.trust";
    try {
      refuseUnknown(settings.keySet());
      return new TrustRules(
          text(settings, POLICY).map(TrustRules::policy),
          anchors(settings, home, now),
          denied(settings.get(DENY)),
          Optional.empty());
    } catch (RuntimeException wrong) { // any failure shuts the gate
      return shut(origin + ": " + reason(wrong), List.of(settings));
    }
  }

  private static String reason(RuntimeException wrong) {
    return wrong.getMessage() == null ? wrong.getClass().getName() : wrong.getMessage();
  }

  /**
   * Returns the rules of a gate that {@code fault} shuts. A shut gate still admits bundles of the
   * distribution, so the deny-list remains: all entries that can be read in {@code settings}, the
   * configurations that were found.
   */
  static TrustRules shut(String fault, List<? extends Map<String, ?>> settings) {
    DenyList denied =
        settings.stream()
            .map(each -> readable(each.get(DENY)))
            .reduce(DenyList.NONE, DenyList::with);
    return new TrustRules(
        Optional.of(Policy.ENFORCE), TrustAnchors.NONE, denied, Optional.of(fault));
  }

  /**
   * Returns the rules that replace {@code before}. A shut gate keeps the former deny-list, since a
   * fault may hide an entry.
   */
  TrustRules after(TrustRules before) {
    return fault.isEmpty()
        ? this
        : new TrustRules(asked, anchors, denied.with(before.denied), fault);
  }

  private static DenyList readable(Object value) {
    return switch (value) {
      case String text -> DenyList.readable(text);
      case Object[] several ->
          Arrays.stream(several).map(TrustRules::readable).reduce(DenyList.NONE, DenyList::with);
      case Collection<?> several -> readable(several.toArray());
      case null, default -> DenyList.NONE;
    };
  }

  private static void refuseUnknown(Set<String> given) {
    String unknown =
        given.stream()
            .filter(key -> !KEYS.contains(key) && !ADDED.contains(key))
            .sorted()
            .map(key -> "'" + key + "'")
            .collect(Collectors.joining(", "));
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "unknown key %s; known are %s".formatted(unknown, String.join(", ", KEYS)));
    }
  }

  private static Optional<String> text(Map<String, ?> settings, String key) {
    Object value = settings.get(key);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof String text)) {
      throw new IllegalArgumentException(
          "%s is no text, but %s".formatted(key, value.getClass().getSimpleName()));
    }
    if (text.isBlank()) {
      throw new IllegalArgumentException(key + " has no value");
    }
    return Optional.of(text.strip());
  }

  private static Policy policy(String text) {
    try {
      return Policy.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "policy '%s' is none of off, warn, enforce".formatted(text), unknown);
    }
  }

  private static TrustAnchors anchors(Map<String, ?> settings, Path home, Instant now) {
    Optional<String> store = text(settings, STORE);
    Optional<String> password = text(settings, PASSWORD);
    if (store.isEmpty()) {
      if (password.isPresent()) {
        throw new IllegalArgumentException(PASSWORD + " is given, but no " + STORE);
      }
      return TrustAnchors.NONE;
    }
    try {
      return TrustStore.read(home.resolve(store.get()), password.orElse(""), now);
    } catch (GeneralSecurityException unfit) {
      throw new IllegalArgumentException(
          "truststore %s: %s".formatted(store.get(), unfit.getMessage()), unfit);
    }
  }

  private static DenyList denied(Object value) {
    return switch (value) {
      case null -> DenyList.parse();
      case String text -> DenyList.parse(entries(text));
      case Object[] several ->
          DenyList.parse(Arrays.stream(several).map(TrustRules::entries).toArray(String[]::new));
      case Collection<?> several -> denied(several.toArray());
      default ->
          throw new IllegalArgumentException(
              "deny is no text, but " + value.getClass().getSimpleName());
    };
  }

  private static String entries(Object value) {
    if (!(value instanceof String text) || text.isBlank()) {
      throw new IllegalArgumentException("deny has an entry that is empty or no text");
    }
    return text;
  }

  /** Returns the policy for a bundle with a local or a remote location. */
  Policy policy(boolean isLocal) {
    return asked.orElse(anchors.isEmpty() && isLocal ? Policy.WARN : Policy.ENFORCE);
  }
}
