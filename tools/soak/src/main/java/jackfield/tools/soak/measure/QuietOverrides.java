package jackfield.tools.soak.measure;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Suppresses, until it is closed, the warning about each overridden kernel: the soak causes
 * thousands of them.
 */
public final class QuietOverrides implements AutoCloseable {
  private final Logger warnings =
      Logger.getLogger("jackfield.dispatcher.impl.registry.OverrideWarnings");
  private final Level before = warnings.getLevel();

  public QuietOverrides() {
    warnings.setLevel(Level.OFF);
  }

  @Override
  public void close() {
    warnings.setLevel(before);
  }
}
