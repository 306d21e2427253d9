package jackfield.tools.soak.measure;

import jackfield.tools.soak.bundles.SoakBundles;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Suppresses, until it is closed, the messages about bundles that are meant to fail, and about the
 * unsigned bundles of the soak. Counts messages about calls that stayed inside an unplugged bundle.
 */
public final class ExpectedLog implements Filter, AutoCloseable {
  private final Logger logger =
      Logger.getLogger("jackfield.dispatcher.impl.whiteboard.WhiteboardComponent");
  private final Logger signatures = Logger.getLogger("jackfield.trust");
  private final Filter before = logger.getFilter();
  private final Filter beforeSignatures = signatures.getFilter();
  private final LongAdder residents = new LongAdder();

  public ExpectedLog() {
    logger.setFilter(this);
    signatures.setFilter(this);
  }

  @Override
  public boolean isLoggable(LogRecord entry) {
    String text = String.valueOf(entry.getMessage());
    if (text.contains("stays resident")) {
      residents.increment();
    }
    return !text.startsWith("soak.un")
        && !SoakBundles.isAboutMisfit(text)
        && !text.endsWith("is not signed");
  }

  /** Returns how often calls stayed inside an unplugged bundle. */
  public long residents() {
    return residents.sum();
  }

  @Override
  public void close() {
    logger.setFilter(before);
    signatures.setFilter(beforeSignatures);
  }
}
