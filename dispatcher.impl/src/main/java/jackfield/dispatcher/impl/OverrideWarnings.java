package jackfield.dispatcher.impl;

import jackfield.dispatch.OperatorListener;
import java.util.concurrent.Executor;

/**
 * Warns of each kernel that takes another's place by nothing but having come later. It hears of
 * that under the dispatcher's lock, where a slow log would hold everybody up, and logs elsewhere.
 */
final class OverrideWarnings implements OperatorListener {
  private static final System.Logger LOG = System.getLogger(OverrideWarnings.class.getName());

  private final Executor logging;

  /** Creates a listener that logs in {@code logging}. */
  OverrideWarnings(Executor logging) {
    this.logging = logging;
  }

  @Override
  public void overridden(Overriding overriding) {
    logging.execute(() -> LOG.log(System.Logger.Level.WARNING, text(overriding)));
  }

  private static String text(Overriding overriding) {
    return """
    %s at %s: a kernel was registered where one of the same ranking serves
      asked      by %s
      found      one by %s, which waits beneath
      try        another service.ranking if that is meant, else unplug one of the two\
    """
        .formatted(
            overriding.operator(),
            overriding.isCatchAll() ? "(catch all)" : overriding.key(),
            overriding.by().place(),
            overriding.over().place());
  }
}
