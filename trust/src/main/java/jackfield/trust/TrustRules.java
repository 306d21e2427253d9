package jackfield.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Optional;

/**
 * What the configuration asks for.
 *
 * <p>A configuration that cannot be followed shuts the gate: {@code fault} says what is wrong with
 * it, and no bundle that brings kernels is let in until it is mended. Going on with the defaults
 * would open what somebody meant to close.
 *
 * @param asked the policy that was set, if one was
 * @param anchors the trusted certificates; none without a trust store
 * @param denied the deny-list
 * @param fault what is wrong with the configuration, if anything is
 */
record TrustRules(
    Optional<Policy> asked, TrustAnchors anchors, DenyList denied, Optional<String> fault) {

  static TrustRules of(TrustSettings settings, Path home) {
    try {
      return new TrustRules(
          policy(settings.policy()),
          anchors(settings, home),
          DenyList.parse(settings.deny()),
          Optional.empty());
    } catch (IOException | GeneralSecurityException unreadable) {
      return shut("truststore %s: %s".formatted(settings.truststore(), text(unreadable)));
    } catch (IllegalArgumentException wrong) {
      return shut(wrong.getMessage());
    }
  }

  private static TrustRules shut(String fault) {
    return new TrustRules(
        Optional.of(Policy.ENFORCE), TrustAnchors.NONE, DenyList.parse(), Optional.of(fault));
  }

  private static String text(Exception failure) {
    return failure instanceof java.nio.file.NoSuchFileException
        ? "there is no such file"
        : failure.getMessage();
  }

  private static Optional<Policy> policy(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    try {
      return word.isEmpty() ? Optional.empty() : Optional.of(Policy.valueOf(word));
    } catch (IllegalArgumentException unknown) {
      throw new IllegalArgumentException(
          "policy '%s' is none of off, warn, enforce".formatted(text.strip()), unknown);
    }
  }

  private static TrustAnchors anchors(TrustSettings settings, Path home)
      throws IOException, GeneralSecurityException {
    String file = settings.truststore().strip();
    return file.isEmpty()
        ? TrustAnchors.NONE
        : TrustAnchors.read(home.resolve(file), settings.truststore_password());
  }

  /** Returns the policy for a bundle from a file of this machine, or from elsewhere. */
  Policy policy(boolean isLocal) {
    return asked.orElse(anchors.isEmpty() && isLocal ? Policy.WARN : Policy.ENFORCE);
  }
}
