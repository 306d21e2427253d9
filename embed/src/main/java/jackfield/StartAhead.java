package jackfield;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Does a part of the start in a thread beside it; a quarter of the time of a start.
 *
 * <ul>
 *   <li>{@link #ofFramework} initializes {@code SecureAction}, which the framework needs first of
 *       all. The framework waits for that class where it uses it, and the class needs no other one
 *       of the framework.
 *   <li>{@link #ofBundles} copies the bundles and initializes classes that they will use. It must
 *       have ended before the first bundle starts: two threads that initialize classes in different
 *       orders could wait for each other.
 * </ul>
 *
 * <p>A failure here is not reported: the start meets the same class, with the same failure.
 */
final class StartAhead implements AutoCloseable {
  private static final String OF_FRAMEWORK = "org.apache.felix.framework.util.SecureAction";
  // The API's, which link foreign functions, and the types of all operators.
  private static final List<String> CLASSES =
      List.of(
          "jackfield.context.ProcessFence$Membarrier",
          "jackfield.memory.NativeHeap",
          "jackfield.aten.Aten");

  private final CountDownLatch copied = new CountDownLatch(1);
  private final Thread thread;

  /** What a thread does. */
  private interface Task {
    void run(CountDownLatch copied) throws Exception;
  }

  private StartAhead(String name, Task task) {
    thread = new Thread(() -> attempt(task), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void attempt(Task task) {
    try {
      task.run(copied);
    } catch (Exception | Error _) {
      // the start will meet it
    } finally {
      copied.countDown();
    }
  }

  /** Initializes the class that takes longest: it makes annotations and method handles. */
  static StartAhead ofFramework() {
    return new StartAhead("jackfield-start-framework", _ -> initialize(OF_FRAMEWORK));
  }

  /**
   * Copies the bundles and initializes what they will use.
   *
   * @param copies copies the bundles
   */
  static StartAhead ofBundles(Runnable copies) {
    return new StartAhead(
        "jackfield-start-bundles",
        copied -> {
          String _ = String.format("%d", 0); // loads the locale's digits, as the framework will
          copies.run();
          copied.countDown();
          for (String name : CLASSES) {
            initialize(name);
          }
          boolean _ = System.getLogger("jackfield").isLoggable(System.Logger.Level.INFO);
          parseXml();
        });
  }

  private static void initialize(String name) throws ClassNotFoundException {
    Class<?> _ = Class.forName(name, true, StartAhead.class.getClassLoader());
  }

  /** Waits until the bundles are copied, or until that has failed. */
  void awaitCopies() {
    uninterruptibly(copied::await);
  }

  /** Parses a document, as Declarative Services will: this initializes a hundred classes. */
  private static void parseXml() throws IOException, SAXException, ParserConfigurationException {
    byte[] document = "<a:b xmlns:a='c' d='e'/>".getBytes(StandardCharsets.UTF_8);
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.newSAXParser().parse(new ByteArrayInputStream(document), new DefaultHandler());
  }

  /** Waits for the end of the thread, which takes a fraction of a second; interrupts are kept. */
  @Override
  public void close() {
    uninterruptibly(thread::join);
  }

  /** A wait. */
  private interface Wait {
    void run() throws InterruptedException;
  }

  private static void uninterruptibly(Wait wait) {
    boolean interrupted = false;
    while (true) {
      try {
        wait.run();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
