package jackfield.demo;

import jackfield.spi.Platform.PlugReport;

/**
 * A backend was plugged or unplugged during the training.
 *
 * @param at the step that was running when this was requested
 * @param until the step that was running when it was done
 * @param bundle the bundle's name
 * @param action {@code plugged} or {@code unplugged}
 * @param nanos the duration in nanoseconds
 */
record PlugEvent(int at, int until, String bundle, String action, long nanos) {
  static PlugEvent of(int at, int until, PlugReport report) {
    return new PlugEvent(at, until, report.bundle(), report.action().toString(), report.nanos());
  }
}
