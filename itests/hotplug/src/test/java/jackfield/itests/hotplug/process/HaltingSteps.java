package jackfield.itests.hotplug.process;

import jackfield.spi.PlugSteps;
import org.osgi.framework.FrameworkUtil;

/**
 * Halts the process, without shutdown hooks or flushes, before the step in the bundle's header
 * {@code Halts}, if the step is for a bundle or file whose name begins with {@code kill}.
 */
public final class HaltingSteps implements PlugSteps {
  static final int EXIT_CODE = 137; // the exit code of a killed process

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
