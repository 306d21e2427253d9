package jackfield.itests.hotplug.platform;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens to a logger. */
public final class Messages extends Handler implements AutoCloseable {
  private final Queue<String> texts = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  public Messages(String logger) {
    this.logger = Logger.getLogger(logger);
    this.logger.addHandler(this);
  }

  /** Returns the logged messages, each with its throwable. */
  public Queue<String> texts() {
    return texts;
  }

  @Override
  public void publish(LogRecord entry) {
    String thrown = entry.getThrown() == null ? "" : ": " + entry.getThrown();
    texts.add(entry.getMessage() + thrown);
  }

  @Override
  public void flush() {} // nothing is buffered

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
