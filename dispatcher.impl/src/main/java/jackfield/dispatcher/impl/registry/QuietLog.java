package jackfield.dispatcher.impl.registry;

/**
 * Logs a failure after which a commit stays valid. The log may fail too, for want of memory or
 * stack; that must not reach the caller of the commit.
 */
final class QuietLog {
  private QuietLog() {}

  @SuppressWarnings("IllegalCatch") // a failing log must not fail the commit
  static void log(System.Logger log, System.Logger.Level level, String text, Throwable thrown) {
    try {
      log.log(level, text, thrown);
    } catch (Throwable _) {
      // No way is left to report it.
    }
  }
}
