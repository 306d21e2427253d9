package jackfield.itests.hotplug;

import jackfield.spi.PlugSteps;
import org.osgi.framework.FrameworkUtil;

/**
 * Halts the process, without a hook or a flush, before the step that its bundle's header {@code
 * Halts} names is made for a bundle or file whose name begins with {@code kill}.
 */
public final class HaltingSteps implements PlugSteps {
  static final int EXIT_CODE = 137; // as of a killed process

  private final String step = FrameworkUtil.getBundle(getClass()).getHeaders().get("Halts");

  /** Creates the listener; called by Declarative Services. */
  public HaltingSteps() {}

  @Override
  public void before(Step next, String bundle) {
    if (next.name().equals(step) && bundle.startsWith("kill")) {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }
}
