package jackfield.itests.hotplug;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens to a logger. */
final class Messages extends Handler implements AutoCloseable {
  private final Queue<String> texts = new ConcurrentLinkedQueue<>();
  private final Logger logger;

  Messages(String logger) {
    this.logger = Logger.getLogger(logger);
    this.logger.addHandler(this);
  }

  /** Returns the logged messages, each with its throwable. */
  Queue<String> texts() {
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
