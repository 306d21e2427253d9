package jackfield.demo;

import jackfield.spi.Platform.PlugReport;

/**
 * A backend came or left during the training.
 *
 * @param at the step that was going on
 * @param bundle the bundle's name
 * @param action {@code plugged} or {@code unplugged}
 * @param nanos what it took
 */
record PlugEvent(int at, String bundle, String action, long nanos) {
  static PlugEvent of(int step, PlugReport report) {
    return new PlugEvent(step, report.bundle(), report.action(), report.nanos());
  }
}
