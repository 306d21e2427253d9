package jackfield.demo;

import jackfield.spi.Platform.PlugReport;

/**
 * A backend was plugged or unplugged during the training.
 *
 * @param at the step that was running
 * @param bundle the bundle's name
 * @param action {@code plugged} or {@code unplugged}
 * @param nanos the duration in nanoseconds
 */
record PlugEvent(int at, String bundle, String action, long nanos) {
  static PlugEvent of(int step, PlugReport report) {
    return new PlugEvent(step, report.bundle(), report.action().toString(), report.nanos());
  }
}
