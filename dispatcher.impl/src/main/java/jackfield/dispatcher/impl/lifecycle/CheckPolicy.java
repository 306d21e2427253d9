package jackfield.dispatcher.impl.lifecycle;

import java.util.Arrays;
import java.util.Locale;

/** What is done with a bundle whose check finds that it serves otherwise than expected. */
enum CheckPolicy {
  /** Its kernels are not called before they serve. */
  OFF,
  /** It is taken, and the differences are told. */
  WARN,
  /** It is refused. */
  REFUSE;

  private static final System.Logger LOG = System.getLogger(CheckPolicy.class.getName());

  /**
   * Reads the first of {@code texts} that is not empty, in upper or lower case. A text that says
   * nothing known is logged and counts as the strictest.
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
