package jackfield.dispatcher.impl.lifecycle;

import java.util.Arrays;
import java.util.Locale;

/** What happens to a bundle whose check finds results other than the expected ones. */
enum CheckPolicy {
  /** No check: the kernels are not called before the commit. */
  OFF,
  /** The bundle is plugged, and the differences are reported. */
  WARN,
  /** The bundle is refused. */
  REFUSE;

  private static final System.Logger LOG = System.getLogger(CheckPolicy.class.getName());

  /**
   * Reads the first of {@code texts} that is not empty, in upper or lower case. An unknown text is
   * logged and counts as the strictest policy.
   */
  static CheckPolicy parse(String... texts) {
    String text = Arrays.stream(texts).filter(each -> !each.isBlank()).findFirst().orElseThrow();
    String name = text.strip().toUpperCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(policy -> policy.name().equals(name))
        .findFirst()
        .orElseGet(() -> {
          LOG.log(
              System.Logger.Level.ERROR,
              "jackfield.platform: expected checks off, warn or refuse, found "
                  + text
                  + "; refuse is in force");
          return REFUSE;
        });
  }
}
